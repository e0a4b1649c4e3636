pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- != is ~=
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(1!=2,true) is(1!=1,false) is("a"!="b",true)
printh("ok")
