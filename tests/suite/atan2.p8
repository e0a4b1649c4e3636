pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- atan2(dx,dy), anticlockwise in turns
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(atan2(1,1),0x0.e000) is(atan2(3,4),0x0.da38) is(atan2(-1,.5),0x0.92e4) is(atan2(-.0001,-1),.25) is(atan2(0,0),.25) is(atan2(1,0),0) is(atan2(0,-1),.25)
printh("ok")
