pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- cartdata, dget, dset: 64 numbers
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
had=cartdata"rasher_suite_1" is(type(had),"boolean") if (not had) is(dget(0),0)
dset(0,1.5) is(dget(0),1.5) is($0x5e00,1.5) dset(63,2) is(dget(63),2) dset(64,3) is(dget(64),0) is(dget(-1),0)
printh("ok")
