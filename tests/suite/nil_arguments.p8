pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- nil for an optional number is 0, not the default
-- rests on: zepto8, FAKE-08 and femto8 agree; recorded on 0.2.7a6 for rnd, btn, peek and pal
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function fresh() clip() camera() cls(3) color(9) cursor(0,0) end
-- colours
for f in all{function() pset(5,5,nil) end,function() line(5,5,9,9,nil) end,function() line(5,5) line(5,5,nil) end,function() rect(5,5,9,9,nil) end,
 function() rectfill(5,5,9,9,nil) end,function() circ(9,5,4,nil) end,function() circfill(9,5,4,nil) end,function() oval(5,5,5,5,nil) end,
 function() ovalfill(5,5,5,5,nil) end,function() print("\^x5\-b8",5,5,nil) pset(5,5) end} do
 fresh() f() is(pget(5,5),0) is(peek(0x5f25),0)
end
fresh() print("a",nil) is(pget(0,0),0) is(peek(0x5f25),0)
fresh() color(nil) is(peek(0x5f25),0)
fresh() cursor(1,2,nil) is(peek(0x5f25),0)
sset(0,0,7) color(9) sset(0,0,nil) is(sget(0,0),0)
-- sizes
sset(8,0,7)
fresh() spr(1,0,0,nil,nil) is(pget(0,0),3) spr(1,0,0,1) is(pget(0,0),7)
fresh() sspr(8,0,8,8,0,0,nil,nil,true) is(pget(0,0),3) is(pget(7,0),3)
fresh() circfill(9,9,nil,7) is(pget(9,9),7) is(pget(9,8),3) circfill(9,9) is(pget(13,9),7)
fresh() sset(0,0,0) poke(0,9) reload(0,0,nil) is(peek(0),9)
-- a text's place, unless all of it is nil
fresh() cursor(40,50) print("a",2,nil) is(pget(2,0),9) is(pget(40,50),3)
fresh() cursor(40,50) print("a",nil,nil) is(pget(40,50),9)
-- a channel
sfx(1,0) sfx(2,nil) is(stat(46),2)
-- nil remains the default of map's size, and of pal
memset(0x2000,1,0x80) fresh() map(0,0,0,0,nil,nil) is(pget(64,0),7) is(pget(120,0),7)
pal(1,2) pal(nil) is(peek(0x5f01),1)
printh("ok")
__sfx__
010a00000c050
010a00000c050
010a00000c050
