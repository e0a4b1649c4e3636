pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- local x+=1 and other forms of before 0.2.5d still run
-- rests on: PICO-8's history, 0.2.5f: no longer allowed there; ours are read so that older carts run
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
do x=1 local x+=1 is(x,2) end
is(x,1)
printh("ok")
