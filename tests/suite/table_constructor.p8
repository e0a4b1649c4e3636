pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- table constructors
-- rests on: Lua 5.2's manual; # behind a nil: its tables, which make room for a whole list at once
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={1,2;3,x=4,["y z"]=5,[10]=6,} is(#t,3) is(t.x,4) is(t["y z"],5) is(t[10],6) function f() return 7,8 end is(#{f(),f()},3) is(#{(f())},1) is(#{f(),nil},1)
t={[1]="a","b"} is(t[1],"b")
function all_of(...) return {...} end is(#all_of(nil,nil,3),3) is(#{nil,f()},3) is(#{nil,nil,(f())},3) is(#pack(nil,2),2)
t=all_of(nil,8,9) is(add(t,7),7) is(t[4],7) function seen(t) local s="" for v in all(t) do s..=v end return s end is(seen(t),"897") is(seen{nil,f()},"78")
printh("ok")
