pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- tostring: undocumented, Lua's own
-- rests on: names in PICO-8's global table, as published
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(tostring(1.5),"1.5") is(tostring("a"),"a") is(tostring(true),"true") is(tostring(nil),"nil") is(sub(tostring{},1,5),"table")
printh("ok")
