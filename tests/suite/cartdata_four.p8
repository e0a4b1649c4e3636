pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- cartdata switches between at most four ids in a session
-- rests on: PICO-8's history, 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for i=1,4 do is(cartdata("rasher_four_"..i),false) is(dget(0),0) dset(0,i*11) end
is(cartdata("rasher_four_5"),false) is(dget(0),44)
for i=1,4 do is(cartdata("rasher_four_"..i),true) is(dget(0),i*11) end
printh("ok")
