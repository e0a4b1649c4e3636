-- palette
-- by rasher

-- one picture at four times of day:
-- the display palette sets how each
-- colour looks, from all 32;
-- fill patterns mix two of them

names={"morning","noon","evening","night"}

-- how the colours 1 to 11 look:
-- sky from the top (3), sun, sea far
-- and near, glitter, hills far and
-- near, boat, words
moods={
 {141,142,143,135,13,141,15,133,130,128,7},
 {140,12,6,7,12,140,7,131,3,4,7},
 {130,136,137,9,136,130,10,141,128,0,10},
 {0,129,1,6,1,129,13,133,128,0,13},
}

-- from all of the first colour to
-- all of the second
mixes={0,0x8020,0xa0a0,0xa4a1,0xa5a5,0xb5e5,0xf5f5,0xfdf7,0xffff}

function _init()
 mood=1
 age=0
end

function _update60()
 age+=1
 local by=0
 if (btnp(⬅️)) by=-1
 if (btnp(➡️) or age==360) by=1
 if by~=0 then
  mood=(mood-1+by)%4+1
  age=0
 end
end

-- a band of rows that fades from
-- one colour to another
function band(y,h,from,to)
 for i=0,8 do
  fillp(mixes[i+1])
  rectfill(0,y+i*h\9,127,y+(i+1)*h\9-1,from+to*16)
 end
 fillp()
end

function _draw()
 pal(moods[mood],1)
 cls(1)
 band(0,40,1,2)
 band(40,32,2,3)
 -- the sun, or the moon
 local x,y=84,({52,20,60,26})[mood]
 fillp(0xa5a5.8)
 circfill(x,y,14,4)
 fillp()
 circfill(x,y,11,4)
 if (mood==4) circfill(x+5,y-3,9,2)
 -- hills
 for i=0,127 do
  local far=64+sin(i/90)*5+sin(i/37)*3
  line(i,far,i,72,8)
 end
 band(72,56,5,6)
 -- its light on the water: rows of
 -- dashes, wider in the foreground
 for i=0,26 do
  local w=3+i*0.8+sin(t()/3+i*0.37)*4
  local u=x+sin(t()/5+i*0.29)*3
  if (w>1) line(u-w,73+i*2,u+w,73+i*2,7)
  if (w>6) line(u-w/3,73+i*2,u+w/3,73+i*2,4)
 end
 -- a boat
 local bx,by=34,88+sin(t()/4)*2
 fillp(0xa5a5.8)
 ovalfill(bx-16,by+4,bx+16,by+9,6)
 fillp()
 for i=0,4 do
  line(bx-14+i,by+i,bx+14-i,by+i,10)
 end
 line(bx,by,bx,by-24,10)
 for i=0,20 do
  line(bx+2,by-22+i,bx+2+i*0.6,by-22+i,7)
  line(bx-2,by-18+i*0.8,bx-2-i*0.4,by-18+i*0.8,3)
 end
 -- the shore, in two colours
 for i=0,127 do
  local near=120+sin(i/150+0.1)*8+sin(i/31)*2
  line(i,near,i,127,9)
  fillp(0xa5a5)
  line(i,near,i,near+2,0x98)
  fillp()
 end
 print(names[mood],4,4,11)
 print("⬅️➡️",112,4,11)
end
