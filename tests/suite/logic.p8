pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- and, or, not: values, and no more is computed than is needed
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(nil or 1,1) is(false or nil,nil) is(0 and 2,2) is(nil and x.y,nil) is(not 0,false) is(not nil,true) is(1 and 2 or 3,2) is(nil and 2 or 3,3)
function no() assert(false) end is(true or no(),true) is(false and no(),false) is("" and 1,1)
printh("ok")
