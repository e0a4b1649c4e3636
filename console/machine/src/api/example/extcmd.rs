fn extcmd(p8: &mut Machine) {
    p8.extcmd("screen"); // keeps a picture of the screen
    p8.extcmd("pause"); // opens the pause menu
    p8.extcmd_ext("audio_rec", 1, 0); // what else the host knows
}
