fn printh(p8: &mut Machine) {
    p8.printh("a line for the terminal");
    p8.printh_ext("hp,turn", "log.csv", true, false); // overwrites the file
    p8.printh_ext("12,1", "log.csv", false, false); // appends a line
    p8.printh_ext("seed 7", "@clip", false, false); // copies to the clipboard
}
