-- sound
-- by rasher

-- looping music, and sounds for
-- events: each is part of a sound,
-- on its own channel

function _init()
 frog={pad=0,to=0,k=1,under=0}
 rings={}
 playing=true
 -- the tune uses channels 0 to 2
 music(0,0,7)
end

-- the position of lily pad n
function place(n)
 return 64+cos(n/8)*46,70-sin(n/8)*30
end

function _update60()
 for r in all(rings) do
  r.r+=0.4
  if (r.r>16) del(rings,r)
 end
 if btnp(❎) then
  playing=not playing
  -- it fades in and out in a second
  music(playing and 0 or -1,1000,7)
 end
 if frog.under>0 then
  frog.under-=1
  if (frog.under==0) land()
 elseif frog.k<1 then
  frog.k=min(1,frog.k+1/18)
  if (frog.k==1) land()
 elseif btnp(➡️) then
  leap(1)
 elseif btnp(⬅️) then
  leap(-1)
 elseif btnp(⬆️) or btnp(⬇️) then
  leap(4)
 elseif btnp(🅾️) then
  frog.under=40
  ring(frog.pad,7)
  sfx(10,3)
 end
end

function leap(by)
 frog.to=(frog.pad+by)%8
 frog.k=0
 sfx(9,3)
end

function ring(n,c)
 local x,y=place(n)
 add(rings,{x=x,y=y+4,r=6,c=c})
end

-- each lily pad has its own note:
-- four rows of sound 8
function land()
 frog.pad=frog.to
 sfx(8,3,frog.pad*4,4)
 ring(frog.pad,14)
end

function _draw()
 cls(1)
 circfill(20,18,9,7)
 circfill(17,16,8,1)
 for i=1,30 do
  pset(i*41%128,i*i*3%34,i%4==0 and 7 or 13)
 end
 ovalfill(2,30,125,118,0)
 ovalfill(4,32,123,114,1)
 fillp(0xa5a5)
 ovalfill(12,38,115,106,0x1c)
 fillp(0x8020)
 ovalfill(24,46,103,96,0x7c)
 fillp()
 for r in all(rings) do
  oval(r.x-r.r,r.y-r.r/2,r.x+r.r,r.y+r.r/2,r.r>11 and 13 or r.c)
 end
 for n=0,7 do
  local x,y=place(n)
  spr(5,x-8,y+sin(t()/3+n/5)*1.4,2,1)
  if (n%3==1) spr(7,x-2,y-4)
 end
 for i=0,6 do
  local x=i*23%126
  spr(8,x,97+i*5%9,1,2)
 end
 -- during a jump the frog is between
 -- two pads, in an arc
 if frog.under==0 then
  local x,y=place(frog.pad)
  local u,v=place(frog.to)
  local k=frog.k
  if k<1 then
   x+=(u-x)*k
   y+=(v-y)*k+sin(k/2)*22
  end
  spr(k<1 and 3 or 1,x-8,y-11,2,2)
 end
 -- what the channels are playing
 rectfill(0,111,127,127,0)
 for i=0,3 do
  local n=stat(46+i)
  local note=stat(50+i)
  rectfill(4+i*31,122,31+i*31,126,1)
  if n>=0 then
   rectfill(5+i*31,123,5+i*31+note*25/31,125,i==3 and 14 or 12)
  end
 end
 print("⬅️➡️⬆️ leap  🅾️ dive  ❎ music",5,114,6)
end
