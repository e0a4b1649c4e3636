pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- a function that has nothing of a function around is the same each time
-- rests on: Lua 5.2's manual (closures may be shared) and its source's behaviour; published carts keep thousands of such methods
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={} for i=1,2 do t[i]=function() return 1 end end is(t[1]==t[2],true)
for i=1,2 do t[i]=function() return i end end is(t[1]==t[2],false)
printh("ok")
