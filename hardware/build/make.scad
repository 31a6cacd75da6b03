// Makes one part (-D 'part="cross"'), or says where each part is when everything is put together.
include <shapes.scad>
include <box.scad>
include <stand.scad>
include <cameras.scad>
include <bought.scad>

part = "";

if (part == "box_base") box_base();
else if (part == "box_lid") box_lid();
else if (part == "table_clamp") table_clamp();
else if (part == "clamp_foot") clamp_foot();
else if (part == "clamp_knob") clamp_knob();
else if (part == "sleeve") sleeve();
else if (part == "cross") cross();
else if (part == "tripod_head") tripod_head();
else if (part == "cable_clip") cable_clip();
else if (part == "tube_eye") tube_eye();
else if (part == "camera_plate_module3") camera_plate_module3();
else if (part == "camera_plate_hq") camera_plate_hq();
else if (part == "pi") pi();
else if (part == "active_cooler") active_cooler();
else if (part == "fan_40") fan_40();
else if (part == "arcade_button") arcade_button();
else if (part == "tube_1000") tube_1000();
else if (part == "tube_500") tube_500();
else if (part == "bolt") bolt();
else if (part == "table_top") table_top();
else if (part == "tripod") tripod();
else if (part == "module3") module3();
else if (part == "hq") hq();
else assert(part == "", str("there is no part ", part));

// Assemblies: name, part, rotation in degrees (about x, then y, then z), shift.
module at(assembly, part, turned, shift) echo("place", assembly, part, turned, shift);

module say(name, value) echo("measure", name, value);

if (part == "") {
    say("bed", bed);
    say("pi_holes", pi_holes);
    say("pi_pilot", m25_pilot);
    say("pi_post_middle", wall + pi_post / 2);
    say("module3_holes", module3_holes);
    say("module3_pilot", m2_pilot);
    say("hq_holes", hq_holes);
    say("hq_pilot", m25_pilot);
    say("camera_post_middle", plate_y - plate - camera_post / 2);

    at("box", "box_base", [0, 0, 0], [0, 0, 0]);
    at("box", "box_lid", [0, 0, 0], [0, 0, wall + box[2]]);
    at("box", "pi", [0, 0, 180], [pi_corner[0], pi_corner[1], pi_floor]);
    at("box", "active_cooler", [0, 0, 180], [pi_corner[0], pi_corner[1], pi_floor]);
    at("box", "fan_40", [0, 0, 0], [fan_place[0], fan_place[1], wall + box[2] - 0.05]);
    say("fan_holes", [fan_holes, fan_holes]);
    say("fan_pilot", fan_hole);
    say("lid_middle", 0.5);
    for (p = button_places()) at("box", "arcade_button", [0, 0, 0], [p[0], p[1], wall + box[2] + wall + 0.6]);

    // The table's top is z = 0; the upright stands behind the clamp.
    clamp_z = -clamp_height + jaw[1];
    at("arm", "table_top", [0, 0, 0], [back + 9.5, 0, -0.1]);
    at("arm", "table_clamp", [90, 0, 0], [0, clamp_width / 2, clamp_z]);
    foot_of_upright = clamp_z + 6;
    // The short one below, so that the cross can slide along the whole long one.
    at("arm", "tube_500", [0, 0, 0], [clamp_tube_x, 0, foot_of_upright]);
    at("arm", "sleeve", [0, 0, 90], [clamp_tube_x, 0, foot_of_upright + short_tube - sleeve_length / 2]);
    at("arm", "tube_1000", [0, 0, 0], [clamp_tube_x, 0, foot_of_upright + short_tube + 0.05]);
    foot_z = -table_thickness - 0.3;
    at("arm", "clamp_foot", [180, 0, 0], [clamp_bolt_x, 0, foot_z]);
    bolt_z = foot_z - 6 - 80 - 0.1;
    at("arm", "bolt", [0, 0, 0], [clamp_bolt_x, 0, bolt_z]);
    at("arm", "clamp_knob", [180, 0, 0], [clamp_bolt_x, 0, bolt_z + 8.1]);
    // Drawn as high as it goes; the cross slides down for games that want the camera lower.
    cross_z = foot_of_upright + long_tube + short_tube - cross_length - 10;
    boom_z = cross_z + cross_length / 2;
    boom_x = clamp_tube_x - cross_length / 2 - 25;
    carrier_x = boom_x + short_tube - 45;
    at("arm", "cross", [0, 0, 0], [clamp_tube_x, 0, cross_z]);
    at("arm", "tube_500", [0, 90, 0], [boom_x, cross_distance, boom_z]);
    camera_at("arm", "camera_plate_module3", "module3", module3_board, [carrier_x, cross_distance, boom_z]);
    for (n = [1, 3, 4]) at("arm", "cable_clip", [0, 0, 90], [clamp_tube_x, 0, clamp_z + clamp_height + 250 * n]);
    for (n = [1, 2]) at("arm", "cable_clip", [90, 0, 90], [clamp_tube_x + 140 * n, cross_distance, boom_z]);
    lens_x = carrier_x + 3 + module3_board[1] / 2;
    lens_below_boom = collar_outer - 2 + plate + camera_post + 8; // 8 from the board to the lens
    say("tube", [tube, tube_wall]);
    say("lens_at_most", boom_z - lens_below_boom);
    say("lens_at_least", foot_of_upright + short_tube + (sleeve_length + cross_length) / 2 - lens_below_boom);
    say("reach", lens_x - back);             // from the table's edge
    say("boom", [lens_x - clamp_tube_x, short_tube]); // from the upright to the lens, and as a whole
    say("upright", boom_z - jaw[1]);         // from the clamp to the boom

    at("tripod", "tripod", [0, 0, 0], [0, 0, -0.1]);
    at("tripod", "tripod_head", [0, 0, 0], [0, 0, 0]);
    boom_end = -300;
    at("tripod", "tube_1000", [0, 90, 0], [boom_end, 0, head_axis]);
    at("tripod", "tube_eye", [0, 90, 0], [boom_end - 4.1, 0, head_axis]);
    camera_at("tripod", "camera_plate_hq", "hq", hq_board, [boom_end + long_tube - 70, 0, head_axis]);
    for (n = [1, 2]) at("tripod", "cable_clip", [90, 0, 90], [130 * n, 0, head_axis]);
}

// A plate on a boom along x at this place, with its camera below.
module camera_at(assembly, carrier, camera, board, p) {
    at(assembly, carrier, [90, 0, 90], p);
    at(assembly, camera, [90, 0, 90], [p[0] + 3, p[1], p[2] + plate_y - plate - camera_post - 0.05]);
}
