// The lower part: base with the control board, tray with ramp, and the deck in front (controls.scad).
include <common.scad>

y_front = -tray_depth - deck_depth;
y_wall = y_back + fit;                  // inside of the rear wall
y_base = y_wall + wall;
ramp_end = y_wall - fit;
function ramp_z(y) = tray_z + max(0, y) * tan(ramp_angle);
z_deck = tray_z - 3;                    // underside of the deck

base_cuts = front_cuts;
base_tails = [y_front + 20, -tray_depth - 14, -10, y_base - 16];
module base_piece(i, tails = true) split_x(i, base_cuts, tails ? base_tails : []) children();

module footprint() box2(-x_base, y_front, field_w + x_base, y_base);
module mirrored() { children(); translate([field_w, 0]) mirror([1, 0]) children(); }

control_x = (p_front_cut(build)[0] * pitch - control_w) / 2 - 4;
control_y = y_wall - 0.6 - control_h;         // the board's top edge, as hardware/electronics.md draws it, is at the back
control_holes = [for (x = [control_inset, control_w - control_inset], y = [control_inset, control_h - control_inset])
  [control_x + x, control_y + y]];
deck_screws = concat([for (x = [-x_base + 7, field_w + x_base - 7], y = [y_front + 7, -tray_depth - 7]) [x, y]],
  [for (x = [p_menu_border(build) * pitch - menu_gap / 2 - 32, base_cuts[0] + 9]) [x, y_front + 7]]);

module base(i) {
  slab_z(0, wall) base_piece(i) difference() { footprint(); at(feet()) circle(d = 2.5); vents(); }
  slab_z(wall - 0.01, z_deck) base_piece(i, false) {
    difference() { footprint(); offset(delta = -wall) footprint(); rear_openings(); }
    box2(tray_cuts[0] - 5, y_wall - 6, tray_cuts[0] + 5, y_wall + 0.01);
    box2(tray_cuts[0] + 1, -tray_depth + 1, tray_cuts[0] + 7, -tray_depth + 9);     // carries the tray at the seam
    difference() { union() { at(deck_screws) circle(d = 8); corner_webs(); } at(deck_screws) circle(d = 2.5); }
  }
  slab_z(wall - 0.01, wall + control_standoff) base_piece(i, false) at(control_holes) difference() { circle(d = 7); circle(d = 2.5); }
  slab_z(z_deck - 0.01, ramp_z(y_wall - 6) - 3.2) base_piece(i, false) box2(tray_cuts[0] - 5, y_wall - 6, tray_cuts[0] + 5, y_wall + 0.01);
  // side walls beside the tray, then beside the ramp up to the tower
  slab_z(z_deck - 0.01, tray_z + 8) base_piece(i, false) mirrored() box2(-x_base, -tray_depth, -x_base + wall, 0.01);
  slab_z(z_deck - 0.01, z_tower) base_piece(i, false) {
    mirrored() box2(-x_base, 0, -side_margin, y_base);
    box2(-x_base, y_wall, field_w + x_base, y_base);
  }
  difference() {
    slab_z(z_tower - 0.01, z_tower + collar) base_piece(i, false) {
      mirrored() box2(-x_base, 0, -x_out - fit, y_base);
      box2(-x_base, y_wall, field_w + x_base, y_base);
    }
    slab_x(-x_base - 1, field_w + x_base + 1) translate([(y_chute + y_rear) / 2, z_tower + collar / 2]) circle(d = 3.4);
  }
}
module corner_webs() for (p = deck_screws) let (x = p[0] < 0 ? -x_base + 0.1 : p[0] > field_w ? field_w + x_base - 0.1 : p[0])
  { box2(min(p[0], x), p[1] - 1.5, max(p[0], x), p[1] + 1.5);
    box2(p[0] - 1.5, p[1] < -tray_depth - 20 ? y_front + 0.1 : p[1], p[0] + 1.5, p[1] < -tray_depth - 20 ? p[1] : p[1]); }
function feet() = [for (x = [-x_base + 12, base_cuts[0] - 14, base_cuts[0] + 14, field_w + x_base - 12], y = [y_front + 16, y_wall - 12]) [x, y]];
module vents() for (k = [0:7]) box2(control_x + 18 + k * 8, control_y + 18, control_x + 21 + k * 8, control_y + control_h - 18);
// USB-C, the Pico's USB and the switch at the board's rear edge; at the right the wires of the beams come in
module rear_openings() {
  for (w = control_windows) box2(control_x + w[0], y_wall - 1, control_x + w[1], y_base + 1);
  box2(field_w - 20, y_wall - 1, field_w - 8, y_base + 1);
}

// Tray and ramp in one profile, drawn along x; printed standing on an end.
tray_cuts = front_cuts;
tray_x0 = -side_margin + 6.5;           // wires pass between this end wall and the base's side
module tray_skin() polygon(concat(
  [[-tray_depth + fit, z_deck + fit], [0, z_deck + fit], [ramp_end, z_deck + fit + ramp_end * tan(ramp_angle)]],
  [[ramp_end, tray_z + ramp_end * tan(ramp_angle)], [0, tray_z], [-tray_depth + fit + wall, tray_z],
   [-tray_depth + fit + wall, tray_z + 6], [-tray_depth + fit, tray_z + 6]]));
module tray_end() polygon([[-tray_depth + fit, z_deck + fit], [-tray_depth + fit, tray_z + 8], [0, tray_z + 8], [0, z_tower - fit],
    [ramp_end, z_tower - fit], [ramp_end, wall + fit], [ramp_end - 4, wall + fit], [ramp_end - 4, z_deck - 2],
    [-tray_depth + fit + 4, z_deck - 2], [-tray_depth + fit + 4, wall + fit], [-tray_depth + fit, wall + fit]]);
module tray(i) {
  x0 = i == 0 ? tray_x0 : tray_cuts[i - 1] + fit / 4;
  x1 = i < len(tray_cuts) ? tray_cuts[i] - fit / 4 : field_w - tray_x0;
  slab_x(x0, x1) tray_skin();
  if (i == 0) slab_x(x0, x0 + wall) tray_end();
  if (i == len(tray_cuts)) slab_x(x1 - wall, x1) tray_end();
}

// What hardware/control takes up: the board, the Pico on sockets, the upright capacitor, the plugs at its edges.
z_board = wall + control_standoff;
module control_board() {
  slab_z(z_board, z_board + 1.6) difference() {
    on_board() box2(0, 0, control_w, control_h);
    at(control_holes) circle(d = control_hole);
  }
  slab_z(z_board + 1.59, z_board + 1.6 + control_pico_h) on_board() box2(58, 1.8, 80, 53);
  slab_z(z_board + 1.59, z_board + 1.6 + 16) on_board() translate([11.5, 39.5]) circle(d = 10);
  slab_z(z_board + 1.59, z_board + 1.6 + 11) on_board() { box2(10, 80.5, 92, 89.5); box2(0.5, 20, 9, 66); box2(90, 38, 99.5, 52); }
}
// from the board's own coordinates (rear left corner, y to the front) to where it lies
module on_board() translate([control_x, control_y + control_h]) mirror([0, 1]) children();
