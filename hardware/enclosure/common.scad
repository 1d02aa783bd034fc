// Shared vocabulary. x runs along the columns (0: left edge of the field of cells), y from the front to the back
// (0: front face), z upwards (0: table). All parts are drawn where they stand in the assembled thing.
include <params.scad>
include <slabs.scad>

build = "classic";      // "classic", "slider", "party"
$fn = 32;

cols = p_columns(build);
rows = p_rows(build);
field_w = cols * pitch;
field_h = rows * pitch;

// depth, from the front
y_pocket = front_t - pocket;            // diffuser: from here to y_grid
y_grid = front_t;
y_pcb = y_grid + grid_h;                // front face of the row boards
y_pcb_back = y_pcb + pcb_t;
y_carrier = y_pcb_back + pcb_gap;       // the plate between panel and chute
y_chute = y_carrier + carrier_t;        // discs fall between here ...
y_rear = y_chute + chute_d;             // ... and here
y_back = y_rear + rear_t;

// height
z_tower = passage;                      // underside of the tower
z_field = z_tower + wall + top_margin;
z_top = z_field + field_h + top_margin + wall;
z_mouth = z_top + mouth_t;
beam_depth = disc_max / 2 + fall;       // below the mouth: a disc let go half inside falls `fall` to the beam
z_beam = z_mouth - beam_depth;
grid_w = 4 * nozzle;    // lines that the nozzle draws
chute_w = disc_max + 1.2;
divider = pitch - chute_w;

// width
x_skirt = side_margin;                  // inside of the skirt, left and right of the field
x_out = side_margin + wall;             // outside of the tower
x_base = x_out + fit + wall;            // outside of the base

function column_x(c) = (c + 0.5) * pitch;
function row_z(r) = z_field + (r + 0.5) * pitch;


tail = 6;               // how far a dovetail reaches over the seam

// All that lies left of the seam at `cut`, with dovetails of the left piece at the heights `tails`.
module left_of(cut, tails, d) offset(delta = d) {
  box2(-600, -600, cut, 900);
  for (t = tails) translate([cut, t]) polygon([[-1, -4], [tail, -7], [tail, 7], [-1, 4]]);
}

// Piece `i` (0, 1, ..) of the drawing below it, cut along x at each of `cuts`; half the clearance on each side.
module split_x(i, cuts, tails) difference() {
  intersection() {
    children();
    if (i < len(cuts)) left_of(cuts[i], tails, -fit / 4); else box2(-600, -600, 900, 900);
  }
  if (i > 0) left_of(cuts[i - 1], tails, fit / 4);
}

// The same along the second axis.
module split_y(j, cuts, tails) mirror([1, -1, 0]) split_x(j, cuts, tails) mirror([1, -1, 0]) children();

module split(i, cuts_x, tails_x, j, cuts_y, tails_y)
  split_y(j, cuts_y, tails_y) split_x(i, cuts_x, tails_x) children();

back_shift = 8;         // seams of the back lie this far right of a column border, clear of its pins and bolts
front_cuts = [for (c = p_front_cut(build)) c * pitch];
back_cuts = [for (c = p_back_cut(build)) c * pitch + back_shift];
front_row_cuts = [for (r = p_front_row_cut(build)) z_field + r * pitch];
back_row_cuts = [for (r = p_back_row_cut(build)) z_field + r * pitch + back_shift];
bolts = [for (c = p_bolt_columns(build), r = p_bolt_rows(build)) [c * pitch, z_field + r * pitch]];
side_x = [-(side_margin + 1.5) / 2 - 0.6, field_w + (side_margin + 1.5) / 2 + 0.6];
side_bolts = [for (x = side_x, r = p_bolt_rows(build)) [x, z_field + r * pitch]];

// The row board of hardware/panel: outline and mounting holes, from params.json.
board_x0 = -row_board_over;
board_x1 = field_w + row_board_over;
board_above = row_board_height / 2;
board_below = row_board_height / 2;
board_hole_d = row_board_hole_d;
// plugs and capacitor on its back, seen from the front, y from its centre line upwards
module row_board_back() {
  for (x = [6, field_w - 6]) translate([x, 0]) square([8, 11.5], center = true);
  translate([2 * pitch, -5]) square([9, 6.5], center = true);
  translate([(cols - 2) * pitch, 0]) circle(d = 6.5);
}
function board_holes(r) = [for (c = p_board_hole_borders(build)) [c * pitch, row_z(r)]];
