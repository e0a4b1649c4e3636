extcmd("screen") -- saves a screenshot
extcmd("pause") -- opens the pause menu
extcmd("audio_rec") -- records sound until audio_end
extcmd("set_palette",1,0) -- unknown to the host, which says so
extcmd("set_title","level 2") -- the window's title
