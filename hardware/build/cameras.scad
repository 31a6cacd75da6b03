// Plates under the boom that carry a camera, looking down. Printed standing on end: z runs along the tube.
include <shapes.scad>

plate = 4;
plate_y = -collar_outer + 2; // its upper side; the collar reaches into it

module camera_plate(board, holes, edge, pilot, post) {
    length = board[1] + 6;
    width = max(board[0] + 6, 2 * collar_outer - 4);
    difference() {
        union() {
            linear_extrude(length) {
                collar_outline();
                translate([-width / 2, plate_y - plate]) square([width, plate]);
            }
            for (p = camera_hole_places(board, holes, edge)) translate([p[0], plate_y - plate + e, p[1]])
                rotate([90, 0, 0]) cylinder(d1 = post + 3, d2 = post, h = camera_post + e, $fn = 32);
        }
        translate([0, 0, -1]) linear_extrude(length + 2) collar_opening();
        ear_screw(length / 2);
        for (p = camera_hole_places(board, holes, edge)) translate([p[0], plate_y - 1.7, p[1]])
            rotate([90, 0, 0]) cylinder(d = pilot, h = 30, $fn = 20);
    }
}

// x and z of the holes; the cable leaves the board at z = 0
function camera_hole_places(board, holes, edge) = [for (x = [-holes[0] / 2, holes[0] / 2],
    z = [0, holes[1]]) [x, 3 + board[1] - edge - z]];

module camera_plate_module3() { camera_plate(module3_board, module3_holes, module3_hole_edge, m2_pilot, 5.2); }
module camera_plate_hq() { camera_plate(hq_board, hq_holes, hq_hole_edge, m25_pilot, 6); }
