-- honey days
-- by rasher

-- bring pollen from the flowers to
-- the hive before the sun sets; the
-- more a bee carries, the slower it
-- flies, and the more it is worth

function _init()
 cartdata("rasher_honey_days")
 best=dget(0)
 mode="title"
 score=0
 bits={}
 new_game()
end

function new_game()
 score,day,hearts=0,0,3
 new_day()
end

-- each day needs more, and has one
-- more wasp, faster than the others
function new_day()
 day+=1
 wanted,brought=4+day*6,0
 sun=2700
 local skies={"sun","wind","rain"}
 weather=skies[1+(day-1)%3]
 bee={x=60,y=84,dx=0,dy=0,load=0,left=false,safe=90}
 flowers={}
 for i=1,10 do
  add(flowers,{x=8+rnd(104),y=24+rnd(88),kind=3+i%3,closed=0,worth=1})
 end
 wasps={}
 for i=1,day do
  add(wasps,{x=rnd(120),y=-10-i*20,dx=0,dy=0,push=0.012+i*0.003})
 end
end

function _update60()
 for b in all(bits) do
  b.x+=b.dx
  b.y+=b.dy
  b.left-=1
  if (b.left==0) del(bits,b)
 end
 if mode=="play" then
  fly()
  visit()
  hunt()
  evening()
 elseif btnp(🅾️) or btnp(❎) then
  new_game()
  mode="play"
  music(0,0,3)
  sfx(11)
 end
end

-- a bee does not stop at once: buttons
-- push, the air brakes
function fly()
 local push=0.16-bee.load*0.011
 if (weather=="rain") push*=0.8
 if (weather=="wind") bee.dx+=sin(t()/6)*0.06
 if btn(⬅️) then
  bee.dx-=push
  bee.left=true
 end
 if btn(➡️) then
  bee.dx+=push
  bee.left=false
 end
 if (btn(⬆️)) bee.dy-=push
 if (btn(⬇️)) bee.dy+=push
 bee.dx*=0.91
 bee.dy*=0.91
 bee.x=mid(0,bee.x+bee.dx,120)
 bee.y=mid(10,bee.y+bee.dy,118)
end

-- whether two things are this near
function near(a,b,d)
 return abs(a.x-b.x)<d and abs(a.y-b.y)<d
end

-- coloured dust, in all directions
function dust(x,y,c,n)
 for i=1,n do
  local a,v=rnd(1),0.2+rnd(0.8)
  add(bits,{x=x+4,y=y+4,dx=cos(a)*v,dy=sin(a)*v,left=12+flr(rnd(16)),c=c})
 end
end

-- pollen at flowers, honey at the
-- hive: 1 for the first grain, 2 for
-- the second, and so on
function visit()
 for f in all(flowers) do
  f.closed=max(0,f.closed-1)
  if f.closed==0 and bee.load<9 and near(bee,f,6) then
   bee.load=min(9,bee.load+f.worth)
   f.closed=weather=="rain" and 240 or 480
   sfx(8)
   dust(f.x,f.y,10,f.worth*6)
   -- one in six is golden next time
   f.worth=rnd(6)<1 and 3 or 1
  end
 end
 if bee.load>0 and near(bee,{x=60,y=58},9) then
  score+=bee.load*(bee.load+1)\2
  brought+=bee.load
  dust(60,58,9,bee.load*3)
  bee.load=0
  sfx(9)
 end
end

function hunt()
 bee.safe=max(0,bee.safe-1)
 for w in all(wasps) do
  local a=atan2(bee.x-w.x,bee.y-w.y)
  w.dx+=cos(a)*w.push
  w.dy+=sin(a)*w.push
  w.dx*=0.985
  w.dy*=0.985
  w.x+=w.dx
  w.y+=w.dy
  if bee.safe==0 and near(bee,w,5) then
   hearts-=1
   bee.safe=120
   dust(bee.x,bee.y,8,12)
   bee.load=0
   w.dx*=-2
   w.dy*=-2
   sfx(10)
  end
 end
 if (hearts==0) over()
end

-- the sun goes down; with enough
-- pollen the next day starts
function evening()
 sun-=1
 if (sun>0) return
 if brought<wanted then
  over()
 else
  score+=hearts*5
  -- half as much again: a heart
  if (brought>=wanted*1.5) hearts=min(5,hearts+1)
  new_day()
  sfx(11)
 end
end

function over()
 mode="over"
 music(-1,500)
 sfx(12)
 if score>best then
  best=score
  dset(0,best)
 end
end

-- a text in the middle of a line,
-- with a shadow
function middle(text,y,color)
 local x=64-#text*2
 print(text,x+1,y+1,1)
 print(text,x,y,color)
end

function draw_meadow()
 cls(3)
 map()
 for f in all(flowers) do
  spr(f.closed>0 and 6 or f.kind,f.x,f.y)
  if (f.closed==0 and f.worth==3) circ(f.x+3,f.y+3,5+t()*4\1%2,10)
 end
 ovalfill(54,70,73,75,1)
 spr(10,56,56,2,2)
 for w in all(wasps) do
  ovalfill(w.x+2,w.y+11,w.x+5,w.y+12,1)
  spr(7+t()*12\1%2,w.x,w.y,1,1,w.dx<0)
 end
 ovalfill(bee.x+1,bee.y+11,bee.x+5,bee.y+12,1)
 if bee.safe%8<4 then
  spr(1+t()*15\1%2,bee.x,bee.y+sin(t())*1.5,1,1,bee.left)
 end
 -- what it carries
 for i=1,bee.load do
  local a=i/bee.load+t()/2
  circfill(bee.x+3.5+cos(a)*7,bee.y+4+sin(a)*5,1,10)
 end
 for b in all(bits) do
  pset(b.x,b.y,b.c)
 end
 for i=1,24 do
  if weather=="rain" then
   local x,y=i*53%128,(i*37+t()*160)%128
   line(x,y,x-1,y+3,12)
  elseif weather=="wind" then
   pset((i*41+cos(t()/6)*60)%128,(i*29+t()*6)%128,7)
  end
 end
end

function _draw()
 draw_meadow()
 -- evening comes over the meadow
 if (sun<900) pal({1,2,5,2,1,13,6,8,4,9,3,13,1,14,15},1) else pal()
 if mode=="play" then
  rectfill(0,0,127,8,1)
  rectfill(34,3,34+sun/2700*56,5,10)
  circfill(34+sun/2700*56,4,3,9)
  print(score,2,2,7)
  print(brought.."/"..wanted,98,2,brought<wanted and 6 or brought<wanted*1.5 and 11 or 10)
  for i=1,hearts do
   spr(9,i*8-6,119)
  end
  print("day "..day,104,121,7)
  if (sun>2550) middle("day "..day..": "..weather,30,7)
 else
  rrectfill(12,22,104,30,4,4)
  rrectfill(13,23,102,28,3,9)
  if mode=="title" then
   print("\^w\^thoney days",25,28,4)
   print("\^w\^thoney days",24,27,10)
   middle("bring pollen home by sunset",108,7)
  else
   print("day "..day..", score "..score,30,27,4)
   print(score>0 and score==best and "a new best!" or "best "..best,30,35,4)
  end
  print("❎ to fly",46,43,1)
 end
end
