pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- sin and cos in turns, sin upside down
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(sin(.25),-1) is(sin(0),0) is(cos(0),1) is(sin(.1),0xffff.698f) is(cos(.1),0x0.cf22) is(sin(-.7),0xffff.0c86) is(cos(.5),-1) is(sin(),0) is(cos(),1)
printh("ok")
