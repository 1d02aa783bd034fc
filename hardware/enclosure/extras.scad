// Not part of the box: the diffuser's test coupon, and the spaces that must stay free (for the tests).
include <base.scad>

coupon_steps = [0.4, 0.6, 0.8, 1.0, 1.2, 1.6];

// One frame with a window of each thickness, the size of a cell; lay it on a lit row and choose.
module coupon() for (k = [0:len(coupon_steps) - 1]) translate([k * pitch, 0, 0]) {
  slab_z(0, coupon_steps[k]) square(pitch + 0.01);
  slab_z(0, 3) difference() { square(pitch + 0.01); translate([1.6, 1.6]) square(pitch - 3.2); }
  slab_z(2.99, 3.6) translate([pitch - 1, 0.1]) square([1, 3]);
  slab_z(0.01, 3) translate([3, 3]) text(str(coupon_steps[k]), size = 5, font = "DejaVu Sans:style=Bold");
}

// From above the mouth to below the tower, as wide as the largest disc.
module disc_path() for (c = [0:cols - 1]) slab_y(y_chute + 0.4, y_chute + 0.4 + disc_t)
  box2(column_x(c) - disc_max / 2, z_tower - 1, column_x(c) + disc_max / 2, z_mouth + 1);

// From each pixel to the rim of its hole.
module light_path() for (c = [0:cols - 1], r = [0:rows - 1]) translate([column_x(c), y_pcb, row_z(r)]) rotate([90, 0, 0]) {
  cylinder(d1 = 5, d2 = hole_d - 1, h = grid_h - 0.1);
  translate([0, 0, grid_h + pocket + 0.1]) cylinder(d = hole_d - 1, h = y_pocket);
}

module beam_path() for (c = [0:cols - 1]) translate([column_x(c), y_carrier, z_beam]) rotate([-90, 0, 0])
  cylinder(d = 2, h = y_back + 1.8 - y_carrier);

// Wires from the margins of the tower through the bottom of the front shell into the base, left and right.
module cable_path() for (x = [-side_margin + 3.25, field_w + side_margin - 3.25]) translate([x, 18, wall + 4])
  cylinder(d = 5, h = z_tower - wall + 8);

// The boot stick, from behind the base to over the Pico's BOOTSEL.
module boot_path() slab_z(z_board + 1.6 + control_pico_h + 0.1, z_deck - 0.2) on_board() box2(64, -20, 74, 15);

// Presses BOOTSEL in the closed case: in through the window above the Pico's USB, nose down; lift the outer end.
module boot_stick() {
  cube([80, 8, 2.4]);
  translate([0, 0, 2.39]) cube([4, 8, 1.6]);
}
