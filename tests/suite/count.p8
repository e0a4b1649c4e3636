pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- count(t,[v]): elements that are not nil, or equal to v
-- rests on: the manual; FAKE-08's cart count_val_test
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(count{1,2,3},3) is(count{1,nil,3},2) is(count{},0) is(count(nil),0)
is(count({1,2,1,"1"},1),2) is(count({},1),0)
printh("ok")
