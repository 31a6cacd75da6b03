// What holds tubes: the clamp for a table's edge, the cross, the head for a photo tripod, small things.
include <shapes.scad>

clamp_width = 44;
jaw = [66, 14];        // length and thickness of the upper jaw
lower_jaw = [52, 20];
throat = 62;           // a table of 45, the foot and the end of the bolt
back = 12;
clamp_height = jaw[1] + throat + lower_jaw[1];
clamp_tube_x = -collar_outer + 3; // the tube is behind the back
clamp_bolt_x = back + 32;

// Printed on its side, so that the force runs along the layers: y is up at the table, z is its width.
module table_clamp() {
    difference() {
        union() {
            linear_extrude(clamp_width) {
                square([back, clamp_height]);
                translate([0, clamp_height - jaw[1]]) square([back + jaw[0], jaw[1]]);
                square([back + lower_jaw[0], lower_jaw[1]]);
                // A corner that bears bending
                for (y = [lower_jaw[1], clamp_height - jaw[1]]) translate([back - e, y])
                    polygon(y < 30 ? [[0, -e], [9, -e], [0, 9]] : [[0, e], [9, e], [0, -9]]);
            }
            translate([clamp_tube_x, 0, clamp_width / 2]) rotate([-90, 90, 0]) linear_extrude(clamp_height) {
                collar_outline();
            }
            // Down to the bed, so that nothing hangs
            translate([clamp_tube_x - collar_outer - ear[0], 0, 0])
                cube([ear[0] + 2 * collar_outer - 2, clamp_height, clamp_width / 2 - slit / 2]);
        }
        translate([clamp_tube_x, 0, clamp_width / 2]) rotate([-90, 90, 0]) {
            translate([0, 0, 6]) linear_extrude(clamp_height) circle(d = bore);
            translate([0, 0, -1]) linear_extrude(clamp_height + 2)
                translate([-slit / 2, 0]) square([slit, collar_outer + ear[0] + 1]);
            for (h = [0.25, 0.75] * clamp_height) mirror([1, 0, 0]) {
                ear_screw(h); // its head goes in from below
                translate([0, collar_outer + ear[0] / 2, h]) rotate([0, -90, 0])
                    translate([0, 0, slit / 2 + ear[1]]) cylinder(d = 9, h = 40);
            }
        }
        translate([clamp_bolt_x, -1, clamp_width / 2]) rotate([-90, 0, 0]) {
            cylinder(d = m8_hole, h = lower_jaw[1] + 2);
            translate([0, 0, 1 + lower_jaw[1] - m8_nut_height]) rotate(30) hexagon(m8_nut, 20);
        }
    }
}

// The bolt's end turns in it; felt or rubber is glued to its underside.
module clamp_foot() {
    difference() {
        cylinder(d = 32, h = 10);
        translate([0, 0, 4]) cylinder(d = m8_hole + 0.4, h = 10);
    }
}

// On the head of the bolt.
module clamp_knob() {
    difference() {
        linear_extrude(14) union() { circle(d = 34); for (a = [0 : 60 : 300]) rotate(a) translate([16, 0]) circle(d = 11); }
        translate([0, 0, -1]) cylinder(d = m8_hole, h = 30);
        translate([0, 0, 14 - 6]) hexagon(m8_nut, 20);
    }
}

sleeve_length = 120;

// Joins two tubes end to end, half of its length on each; they touch in its middle.
module sleeve() {
    difference() {
        linear_extrude(sleeve_length) collar_outline();
        translate([0, 0, -1]) linear_extrude(sleeve_length + 2) collar_opening();
        for (h = [15, 45, 75, 105]) ear_screw(h);
    }
}

cross_length = 2 * collar_outer;
cross_distance = bore + 7; // between the middles of the two tubes

// Holds one tube across another; the boom is beside the upright, so both can be of any length.
module cross() {
    difference() {
        union() {
            linear_extrude(cross_length) rotate(180) collar_outline();
            translate([-cross_length / 2, cross_distance, cross_length / 2]) rotate([90, 0, 90])
                linear_extrude(cross_length) {
                    collar_outline();
                    translate([-collar_outer, -collar_outer]) square([2 * collar_outer, collar_outer]);
                }
            translate([-collar_outer, 0, 0]) cube([2 * collar_outer, cross_distance - bore / 2 - 1, cross_length]);
        }
        translate([0, 0, -1]) linear_extrude(cross_length + 2) rotate(180) collar_opening();
        rotate(180) ear_screw(cross_length / 2);
        translate([-cross_length / 2, cross_distance, cross_length / 2]) rotate([90, 0, 90]) {
            translate([0, 0, -1]) linear_extrude(cross_length + 2) collar_opening();
            mirror([1, 0, 0]) ear_screw(cross_length / 2);
        }
    }
}

head_length = 56;
head_axis = 2.6 + inch_nut_height + 2 + bore / 2; // height of the tube's middle

// Screwed onto the 1/4" screw of a photo tripod; the nut is put in through the bore.
module tripod_head() {
    difference() {
        translate([-head_length / 2, 0, head_axis]) rotate([90, 0, 90]) linear_extrude(head_length) {
            collar_outline();
            translate([-collar_outer - 3, -head_axis]) square([2 * collar_outer + 6, head_axis]);
        }
        translate([-head_length / 2, 0, head_axis]) rotate([90, 0, 90]) {
            translate([0, 0, -1]) linear_extrude(head_length + 2) collar_opening();
            ear_screw(head_length * 0.22);
            ear_screw(head_length * 0.78);
        }
        translate([0, 0, -1]) cylinder(d = inch_hole, h = 20);
        translate([0, 0, 2.6]) hexagon(inch_nut, head_axis - 2.6);
    }
}

// Snaps onto a tube and leads the camera's cable along it.
module cable_clip() {
    inner = tube / 2 + 0.1;
    outer = inner + 2.4;
    holder = [ribbon[0] + 4, ribbon[1] + 4];
    linear_extrude(10) difference() {
        union() {
            circle(outer);
            translate([-holder[0] / 2, -outer - holder[1] + 2]) rounded(holder, 1.9);
        }
        circle(inner);
        polygon([[0, 0], [-30, 25], [30, 25]]);
        translate([-ribbon[0] / 2, -outer - holder[1] + 4]) square(ribbon);
        translate([ribbon[0] / 2 - 3.2, -outer - holder[1]]) square([2, 5]); // the cable is slipped in here
    }
}

// Closes the far end of the boom; a bag with a bottle of water hangs on it and balances the camera.
module tube_eye() {
    cup = bore / 2 + 3;
    difference() {
        linear_extrude(30) circle(cup);
        translate([0, 0, 4]) linear_extrude(30) circle(d = bore);
    }
    linear_extrude(8) difference() {
        hull() { translate([cup + 7, 0]) circle(8); square([cup, 16], center = true); }
        translate([cup + 7, 0]) circle(d = 8);
        circle(d = bore);
    }
    linear_extrude(4) circle(cup);
}
