pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- extcmd(command, p1, p2): gives nothing, and the cart goes on
-- rests on: the manual's names; that an unknown one goes on too is our decision
for c in all(split("pause,screen,label,rec,rec_frames,video,audio_rec,audio_end,folder,go_back,breadcrumb,what")) do
 assert(extcmd(c)==nil,c)
end
extcmd("set_title","a title") extcmd("set_filename","shots") extcmd("set_title") extcmd("video",2,1) extcmd() extcmd({})
printh("ok")
