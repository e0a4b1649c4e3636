pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- _ENV: names without a declaration are its fields
-- rests on: Lua 5.2's manual; what is there without it: FAKE-08's cart nested_env_test, shrinko8's test cart, a published tweet cart (cos poke sin)
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=1 local is=is
do local _ENV={x=2} is(x,2) x=3 is(_ENV.x,3) end
is(x,1) is(_ENV.x,1)
function f(_ENV) return x end is(f{x=5},5)
for _ENV in all{{x=7}} do is(x,7) end
do local _ENV={} is(pget(5,5),0) pset(5,5,8) is(pget(5,5),8) poke(0x8000,7) is(@0x8000,7) is(cos(0),1) is(sin(0),0) is(rnd,nil) is(deli{4},4) is(print,nil) is(map,nil) end
printh("ok")
