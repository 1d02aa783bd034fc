// The laser-cut alternative in sheets of one thickness: 2-D outlines for cutting, and the same ones standing in place.
//   openscad -o front.svg -D 'build="slider"' -D 'sheet="front"' laser.scad      (or .dxf; flat=false: solid, placed)
include <controls.scad>
use <tower.scad>

sheet = "front";
flat = true;
t = laser_t;
kerf = 0.1;             // clearance of a tab in its slot

// layers of the tower, from the front
l_grid = t + diffuser_t;
l_pcb = l_grid + grid_h;
l_carrier = l_pcb + pcb_t + pcb_gap;
l_spacer = l_carrier + t;
l_rear = l_spacer + 2 * t;
l_back = l_rear + t + 0.2;      // front face of the back panel
tab_z = z_tower + 24;
cheek_x = x_out + kerf;

// Plates across the box: [name, y, z, angle, length]; they run from (y, z) along the angle, thick to the left of it.
plates = [
  ["floor", y_front + 6, 3, 0, l_back - 0.2 - y_front - 6],
  ["face", y_front + t, 6.2, 90, 20.4],
  ["deck", y_front, z_deck, 0, deck_depth - 0.2],
  ["tray", -tray_depth, z_deck, 0, tray_depth],
  ["lip", -tray_depth + t + 0.2, z_deck + t + 0.1, 90, 10],
  ["ramp", 1.9, z_deck, ramp_angle, (l_back - 2.2) / cos(ramp_angle)],
  ["panel", l_back + t, 6.2, 90, z_tower + 4],
];
function plate_named(n) = [for (p = plates) if (p[0] == n) p][0];

module side_tabs(length) for (s = [0, 1]) translate([s * (field_w + 2 * x_out), 0])
  box2(s ? -0.01 : -t - kerf, length / 3 + kerf, s ? t + kerf : 0.01, 2 * length / 3 - kerf);
module plate2d(p) { square([field_w + 2 * x_out, p[4]]); side_tabs(p[4]); }
module plate_sheet(p) difference() {
  plate2d(p);
  if (p[0] == "deck") translate([x_out, -y_front]) deck_holes();
  if (p[0] == "panel") translate([x_out, -6.2]) for (w = control_windows) box2(control_x + w[0], 9, control_x + w[1], z_deck);
  if (p[0] == "panel") translate([x_out + field_w - 20, 3]) square([12, 15]);
  if (p[0] == "floor") translate([x_out, -plate_named("floor")[1]]) at(control_holes) circle(d = 3.2);
}
module deck_holes() {
  column_buttons() circle(d = cap_d + 2 * cap_play);
  translate([menu_x, menu_y]) menu_shape(cap_play);
  translate([undo_x, menu_y]) undo_shape(cap_play);
  at(concat(posts, front_posts)) circle(d = 3.2);
  for (c = [0:cols - 1]) translate([column_x(c), rail_y]) circle(d = rail_d);
}
module slot_of(p) translate([p[1], p[2]]) rotate(p[3]) box2(p[4] / 3, -0.05, 2 * p[4] / 3, t + 0.05);

module cheek() difference() {
  polygon([[y_front - 4, 0], [l_back + t + 5, 0], [l_back + t + 5, z_tower + 60], [-5, z_tower + 60], [-5, z_tower - 8],
    [-tray_depth + 6, 44], [-tray_depth, 37], [y_front - 4, 37]]);
  for (p = plates) slot_of(p);
  for (y = [0, l_carrier, l_rear]) box2(y - 0.05, tab_z, y + t + 0.05, tab_z + 20);
  translate([-30, 14]) circle(d = 8);
}

module layer() {        // with tabs for the cheeks
  outline();
  box2(-x_out - t - kerf, tab_z + kerf, field_w + x_out + t + kerf, tab_z + 20 - kerf);
}
module layer_sheet(n) difference() {
  if (n == "front" || n == "carrier" || n == "rear") layer(); else outline();
  at(side_bolts) circle(d = 3.2);
  if (n == "front") cells(hole_d);
  if (n == "carrier") { laser_beams() circle(d = beam_led_d + fit); board_posts() circle(d = 3.2); cable_slots(); }
  if (n == "rear") laser_beams() square([receiver[0] + 2 * fit, receiver[1] + 2 * fit], center = true);
  if (n == "spacer") for (c = [0:cols - 1]) box2(column_x(c) - chute_w / 2, z_tower - 1, column_x(c) + chute_w / 2, z_top + 1);
}
// There is no mouth on top, so the beams lie that much lower.
module laser_beams() for (c = [0:cols - 1]) translate([column_x(c), z_top - beam_depth]) children();
module cable_slots() for (x = [-side_margin + 0.5, field_w + 1]) box2(x, z_tower + wall + 2, x + side_margin - 1.5, z_tower + 20);
module strips_of_spacer(k) intersection() {     // the spacer falls into strips: between the columns, and the two sides
  layer_sheet("spacer");
  box2(k == 0 ? -600 : (k - 0.5) * pitch, 0, k == cols ? 900 : (k + 0.5) * pitch, 900);
}

// Light grid: strips that lie half in each other. Upright ones are slotted from the front, level ones from the back.
module upright_strip(border) difference() {
  square([field_h + t, grid_h]);
  for (r = [0:rows]) translate([r * pitch - 0.1, -0.1]) square([t + 0.2, grid_h / 2 + 0.15]);
  if (len(search(border, p_board_hole_borders(build))))         // heads of the boards' screws
    for (r = [0:rows - 1]) translate([t / 2 + (r + 0.5) * pitch - 3.5, grid_h - 3.5]) square([7, 4]);
}
module level_strip() difference() {
  square([field_w + t, grid_h]);
  for (c = [0:cols]) translate([c * pitch - 0.1, grid_h / 2 - 0.05]) square([t + 0.2, grid_h / 2 + 0.2]);
}

module skirt_side() square([z_top - z_tower, l_carrier - t]);
module skirt_level() square([field_w + 2 * x_out - 2 * t - 0.2, l_carrier - t]);
module switches2d() difference() {
  switch_outline();
  switches() for (x = [-1, 1], y = [-1, 1]) translate([x * 6.25, y * 2.5]) circle(d = 2);
  at(concat(posts, front_posts)) circle(d = 3.2);
}

module flat_sheet(n) {
  if (n == "front" || n == "carrier" || n == "rear") layer_sheet(n);
  if (n == "diffuser") offset(delta = -0.2) field();
  if (n == "spacer") for (k = [0:cols]) translate([3 * k, 0]) strips_of_spacer(k);
  if (n == "grid_upright") for (c = [0:cols]) translate([0, c * (grid_h + 3)]) upright_strip(c);
  if (n == "grid_level") for (r = [0:rows]) translate([0, r * (grid_h + 3)]) level_strip();
  if (n == "skirt") { for (k = [0, 1]) translate([0, k * (l_carrier + 3)]) skirt_side();
    for (k = [2, 3]) translate([0, k * (l_carrier + 3)]) skirt_level(); }
  if (n == "cheek") { cheek(); translate([l_back + 2 * t - y_front + 20, 0]) cheek(); }
  if (n == "switches") switches2d();
  for (p = plates) if (n == p[0]) plate_sheet(p);
}

module placed_sheet(n) {
  if (n == "front") slab_y(0, t) layer_sheet(n);
  if (n == "diffuser") slab_y(t, t + diffuser_t) flat_sheet(n);
  if (n == "carrier") slab_y(l_carrier, l_carrier + t) layer_sheet(n);
  if (n == "spacer") for (k = [0:cols]) slab_y(l_spacer, l_rear) strips_of_spacer(k);
  if (n == "rear") slab_y(l_rear, l_rear + t) layer_sheet(n);
  if (n == "grid_upright") for (c = [0:cols]) translate([c * pitch - t / 2, l_grid, z_field - t / 2])
    rotate([0, -90, 0]) translate([0, 0, -t]) linear_extrude(t) upright_strip(c);
  if (n == "grid_level") for (r = [0:rows]) translate([-t / 2, l_grid, z_field + r * pitch - t / 2]) linear_extrude(t) level_strip();
  if (n == "skirt") for (m = [0, 1]) {
    translate([m ? field_w + x_out - t : -x_out, t, z_tower]) rotate([0, -90, 0]) translate([0, 0, -t]) linear_extrude(t) skirt_side();
    translate([-x_out + t + 0.1, t, m ? z_top - t : z_tower]) linear_extrude(t) skirt_level();
  }
  if (n == "cheek") for (m = [0, 1]) slab_x(m ? field_w + cheek_x : -cheek_x - t, m ? field_w + cheek_x + t : -cheek_x) cheek();
  if (n == "switches") slab_z(z_switch - t, z_switch) switches2d();
  for (p = plates) if (n == p[0]) translate([-x_out, p[1], p[2]]) rotate([p[3], 0, 0]) linear_extrude(t) plate_sheet(p);
}

if (flat) flat_sheet(sheet); else placed_sheet(sheet);
