pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- ? is print with the rest of the line
-- rests on: the manual; as an expression by FAKE-08's carts short_print_test and return_assign_shortprint_test
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
?"a",0,0,7
is(pget(0,2),7)
x=?"abc",0,0
is(x,12)
if (true) ?"b",20,20,9
is(pget(20,20),9)
printh("ok")
