// The upright part: front shell, diffuser, light grid, carrier, chutes, mouth, beam bar.
include <common.scad>

boss_d = 7.2;           // round a 2.5 pilot for M3

module outline() box2(-x_out, z_tower, field_w + x_out, z_top);
module field() box2(0, z_field, field_w, z_field + field_h);
module cells(d) for (c = [0:cols - 1], r = [0:rows - 1]) translate([column_x(c), row_z(r)]) circle(d = d);

// Dovetails where four holes leave the most room, away from the edges and from bolts.
front_tails = [for (r = [1:rows - 1]) if (r % 2 == 1 && len(search(r, p_front_row_cut(build))) == 0) z_field + r * pitch];
front_row_tails = [for (c = [1:cols - 1]) if (c % 2 == 1 && c != p_front_cut(build)[0]) c * pitch];
module front_piece(i, j) split(i, front_cuts, front_tails, j, front_row_cuts, front_row_tails) children();
module front_cut(i, j) split(i, front_cuts, [], j, front_row_cuts, []) children();

module front(i, j) {
  slab_y(0, y_pocket) front_piece(i, j) difference() { outline(); cells(hole_d); }
  slab_y(y_pocket - 0.01, y_grid) front_piece(i, j) difference() { outline(); diffuser_outline(fit / 2); }
  slab_y(y_grid - 0.01, y_carrier) front_cut(i, j) {
    difference() { outline(); offset(delta = -wall) outline(); cable_hole(); }
    difference() { union() { at(side_bolts) circle(d = boss_d); side_webs(); } at(side_bolts) circle(d = 2.5); }
  }
  slab_y(y_pocket - 0.01, y_carrier) front_cut(i, j) difference() { at(bolts) circle(d = boss_d); at(bolts) circle(d = 2.5); }
}
// a side boss stands free in the margin; a web ties it to the skirt
module side_webs() for (b = side_bolts) let (left = b[0] < 0)
  box2(left ? -x_out + 0.2 : b[0], b[1] - 1.2, left ? b[0] : field_w + x_out - 0.2, b[1] + 1.2);
// wires go down from the margins into the base
module cable_hole() for (x = [-side_margin + 0.5, field_w + 1]) box2(x, z_tower - 1, x + side_margin - 1.5, z_tower + wall + 1);

module diffuser_outline(d) difference() {
  offset(delta = d - 0.2) field();
  at(bolts) circle(d = boss_d + 0.8 - 2 * d);
}
module diffuser(i, j) slab_y(y_pocket + 0.05, y_pocket + 0.05 + diffuser_t) front_cut(i, j) diffuser_outline(-fit / 2);

module grid2d() difference() {
  union() {
    intersection() {
      for (c = [0:cols]) translate([c * pitch - grid_w / 2, z_field - grid_w / 2]) square([grid_w, field_h + grid_w]);
      offset(delta = grid_w / 2) field();
    }
    for (r = [0:rows]) translate([-grid_w / 2, z_field + r * pitch - grid_w / 2]) square([field_w + grid_w, grid_w]);
    at(bolts) circle(d = boss_d + 3.6);
  }
  at(bolts) circle(d = boss_d + 0.6);
}
grid_cuts = [for (x = front_cuts) x + grid_w / 2];
grid_row_cuts = [for (z = front_row_cuts) z + grid_w / 2];
module grid(i, j) slab_y(y_grid + 0.05, y_pcb - 0.05) split(i, grid_cuts, [], j, grid_row_cuts, []) grid2d();

// One row of pixels, as hardware/panel makes it (or a printed bar with a strip of 30 pixels a metre).
module row_board2d(r) difference() {
  box2(board_x0, row_z(r) - board_below, board_x1, row_z(r) + board_above);
  at(board_holes(r)) circle(d = board_hole_d);
}
module row_boards() for (r = [0:rows - 1]) {
  slab_y(y_pcb, y_pcb_back) row_board2d(r);
  slab_y(y_pcb_back - 0.01, y_pcb_back + row_board_plug_h) translate([field_w / 2, row_z(r)]) rotate(r % 2 ? 180 : 0)
    translate([-field_w / 2, 0]) row_board_back();
}
module strip_bar(i) slab_y(y_pcb, y_pcb_back) split_x(i, back_cuts, []) row_board2d(0);

module back_piece(i, j) split(i, back_cuts, [], j, back_row_cuts, []) children();
module carrier(i, j) {
  difference() {
    slab_y(y_carrier, y_chute) back_piece(i, j) difference() {
      outline();
      at(concat(bolts, side_bolts)) circle(d = 3.4);
      beams() circle(d = beam_aperture);
    }
    slab_y(y_chute - 1.8, y_chute + 1) back_piece(i, j) at(bolts) circle(d = 6.4);         // countersunk heads
    slab_y(y_carrier - 1, y_carrier + 1.6) back_piece(i, j) beams() circle(d = beam_led_d + fit);
  }
  slab_y(y_carrier - 5, y_carrier + 0.01) back_piece(i, j) beams() difference() {
    circle(d = beam_led_d + fit + 3.2);
    circle(d = beam_led_d + fit);
  }
  slab_y(y_pcb_back, y_carrier + 0.01) back_piece(i, j) board_posts() circle(d = 6.5);
  slab_y(y_pcb + 0.2, y_pcb_back + 0.01) back_piece(i, j) board_posts() circle(d = row_board_pin_d);
}
module beams() for (c = [0:cols - 1]) translate([column_x(c), z_beam]) children();
module board_posts() for (r = [0:rows - 1]) at(board_holes(r)) children();

// Dividers open to the front; the carrier closes them. Printed on its back.
chute_cuts = [for (c = p_front_cut(build)) c * pitch + divider / 2];
module chute_piece(i, j) split(i, chute_cuts, [], j, back_row_cuts, []) children();
module chute(i, j) difference() {
  chute_body(i, j);
  slab_z(z_top - 12, z_top + 1) for (x = [-x_out / 2, field_w + x_out / 2]) translate([x, (y_chute + y_rear) / 2]) circle(d = 2.5);
  for (x = [-x_out - 1, field_w + x_out - 7]) slab_x(x, x + 8) translate([(y_chute + y_rear) / 2, z_tower + collar / 2]) circle(d = 2.5);
}
module chute_body(i, j) {
  slab_y(y_rear - 0.01, y_back) chute_piece(i, j) difference() {
    outline();
    at(side_bolts) circle(d = 3.4);
    beams() circle(d = beam_aperture);
    bar_holes() circle(d = 2.5);
  }
  slab_y(y_chute + 0.05, y_rear) chute_piece(i, j) difference() {
    union() {
      for (c = [1:cols - 1]) box2(c * pitch - divider / 2, z_tower, c * pitch + divider / 2, z_top);
      box2(-x_out, z_tower, divider / 2, z_top);
      box2(field_w - divider / 2, z_tower, field_w + x_out, z_top);
    }
    at(side_bolts) circle(d = 3.4);
    bar_holes() circle(d = 2.5);
  }
}
module bar_holes() for (x = [-x_out + 4.5, field_w + x_out - 4.5]) translate([x, z_beam]) children();

// Lies on top; its lip keeps the rear wall of the chutes from bending out.
module mouth(i) {
  slab_z(z_top, z_mouth - 2) split_x(i, back_cuts, []) difference() { mouth2d(); slots(0); }
  for (k = [0:3]) slab_z(z_mouth - 2 + k * 0.5 - 0.01, z_mouth - 1.5 + k * 0.5)
    split_x(i, back_cuts, []) difference() { mouth2d(); slots(0.45 * (k + 1) - 0.2); }
  slab_z(z_top - 8, z_top + 0.01) split_x(i, back_cuts, [])
    box2(-x_out, y_back + 0.1, field_w + x_out, y_back + 0.1 + wall);
}
module mouth2d() difference() {
  box2(-x_out, y_carrier - 10, field_w + x_out, y_back + 0.1 + wall);
  for (x = [-x_out / 2, field_w + x_out / 2]) translate([x, (y_chute + y_rear) / 2]) circle(d = 3.4);
}
module slots(d) for (c = [0:cols - 1])
  box2(column_x(c) - chute_w / 2 - min(d, 0.45), y_chute - d, column_x(c) + chute_w / 2 + min(d, 0.45), y_rear + d);

// Carries the receivers behind the chutes.
bar_h = 18;
module beam_bar(i) difference() {
  slab_y(y_back, y_back + 8) split_x(i, back_cuts, []) bar2d(true);
  slab_y(y_back + 8 - receiver_depth - 0.4, y_back + 9) split_x(i, back_cuts, []) beams()
    square([receiver[0] + 2 * fit, receiver[1] + 2 * fit], center = true);
}
module bar2d(aperture) difference() {
  box2(-x_out, z_beam - bar_h / 2, field_w + x_out, z_beam + bar_h / 2);
  if (aperture) beams() circle(d = beam_aperture);
  bar_holes() circle(d = 3.4);
}
module beam_cover(i) {
  slab_y(y_back + 20 - wall, y_back + 20) split_x(i, back_cuts, []) bar2d(false);
  slab_y(y_back + 8, y_back + 20 - wall + 0.01) split_x(i, back_cuts, []) difference() {
    bar2d(false);
    box2(-x_out + 9, z_beam - bar_h / 2 + wall, field_w + x_out - 9, z_beam + bar_h / 2 - wall);
    for (x = [8, field_w - 8]) box2(x - 4, z_beam - bar_h, x + 4, z_beam);
  }
}

module disc() cylinder(d = disc_d, h = disc_t, $fn = 64);
