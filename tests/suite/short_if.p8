pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- if (c) x else y, to the end of the line
-- rests on: the manual; zepto8's t/syntax; an else and comments by shrinko8's parser and published carts
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=0
if (true) x=1
is(x,1)
if (false) x=2 else x=3
is(x,3)
if (x==3) x=4 x=5
is(x,5)
for i=1,3 do if (i==2) x=i end
is(x,2)
if (x==2) and true then x=7 end
is(x,7)
if ((x==1) or
 (x==7)) then x=8 end
is(x,8)
if (false) x=0 -- a comment
is(x,8)
if x==8 do x=9 end is(x,9)
-- a published tweet cart of 0.2.0 (pico8-ls, tweettweetjam-tet): ? ends a short if with its line
y=0 for i=1,2 do if(i==2)x=i?"a",0,0
y+=1 end is(y,2)
x=9
-- an else has the rest of its line, which may be empty
x,y=0,0 if (true) x=1 else
y=2
is(x,1) is(y,2)
if (false) x=2 else
x+=10
is(x,11)
-- MiniMechMedia's tweet carts: a long comment of several lines ends no line
x=0 if(false)--[[then
]]x=1
is(x,0)
if(true)--[[then
]]x=1 --[[
]]y=5 x=2
is(x,2) is(y,5)
while(x<4)--[[
]]x+=1
is(x,4)
?"a",--[[
]]0,0
if (true) x=#[[
]] y=6
is(x,0) is(y,6)
function f() if (true) return 4
end is(f(),4)
printh("ok")
