pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- pairs(t): array part in order, then the rest; pairs(nil) nothing
-- rests on: Lua 5.2's manual; FAKE-08's cart nilpairstest
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
s="" for k,v in pairs{10,20,30} do s..=k..v.." " end is(s,"110 220 330 ")
n=0 for k,v in pairs{a=1,b=2,3} do n+=v end is(n,6)
for k in pairs(nil) do assert(false) end
t={1,2,3,x=4} for k in pairs(t) do t[k]=nil end is(next(t),nil)
m=setmetatable({},{__pairs=function() return function(_,k) if (not k) return 1,"p" end end})
for k,v in pairs(m) do is(v,"p") end
printh("ok")
