// The Mini: a bought 8 x 8 module and a breadboard in a flat case. x to the right from the breadboard's left edge,
// y to the back from its front edge, z up from the table.
include <params.scad>
include <slabs.scad>

part = "mini_base";
$fn = 32;
w = mini_wall;
function hole_x(n) = (breadboard_w - 62 * 2.54) / 2 + (n - 1) * 2.54;         // x of breadboard column 1..63
function button_x(k) = hole_x(mini_first + mini_step * k);
mid_y = breadboard_d / 2;
mx = (button_x(0) + button_x(7)) / 2;   // the module is centred over the eight column buttons
my = breadboard_d + 6 + matrix_w / 2;
x0 = -w - 0.6;
x1 = breadboard_w + w + 0.6;
y0 = -w - 0.6;
y1 = my + matrix_w / 2 + 0.6 + 2 * w + 2;
z1 = mini_plate_z;
z2 = z1 + mini_plate_t;
z_module = z1 - mini_diffuser - mini_grid_h - 0.1;      // front face of the module's board
screws = [[x0 + 6, y1 - 6], [x1 - 6, y1 - 6], [x0 + 6, breadboard_d + 6.5], [x1 - 6, breadboard_d + 6.5]];
pegs = [[button_x(0) - 8.5, mid_y], [button_x(7) + 5.6, mid_y + 12]];

module box3(a, b) translate(a) cube(b - a);
module square2(a, b) translate(a) square(b - a);
module case() square2([x0, y0], [x1, y1]);
module module2d(d) translate([mx, my]) square(matrix_w + 2 * d, center = true);

module mini_base() {
  slab_z(0, w) difference() { case(); for (k = [0:5]) translate([8 + 8 * k, my]) square([3, 40], center = true); }
  difference() {
    slab_z(w - 0.01, z1) {
      difference() { case(); offset(delta = -w) case(); }
      difference() {      // holds module, grid and diffuser; wires leave to the left
        module2d(0.3 + w);
        module2d(0.3);
      }
      difference() { at(screws) circle(d = 8.6); at(screws) circle(d = 2.5); }
      square2([x0 + 0.1, breadboard_d + 0.4], [hole_x(6), breadboard_d + 0.4 + w]);
    }
    box3([x0 - 1, mid_y - 7, w + 7], [x0 + w + 1, mid_y + 7, z1 + 1]);           // the Pico's USB
    box3([x0 - 1, my - 7, w + 1], [x0 + w + 1, my + 7, z1 + 1]);                // supply
    box3([mx - matrix_w / 2 - 3 - w, my - 24, w + 1], [mx - matrix_w / 2, my + 24, z_module]);
  }
  slab_z(w - 0.01, z_module - matrix_t) for (x = [-1, 1], y = [-1, 1])
    translate([mx + x * (matrix_w / 2 - 2.5), my + y * (matrix_w / 2 - 2.5)]) square(6, center = true);
}

module matrix_cells(d) for (c = [0:7], r = [0:7])
  translate([mx + (c - 3.5) * matrix_pitch, my + (r - 3.5) * matrix_pitch]) circle(d = d);
module mini_grid() slab_z(z_module + 0.05, z_module + mini_grid_h) difference() {
  module2d(0.1);
  for (c = [0:7], r = [0:7]) translate([mx + (c - 3.5) * matrix_pitch, my + (r - 3.5) * matrix_pitch])
    square(matrix_pitch - 1.4, center = true);
}
module mini_diffuser() slab_z(z1 - mini_diffuser, z1 - 0.05) module2d(0.1);
module mini_module() slab_z(z_module - matrix_t, z_module) module2d(0);

module menu2d(d) translate([button_x(8), mid_y]) offset(delta = d) square(7, center = true);
module undo2d(d) translate([button_x(9), mid_y]) rotate(45) square(6.3 + 2 * d, center = true);
module mini_top() {
  difference() {
    slab_z(z1 + 0.02, z2) difference() {
      case();
      matrix_cells(mini_hole);
      for (k = [0:7]) translate([button_x(k), mid_y]) circle(d = 8.6);
      menu2d(0.35);
      undo2d(0.35);
      at(screws) circle(d = 3.4);
      at(pegs) circle(d = 3.4);
      translate([hole_x(8), mid_y]) circle(d = 7);                                // BOOTSEL, with a pen
    }
    slab_z(z2 - 0.6, z2 + 1) {
      translate([button_x(8), mid_y - 12]) text("M", size = 5, halign = "center", font = "DejaVu Sans:style=Bold");
      translate([button_x(9), mid_y - 12]) text("U", size = 5, halign = "center", font = "DejaVu Sans:style=Bold");
    }
  }
  slab_z(z2 - 0.01, z2 + 3) difference() {
    square2([button_x(8) - 5.2, mid_y - 6], [button_x(9) + 5.6, mid_y + 6]);
    menu2d(0.35);
    undo2d(0.35);
  }
}

// Caps are pressed onto the switches' 3.5 mm shafts.
shaft_top = w + breadboard_t + mini_switch_top;
module mini_cap(top) difference() {
  slab_z(z1 - 1, top) children();
  translate([0, 0, z1 - 2]) cylinder(d = 3.6, h = shaft_top - z1 + 2);
}
module mini_cap_column(k = 0) translate([button_x(k), mid_y]) mini_cap(z2 + 4) circle(d = 8);
module mini_cap_menu() translate([button_x(8), mid_y]) {
  mini_cap(z2 + 2.4) square(7, center = true);
  slab_z(z2 + 2.39, z2 + 3) for (y = [-2, 0, 2]) translate([0, y]) square([5, 1.1], center = true);
}
module mini_cap_undo() translate([button_x(9), mid_y]) {
  mini_cap(z2 + 2.4) rotate(45) square(6.3, center = true);
  slab_z(z2 + 2.39, z2 + 3) polygon([[-2.2, 0], [1.6, -2], [1.6, 2]]);
}
module mini_caps() { for (k = [0:7]) mini_cap_column(k); mini_cap_menu(); mini_cap_undo(); }

// For secret choices: over the eight column buttons, open to the player.
hx0 = button_x(0) - 12;
hx1 = button_x(7) + 4.6;             // stands over the collar of MENU
module mini_hood() {
  slab_z(z2 + 45, z2 + 45 + w) square2([hx0, 0], [hx1 + w, breadboard_d - 4]);
  slab_z(z2 + 0.05, z2 + 45.01) {
    square2([hx0, breadboard_d - 4 - w], [hx1 + w, breadboard_d - 4]);
    square2([hx0, 0], [hx0 + w, breadboard_d - 4]);
    at(pegs) square([5, 5], center = true);
  }
  slab_z(z2 + 5, z2 + 45.01) square2([hx1, 0], [hx1 + w, breadboard_d - 4]);
  slab_z(z2 - 1.8, z2 + 0.06) at(pegs) circle(d = 3);
}

if (part == "mini_base") mini_base();
if (part == "mini_top") mini_top();
if (part == "mini_grid") mini_grid();
if (part == "mini_diffuser") mini_diffuser();
if (part == "mini_module") mini_module();
if (part == "mini_hood") mini_hood();
if (part == "mini_caps") mini_caps();
if (part == "mini_cap_column") mini_cap_column();
if (part == "mini_cap_menu") mini_cap_menu();
if (part == "mini_cap_undo") mini_cap_undo();
