// Flat drawings made solid: between two depths (y), heights (z) or widths (x), and their parts.
module slab_y(y0, y1) translate([0, y1, 0]) rotate([90, 0, 0]) linear_extrude(y1 - y0) children();
module slab_z(z0, z1) translate([0, 0, z0]) linear_extrude(z1 - z0) children();
module slab_x(x0, x1) translate([x0, 0, 0]) rotate([90, 0, 90]) linear_extrude(x1 - x0) children();
module box2(x0, y0, x1, y1) translate([x0, y0]) square([x1 - x0, y1 - y0]);
module at(points) for (p = points) translate(p) children();
