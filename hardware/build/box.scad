// The button box with a Raspberry Pi in it. The Pi's pins look to the front, where the buttons are.
include <shapes.scad>
use <../print/fonts/DejaVuSans.ttf>

box_outer = [box[0] + 2 * wall, box[1] + 2 * wall];
pi_side = 4.5;  // from the wall with the USB window to the board: its sockets stick out 3
pi_back = 2.5;  // from the rear wall to the board
// The board's corner that is nearest to the holes: right, at the back. It lies turned round.
pi_corner = [wall + pi_side + pi_board[0], wall + box[1] - pi_back];
pi_floor = wall + pi_post;
cable_x = pi_corner[0] - 60;
cable_depth = 9;
fan_place = [pi_corner[0] - 26.5, pi_corner[1] - 27];
lid_post = 8;
lid_screw_inset = 4.2;
buttons_y = wall + 21;

function pi_hole_places() = [for (x = [0, pi_holes[0]], y = [0, pi_holes[1]])
    [pi_corner[0] - pi_hole_edge - x, pi_corner[1] - pi_hole_edge - y]];
function lid_screws() = [for (x = [lid_screw_inset, box[0] - lid_screw_inset],
                              y = [lid_screw_inset, box[1] - lid_screw_inset]) [wall + x, wall + y]];
function button_places() = [for (n = [-1, 0, 1]) [box_outer[0] / 2 + n * button_step, buttons_y]];

module box_base() {
    difference() {
        union() {
            linear_extrude(wall) difference() {
                rounded(box_outer, box_corner);
                for (n = [0 : 6]) translate([pi_corner[0] - 62 + 8 * n, pi_corner[1] - 44])
                    rounded([3, 32], 1.4);
            }
            linear_extrude(wall + box[2]) difference() {
                rounded(box_outer, box_corner);
                translate([wall, wall]) rounded(box, box_corner - wall);
            }
            for (p = pi_hole_places()) translate([p[0], p[1], wall - e])
                linear_extrude(pi_post + e) difference() { circle(d = 6.4); circle(d = m25_pilot, $fn = 20); }
            intersection() {
                linear_extrude(100) rounded(box_outer, box_corner);
                for (p = lid_screws()) lid_screw_post(p);
            }
        }
        for (p = lid_screws()) translate([p[0], p[1], wall + box[2] - 11])
            cylinder(d = m3_pilot, h = 20, $fn = 20);
        // USB and network, at the left
        translate([-1, pi_corner[1] - pi_board[1] + 1, pi_floor + pi_board[2] - 0.5])
            cube([wall + 2, pi_board[1] - 2, pi_sockets]);
        // Power and screens, at the back: as high as the plugs are thick
        translate([pi_corner[0] - 47, wall + box[1] - 1, pi_floor + pi_board[2] - 4]) cube([43, wall + 2, 11]);
        // The camera's flat cable is laid into a notch at the back; the lid's tongue holds it there
        translate([cable_x, wall + box[1] - 1, wall + box[2] - cable_depth]) cube([ribbon[0], wall + 2, 20]);
        // Air, at the right
        for (n = [0 : 7]) translate([wall + box[0] - 1, pi_corner[1] - 50 + 6 * n, wall + 10]) cube([wall + 2, 2.5, 22]);
    }
    power_shelf();
}

// Behind the socket for power: a tie round shelf and cable takes the pull off the plug.
module power_shelf() {
    middle = pi_corner[0] - 11.3;
    difference() {
        translate([middle - 9, box_outer[1] - e, 0]) cube([18, 22, 3]);
        for (x = [-6, 6]) translate([middle + x - tie[1] / 2, box_outer[1] + 13, -1]) cube([tie[1], tie[0], 6]);
    }
}

// Grows out of its corner, so that it hangs over nothing and leaves the Pi its room.
module lid_screw_post(p) {
    corner = [p[0] < box_outer[0] / 2 ? 1 : box_outer[0] - 1, p[1] < box_outer[1] / 2 ? 1 : box_outer[1] - 1];
    hull() {
        translate([p[0], p[1], wall + box[2] - 12]) cylinder(d = lid_post, h = 12);
        translate([corner[0], corner[1], wall + box[2] - 22]) cylinder(d = 1, h = 22, $fn = 12);
    }
}

module lid_outline() {
    difference() {
        rounded(box_outer, box_corner);
        for (p = button_places()) translate(p) circle(d = button_hole);
        for (p = lid_screws()) translate(p) circle(d = 3.4);
        translate(lamp_place()) circle(d = lamp_hole);
        for (a = [0 : 60 : 300]) translate(buzzer_place()) rotate(a) translate([4.5, 0]) circle(d = 2, $fn = 20);
        translate(buzzer_place()) circle(d = 2, $fn = 20);
        translate(fan_place) {
            for (x = [-0.5, 0.5], y = [-0.5, 0.5]) translate([x, y] * fan_holes) circle(d = fan_hole);
            intersection() {
                circle(d = fan[0] - 4);
                for (n = [-3 : 3]) translate([5 * n - 1.5, -20]) square([3, 40]);
            }
        }
    }
}

function lamp_place() = [box_outer[0] / 2 - 24, buttons_y + 34];
function buzzer_place() = [box_outer[0] / 2 + button_step, buttons_y + 34];

module lid_words() {
    words = ["NEXT", "UNDO", "SCAN"];
    for (n = [0 : 2]) translate([button_places()[n][0], buttons_y + 18])
        text(words[n], size = 6, font = "DejaVu Sans", halign = "center", spacing = 1.3);
}

module box_lid() {
    plate = wall + 0.6;
    linear_extrude(plate - 0.6) lid_outline();
    translate([0, 0, 1]) linear_extrude(plate - 1) difference() { lid_outline(); lid_words(); }
    // A rim that keeps it in place
    translate([0, 0, -3]) linear_extrude(3 + e) difference() {
        translate([wall + clearance, wall + clearance]) rounded([box[0] - 2 * clearance, box[1] - 2 * clearance], box_corner - wall);
        translate([wall + clearance + 2, wall + clearance + 2]) rounded([box[0] - 2 * clearance - 4, box[1] - 2 * clearance - 4], 1.6);
        for (p = lid_screws()) translate(p) square(2 * lid_post + 3, center = true);
    }
    // The tongue that holds the camera's cable in its notch
    translate([cable_x + clearance, wall + box[1] - 1.6, cable_gap - cable_depth])
        cube([ribbon[0] - 2 * clearance, wall + 1.6 - clearance, cable_depth - cable_gap + e]);
}
