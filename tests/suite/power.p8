pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- ^ : right to left, above unary minus
-- rests on: Lua 5.2's manual; values of zepto8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(2^10,1024) is(2^3^2,512) is(-2^2,-4) is(4^.5,2) is(5^0,1) is(2^-1,.5) is((-2)^3,-8)
printh("ok")
