pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- load(file,breadcrumb,parameter): another cart begins; user memory stays, stat(6) is the parameter, stat(100) the breadcrumb
-- rests on: the manual; that 0x4300 to 0x55ff survive: published multicarts
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0x4300,7) poke(0x55ff,8) poke(0x8000,6) poke(0xffff,5) pal(1,2) poke(0,9) menuitem(1,"x",function() end)
load("beside/second.p8","back","from load")
assert(false,"load comes back")
