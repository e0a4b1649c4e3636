fn extcmd(p8: &mut Machine) {
    p8.extcmd("screen"); // saves a screenshot
    p8.extcmd("pause"); // opens the pause menu
    p8.extcmd("audio_rec"); // records sound until audio_end
    p8.extcmd_ext("set_palette", 1, 0); // unknown to the host, which says so
    p8.extcmd_text("set_title", "level 2"); // the window's title
}
