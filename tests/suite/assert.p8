pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- assert(c,[message]) gives its arguments
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(select("#",assert(1,2)),2) c=cocreate(function() assert(false,"why") end) ok,v=coresume(c) is(ok,false)
printh("ok")
