pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- min, max, mid: what is missing is 0
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(max(1,2),2) is(min(1,2),1) is(max(-5),0) is(min(5),0) is(max(),0) is(mid(8,2,4),4) is(mid(1,2),1) is(mid(-3,-2),-2)
printh("ok")
