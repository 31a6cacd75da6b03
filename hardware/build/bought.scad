// What is bought, as far as it needs room: for the drawings, and to see that nothing collides.
include <shapes.scad>

// Its corner that is nearest to the holes is at the origin, its pins are at +y.
module pi() {
    linear_extrude(pi_board[2]) difference() {
        square([pi_board[0], pi_board[1]]);
        for (x = [0, pi_holes[0]], y = [0, pi_holes[1]]) translate([pi_hole_edge + x, pi_hole_edge + y]) circle(d = 2.7, $fn = 20);
    }
    translate([0, 0, pi_board[2] - e]) {
        for (y = [1.5, 20, 38]) translate([65, y, 0]) cube([23, 15.5, 16]);
        translate([6.8, -1.3, 0]) cube([9, 7.5, 3.3]);
        for (x = [22.3, 35.7]) translate([x, -1.3, 0]) cube([7, 7.5, 3.2]);
        translate([7, 50, 0]) cube([51, 5, 9]);
        translate([22, 24, 0]) cube([15, 15, 2.4]);
    }
}

// Stands on the board of a Pi 5, between pins and sockets.
module active_cooler() { translate([4, 7, pi_board[2] + 2.5]) cube(cooler); }

// Its upper side is at z = 0.
module fan_40() {
    translate([0, 0, -fan[1]]) linear_extrude(fan[1]) difference() {
        square(fan[0], center = true);
        for (x = [-0.5, 0.5], y = [-0.5, 0.5]) translate([x, y] * fan_holes) circle(d = 3.4, $fn = 20);
    }
}

module arcade_button() {
    translate([0, 0, -button_depth]) cylinder(d = 23.6, h = button_depth + 1);
    cylinder(d = button_flange, h = 3);
    cylinder(d = 18, h = 6);
}

module tube_of(length) { cylinder(d = tube, h = length); }
module tube_1000() { tube_of(long_tube); }
module tube_500() { tube_of(short_tube); }

module bolt() { // M8, its head's underside at the origin
    translate([0, 0, -5.3]) hexagon(13, 5.3 + e);
    cylinder(d = 8, h = 80, $fn = 24);
}

module table_top() { translate([0, -350, -table_thickness]) cube([800, 700, table_thickness]); }
module tripod() {
    translate([0, 0, -1]) cylinder(d = 45, h = 1);
    translate([0, 0, -2]) cylinder(d = 6.2, h = 8.2, $fn = 24);
    translate([0, 0, -200]) cylinder(d = 26, h = 200);
}

// Boards lie with their back to +y and their cable at z = 0, as on their plates.
module module3() {
    translate([-module3_board[0] / 2, -1, 0]) cube([module3_board[0], 1, module3_board[1]]);
    translate([-5.75, -1 - 5.5, 4]) cube([11.5, 5.5 + e, 11]);
    translate([0, -6, 9.5]) rotate([90, 0, 0]) cylinder(d = 7, h = 3);
    translate([-10.5, 0 - e, 0]) cube([21, 2.7, 5.5]);
}
module hq() {
    translate([-hq_board[0] / 2, -1.4, 0]) cube([hq_board[0], 1.4, hq_board[1]]);
    translate([0, -1, hq_board[1] / 2]) rotate([90, 0, 0]) { cylinder(d = 36, h = 12); cylinder(d = 30, h = 40); }
    translate([-10.5, -e, 0]) cube([21, 2.7, 5.5]);
}
