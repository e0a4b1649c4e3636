-- shooter
-- by rasher

-- many objects: each kind is a list.
-- each frame moves and draws all of
-- a list, and removes those that
-- are gone

function _init()
 stars={}
 for i=1,60 do
  add(stars,{x=rnd(128),y=rnd(128),dy=0.2+rnd(1.2)})
 end
 mode="title"
 best=0
 start()
end

function start()
 ship={x=60,y=112,wait=0,safe=60}
 score,lives,wave=0,3,0
 shots,bombs,blasts={},{},{}
 new_wave()
end

function new_wave()
 wave+=1
 enemies={}
 for row=0,4 do
  for column=0,7 do
   add(enemies,{
    x=0,y=-20,column=column,row=row,
    kind=16+(row+1)\2%3*2,
    late=column*6+row*14
   })
  end
 end
 clock=0
 sfx(3)
end

function _update60()
 for s in all(stars) do
  s.y=(s.y+s.dy)%128
 end
 for b in all(blasts) do
  b.r+=0.5
  if (b.r>b.most) del(blasts,b)
 end
 if mode~="play" then
  if btnp(🅾️) or btnp(❎) then
   start()
   mode="play"
  end
  return
 end
 clock+=1
 move_ship()
 move_shots()
 move_enemies()
 move_bombs()
 if (#enemies==0) new_wave()
end

function move_ship()
 if (btn(⬅️)) ship.x-=1.5
 if (btn(➡️)) ship.x+=1.5
 if (btn(⬆️)) ship.y-=1
 if (btn(⬇️)) ship.y+=1
 ship.x,ship.y=mid(0,ship.x,120),mid(72,ship.y,118)
 ship.safe=max(0,ship.safe-1)
 ship.wait=max(0,ship.wait-1)
 if ship.wait==0 and (btn(🅾️) or btn(❎)) then
  add(shots,{x=ship.x,y=ship.y-4})
  ship.wait=9
  sfx(0)
 end
end

-- whether two 8x8 things are this near
function near(a,b,d)
 return abs(a.x-b.x)<d and abs(a.y-b.y)<d
end

function move_shots()
 for s in all(shots) do
  s.y-=3
  if (s.y<-8) del(shots,s)
  for e in all(enemies) do
   if near(s,e,6) then
    del(shots,s)
    del(enemies,e)
    add(blasts,{x=e.x+4,y=e.y+4,r=1,most=9})
    score+=(5-e.row)*10
    sfx(1)
    break
   end
  end
 end
end

function move_enemies()
 local swing=sin(clock/240)*14
 for e in all(enemies) do
  -- its place in the formation: it
  -- flies there in an arc
  local x=11+e.column*14+swing
  local y=14+e.row*11+min(clock/120,24)
  local k=mid(0,(clock-e.late)/60,1)
  e.x=x+sin(k*0.75)*(1-k)*60
  e.y=y-(1-k)*(1-k)*110
  if k==1 and rnd(1100)<0.6+wave*0.3 then
   add(bombs,{x=e.x,y=e.y+4})
  end
 end
end

function move_bombs()
 for b in all(bombs) do
  b.y+=0.8+wave*0.1
  if b.y>128 then
   del(bombs,b)
  elseif ship.safe==0 and near(b,ship,5) then
   del(bombs,b)
   lose()
  end
 end
end

function lose()
 for i=0,3 do
  add(blasts,{x=ship.x+i%2*8,y=ship.y+i\2*8,r=i,most=14})
 end
 sfx(2)
 lives-=1
 ship.x,ship.y,ship.safe=60,112,120
 if lives==0 then
  mode="over"
  best=max(best,score)
 end
end

function _draw()
 cls(0)
 for i=0,5 do
  circfill(20+i*7,150-i*3,40-i*5,i%2==0 and 1 or 2)
 end
 for s in all(stars) do
  pset(s.x,s.y,s.dy>1 and 7 or s.dy>0.6 and 13 or 1)
 end
 for s in all(shots) do
  spr(2,s.x,s.y)
 end
 for e in all(enemies) do
  spr(e.kind+clock\16%2,e.x,e.y)
 end
 for b in all(bombs) do
  circfill(b.x+4,b.y+4,2,clock\4%2==0 and 8 or 14)
  pset(b.x+4,b.y+4,7)
 end
 if mode=="play" and ship.safe%8<4 then
  spr(1,ship.x,ship.y)
  circfill(ship.x+4,ship.y+9,clock\2%3,9)
 end
 for b in all(blasts) do
  circfill(b.x,b.y,b.r,b.r<b.most/2 and 7 or 10)
  circ(b.x,b.y,b.r+1,9)
  if (b.r>b.most/2) circfill(b.x,b.y,b.r-2,0)
 end
 print(score,2,2,7)
 print("wave "..wave,51,2,13)
 for i=1,lives do
  spr(1,128-i*9,1)
 end
 if mode~="play" then
  rrectfill(22,52,84,30,4,1)
  if mode=="title" then
   print("\^w\^tshooter",37,56,10)
  else
   print("score "..score.."  best "..best,32,58,7)
  end
  print("🅾️ start",48,72,6)
 end
end
