pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- public reports on drawing and text, each with what PICO-8 does
-- rests on: the report named in each line; MiSTer_PICO-8 and PikoNest list what they recorded on PICO-8 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
-- MiSTer_PICO-8, render_diff: rows that are left of a screen of colour 7 after one line of text at that height
function rows(y)
 cls(7) cursor(0,y) print("x",7) local n=0
 for i=0,127 do if (pget(127,i)==7) n+=1
 end return n
end
is(rows(-8),128) is(rows(-1),128) is(rows(0),128) is(rows(60),128) is(rows(120),122) is(rows(128),116) is(rows(130),114) is(rows(200),44) is(rows(255),0)
-- MiSTer_PICO-8, m_map_size: without a size all of the map is drawn, its shared half too
mset(0,40,1) for i=0,63 do sset(8+i%8,i\8,8) end
cls() map(0,0,0,-256) is(pget(0,64),8) cls() map(0,0,0,-256,nil,nil) is(pget(0,64),8) cls() map(0,0,0,-256,0,0) is(pget(0,64),0)
-- MiSTer_PICO-8, m_fillp_int: color takes a pattern too
poke(0x5f34,1) color(0x11a5.a5a5) cls() rectfill(0,0,3,0) is(pget(0,0),0) is(pget(1,0),5) poke(0x5f34,0) fillp()
-- PikoNest, oval_oracle: the sum of these 36 shapes, whose digests are those of its file
function sum(draw,w,h)
 cls() draw(0,0,w-1,h-1,7) local c=0
 for y=0,h-1 do for x=0,w-1 do if (pget(x,y)==7) c+=(x*3+y*5+1)>>8
 end end return c
end
c=0
for h in all{9,10,15,22,29,32,47,48,63,64} do c+=sum(oval,127,h) end
for h in all{1,2,3,4,9,16,23,32,47,63,64} do c+=sum(oval,128,h) end
for h in all{1,2,3,10,31,64} do c+=sum(ovalfill,3,h) end
for h in all{3,4,5,17,48,63} do c+=sum(ovalfill,4,h) end
for h in all{3,5,6} do c+=sum(ovalfill,5,h) end
is(tostr(c,1),"0x1730.4e00")
-- fake-08 test carts: text pokes two bytes, no more
print("\^!5f5c\9\6") is(@0x5f5c,9) is(@0x5f5d,6) is(@0x5f5e,255)
-- fake-08 61: an empty oval ends, the cursor goes below the text
oval(5,5,4,4) ovalfill(0,0,-1,-1) print("abc",10,20) is(@0x5f26,10) is(@0x5f27,26)
-- picotool 84: a glyph as a pattern, ? with a call
cls() fillp(▒) rectfill(0,0,1,1,7) is(pget(0,0)+pget(1,0),7) fillp() ?sub("000000",#"12"+1)..12,103,2,6
-- bbs, 2021: lines of great length end
line(16,-15070,17,29772,12) line(-15070,16,29772,17,12) is(pget(16,0),12)
printh("ok")
