pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- each round of a loop has its own variable; functions share what they capture
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={} for i=1,3 do add(t,function() i+=1 return i end) end is(t[1](),2) is(t[1](),3) is(t[3](),4)
function counter() local n=0 return function() n+=1 return n end,function() return n end end
up,get=counter() up() up() is(get(),2)
local function fact(n) return n<2 and 1 or n*fact(n-1) end is(fact(6),720)
printh("ok")
