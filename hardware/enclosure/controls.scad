// The deck in front: buttons, caps, switch plate, and the hood for secret choices.
include <base.scad>

menu_x = p_menu_border(build) * pitch - menu_gap / 2;
undo_x = menu_x + menu_gap;
cap_play = 0.3;                         // between a cap and its hole, on each side
z_switch = z_deck - 1.7 - switch_height;        // top of the switch plate
hood_pegs = [for (x = [-x_base + 4.5, field_w + x_base - 4.5], y = [-62, -84]) [x, y]];
rail_screws = [for (c = p_board_hole_borders(build)) if (c != p_front_cut(build)[0]) [c * pitch, rail_y]];
posts = [for (x = concat([0], [for (c = [2:2:cols - 1]) if (c != p_front_cut(build)[0]) c * pitch], [field_w])) [x, button_y]];
front_posts = [[menu_x - 18, menu_y], [undo_x + 18, menu_y]];

module column_buttons() for (c = [0:cols - 1]) translate([column_x(c), button_y]) children();
module menu_shape(d) offset(delta = d) square(15, center = true);
module undo_shape(d) offset(delta = d) polygon([[-9, 0], [6, -7.5], [6, 7.5]]);

module deck(i) {
  difference() {
    slab_z(z_deck + 0.02, tray_z) base_piece(i) difference() {
      box2(-x_base, y_front, field_w + x_base, -tray_depth - fit);
      column_buttons() circle(d = cap_d + 2 * cap_play);
      translate([menu_x, menu_y]) menu_shape(cap_play);
      translate([undo_x, menu_y]) undo_shape(cap_play);
      at(deck_screws) circle(d = 3.4);
      at(concat(posts, front_posts)) circle(d = 3.4);
      at(hood_pegs) circle(d = 4.4);
      for (c = [0:cols - 1]) translate([column_x(c), rail_y]) circle(d = rail_d);
      at(rail_screws) circle(d = 3.4);
    }
  }
  difference() {
    slab_z(tray_z - 0.01, tray_z + 3) base_piece(i, false) collars();
    slab_z(tray_z + 2.2, tray_z + 4) base_piece(i, false) words();
  }
}
module words() {
  translate([menu_x, y_front + 2.6]) text("MENU", size = 4.2, halign = "center", font = "DejaVu Sans:style=Bold");
  translate([undo_x, y_front + 2.6]) text("UNDO", size = 4.2, halign = "center", font = "DejaVu Sans:style=Bold");
}
module collars() difference() {
  box2(menu_x - 14, y_front + 1, undo_x + 14, menu_y + 11.5);
  translate([menu_x, menu_y]) menu_shape(1.6);
  translate([undo_x, menu_y]) undo_shape(1.6);
}

// Caps are captured under the deck by their flange, which rests on the switch.
module cap(height) {
  slab_z(z_deck - 1.6, z_deck - 0.2) offset(r = 1.6) children();
  slab_z(z_deck - 0.21, height) children();
}
module cap_column() difference() {
  cap(tray_z + 3) circle(d = cap_d);
  slab_z(tray_z + 2.2, tray_z + 4) difference() { circle(d = cap_d - 5); circle(d = cap_d - 7.4); }
}
module cap_menu() {         // three raised bars
  cap(tray_z) menu_shape(0);
  slab_z(tray_z - 0.01, tray_z + 0.8) for (y = [-4, 0, 4]) translate([0, y]) square([10, 1.8], center = true);
}
module cap_undo() {         // a raised arrow to the left
  cap(tray_z) undo_shape(0);
  slab_z(tray_z - 0.01, tray_z + 0.8) { polygon([[-6, 0], [1, -3.8], [1, 3.8]]); box2(0, -1.2, 4.6, 1.2); }
}
module caps() {
  column_buttons() cap_column();
  translate([menu_x, menu_y]) cap_menu();
  translate([undo_x, menu_y]) cap_undo();
}

// Holds 12 mm switches under the caps; hangs from the deck by its posts.
switch_tails = [button_y];
module switch_plate(i) {
  slab_z(z_switch - 3, z_switch) split_x(i, back_cuts, []) difference() {
    switch_outline();
    switches() for (x = [-1, 1], y = [-1, 1]) translate([x * 6.25, y * 2.5]) circle(d = 2);
    at(concat(posts, front_posts)) circle(d = 2.5);
  }
  slab_z(z_switch - 0.01, z_switch + 1.6) split_x(i, back_cuts, []) switches() difference() {
    square(switch_body + fit + 2.8, center = true);
    square(switch_body + fit, center = true);
    square([switch_body + 9, 7], center = true);
  }
  slab_z(z_switch - 0.01, z_deck) split_x(i, back_cuts, []) at(concat(posts, front_posts)) difference() { circle(d = 7); circle(d = 2.5); }
}
module switches() {
  column_buttons() children();
  translate([menu_x, menu_y]) children();
  translate([undo_x, menu_y]) children();
}
module switch_outline() {
  box2(-5, button_y - 9, field_w + 5, button_y + 9);
  box2(front_posts[0][0] - 5, menu_y - 9, front_posts[1][0] + 5, button_y);
}

// Over the column buttons while a choice is secret; open to the player, put on and taken off.
z_hood = tray_z + hood_height;
hood_tails = [y_front + 24, -tray_depth - 16];
module hood2d() box2(-x_base, y_front, field_w + x_base, -tray_depth - 6);
module hood(i) {
  slab_z(z_hood - wall, z_hood) split_x(i, base_cuts, hood_tails) hood2d();
  slab_z(tray_z + 0.05, z_hood - wall + 0.01) split_x(i, base_cuts, []) {
    box2(-x_base, -tray_depth - 6 - wall, field_w + x_base, -tray_depth - 6);
    mirrored() box2(-x_base, y_front, -x_base + wall, -tray_depth - 6);
    peg_pads();
  }
  slab_z(z_hood - 16, z_hood - wall + 0.01) split_x(i, base_cuts, []) box2(-x_base, y_front, field_w + x_base, y_front + wall);
  slab_z(tray_z - 2.4, tray_z + 0.06) split_x(i, base_cuts, []) at(hood_pegs) circle(d = 4);
}
module peg_pads() at(hood_pegs) square(8.8, center = true);

// The rail, if there is one: a row board more, pixels up under the deck's windows, held by screws and nuts.
module rail_board() {
  slab_z(z_rail - pcb_t, z_rail) difference() {
    translate([0, rail_y - row_board_height / 2]) square([field_w, row_board_height]);
    for (c = p_board_hole_borders(build)) translate([c * pitch, rail_y]) circle(d = row_board_hole_d);
  }
  slab_z(z_rail - pcb_t - row_board_plug_h, z_rail - pcb_t + 0.01) translate([0, rail_y]) row_board_back();
}
z_rail = z_deck - 1.8;          // its pixels are 1.6 mm high
