fn extcmd(p8: &mut Machine) {
    p8.extcmd("screen"); // keeps a picture of the screen
    p8.extcmd("pause"); // opens the pause menu
    p8.extcmd("audio_rec"); // keeps the sound from here on, until audio_end
    p8.extcmd_ext("set_palette", 1, 0); // the host does not know this, and says so
    p8.extcmd_text("set_title", "level 2"); // the window's title
}
