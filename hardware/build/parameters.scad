// All measures in millimetres. This is the only file to change: everything else follows from it.

// Printing
bed = 220;             // the side of the printer's bed; every part fits on it
wall = 2.4;            // of the box, and of whatever has no reason to be thicker
clearance = 0.3;       // between parts that go into each other
$fn = 48;

// Tubes of the stand: aluminium tube or round wood from any shop
tube = 20;
tube_wall = 1.5;
long_tube = 1000;      // the upper one of the arm's two uprights, and the tripod's boom
short_tube = 500;      // half of a long one: the lower upright, and the arm's boom
table_thickness = 28;  // only for the drawings: the clamp takes 10 to 45

// Screws: holes they go through, nuts across their flats
m4_hole = 4.5;  m4_nut = 7.3;   m4_nut_height = 3.4;
m8_hole = 8.6;  m8_nut = 13.4;  m8_nut_height = 7;
inch_hole = 6.8; inch_nut = 11.4; inch_nut_height = 5.8; // 1/4"-20, the screw of photo tripods
m3_pilot = 2.6;        // plastic holds self-tapping screws in pilot holes
m25_pilot = 2.1;
m2_pilot = 1.7;

// Raspberry Pi 4 or 5
pi_board = [85, 56, 1.6];
pi_holes = [58, 49];
pi_hole_edge = 3.5;    // from the board's corner without sockets to the middle of the hole
pi_post = 6;           // height of the posts it stands on
pi_sockets = 17;       // height of USB and network above the board, with room

// Cameras
module3_board = [25, 24];
module3_holes = [21, 12.5];
module3_hole_edge = 2;
hq_board = [38, 38];
hq_holes = [30, 30];
hq_hole_edge = 4;
camera_post = 6;       // room for the cable between board and plate
ribbon = [17.5, 2];    // slot for the camera's cable

// Button box, inside
box = [118, 102, 42];
box_corner = 6;
button_hole = 24.2;    // small arcade buttons
button_depth = 34;     // with its contacts
button_flange = 28;
button_step = 37;      // from one to the next
lamp_hole = 5.2;
cable_gap = 1.2;       // for the camera's flat cable and a strip of felt under the lid's tongue
fan = [40, 10];        // side and depth of a fan under the lid; 5 V
fan_holes = 32; fan_hole = 3.6;
cooler = [58, 42, 14]; // the Active Cooler of a Pi 5, above the board
tie = [4, 2];          // slots for a cable tie
