// What several parts are made of. Flat shapes are drawn first and made thick afterwards: quick to
// compute, and quick to print.
include <parameters.scad>

e = 0.01; // parts overlap by this, holes stick out by it

bore = tube + 2 * clearance * 0.7;
collar_wall = 5;
collar_outer = bore / 2 + collar_wall;
ear = [14, 7];  // how far out, and how thick each of the two
slit = 2.6;

module rounded(size, radius) {
    translate([radius, radius]) offset(radius) square([size[0] - 2 * radius, size[1] - 2 * radius]);
}

// A ring around a tube, slit and with two ears to +y that a screw pulls together.
module collar_outline() {
    circle(collar_outer);
    translate([-slit / 2 - ear[1], 0]) square([slit + 2 * ear[1], collar_outer + ear[0]]);
}

module collar_opening() {
    circle(d = bore);
    translate([-slit / 2, 0]) square([slit, collar_outer + ear[0] + 1]);
}

// The hole of the screw through the ears at this height, with a pocket for its nut.
module ear_screw(height) {
    y = collar_outer + ear[0] / 2;
    translate([0, y, height]) rotate([0, 90, 0]) {
        cylinder(d = m4_hole, h = 60, center = true, $fn = 24);
        translate([0, 0, slit / 2 + ear[1] - m4_nut_height]) hexagon(m4_nut, 20);
    }
}

module hexagon(across_flats, height) {
    rotate(30) cylinder(d = across_flats / cos(30), h = height, $fn = 6);
}
