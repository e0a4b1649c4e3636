pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- ipairs(t) and inext: 1 to the first nil
-- rests on: Lua 5.2's manual; inext is ipairs' step
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
s="" for i,v in ipairs{"a","b",nil,"d"} do s..=i..v end is(s,"1a2b")
is(inext({5,6},0),1) is(select(2,inext({5,6},1)),6) is(inext({5,6},2),nil)
s="" for i,v in inext,{7,8} do s..=v end is(s,"78")
printh("ok")
