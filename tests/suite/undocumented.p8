pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- names of PICO-8's boot code that published carts call
-- rests on: carts that call them; what they do is not known but for _set_fps
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for f in all{_mark_cpu,_startframe,_update_buttons,_update_framerate,holdframe,_map_display,set_draw_slice} do f() end is(type(ls()),"table") is(mapdraw~=nil,true)
printh("ok")
