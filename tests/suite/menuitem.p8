pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- menuitem takes one to five items, and nil takes one away
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
menuitem(1,"one",function() end) menuitem(5,"five",function() end) menuitem(1) menuitem(6,"no") menuitem()
printh("ok")
