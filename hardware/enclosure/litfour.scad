// One piece, where it stands in the assembled thing:  openscad -o x.stl -D 'build="slider"' -D 'part="front"' -D i=1 litfour.scad
// `i` counts pieces from the left, `j` from below; enclosure.py knows how many there are and how each is printed.
include <controls.scad>
use <tower.scad>
use <extras.scad>

part = "front";
i = 0;
j = 0;

if (part == "front") front(i, j);
if (part == "diffuser") diffuser(i, j);
if (part == "grid") grid(i, j);
if (part == "row_boards") row_boards();
if (part == "strip_bar") strip_bar(i);
if (part == "carrier") carrier(i, j);
if (part == "chute") chute(i, j);
if (part == "mouth") mouth(i);
if (part == "beam_bar") beam_bar(i);
if (part == "beam_cover") beam_cover(i);
if (part == "base") base(i);
if (part == "tray") tray(i);
if (part == "deck") deck(i);
if (part == "switch_plate") switch_plate(i);
if (part == "hood") hood(i);
if (part == "control_board") control_board();
if (part == "rail_board") rail_board();
if (part == "caps") caps();
if (part == "cap_column") cap_column();
if (part == "cap_menu") cap_menu();
if (part == "cap_undo") cap_undo();
if (part == "disc") disc();
if (part == "coupon") coupon();
if (part == "boot_stick") boot_stick();
if (part == "disc_path") disc_path();
if (part == "light_path") light_path();
if (part == "beam_path") beam_path();
if (part == "cable_path") cable_path();
if (part == "boot_path") boot_path();
