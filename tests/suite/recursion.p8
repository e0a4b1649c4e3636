pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- calls nest as deep as memory allows, and beyond it is an error
-- rests on: Lua 5.2: its own limit is memory, too
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function f(n) if (n==0) return 0
return 1+f(n-1) end is(f(900),900)
function g() return 1+g() end ok,message=coresume(cocreate(g)) is(ok,false) is(type(message),"string")
function tail(n) if (n==0) return "end"
return tail(n-1) end is(tail(30000),"end")
printh("ok")
