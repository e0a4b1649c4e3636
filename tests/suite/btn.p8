pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- btn and btnp without anything pressed
-- rests on: the manual; btn(nil) recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(btn(),0) is(btn(0),false) is(btn(nil),false) is(btn(9),false) is(btn(0,7),false) is(btnp(),0) is(btnp(5,1),false)
printh("ok")
