pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- time() and t(): seconds, the same within a frame
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(t(),0) is(time(),0) flip() is(t(),1/30) is(t(),time()) flip() is(t(),2/30)
printh("ok")
