extcmd("screen") -- keeps a picture of the screen
extcmd("pause") -- opens the pause menu
extcmd("audio_rec") -- keeps the sound from here on, until audio_end
extcmd("set_palette",1,0) -- the host does not know this, and says so
extcmd("set_title","level 2") -- the window's title
