-- tag
-- by rasher

-- two players: btn and btnp take
-- the player's number, 0 and 1.
-- the player with the crown runs, the
-- other one chases; 20 seconds with
-- the crown win

function _init()
 players={
  {x=32,y=60,held=0,wins=0},
  {x=88,y=60,held=0,wins=0},
 }
 start()
end

function start()
 for i=1,2 do
  local p=players[i]
  p.x,p.y,p.held=i*56-24,60,0
 end
 crown=flr(rnd(2))+1
 winner=0
 rest=0
end

-- whether a hedge is at that place
function hedge(x,y)
 return fget(mget(x\8,y\8),0)
end

-- whether a player can be here
function free(x,y)
 return not (hedge(x+1,y+1) or hedge(x+6,y+1) or hedge(x+1,y+7) or hedge(x+6,y+7))
end

function walk(p,number)
 local dx,dy=0,0
 if (btn(⬅️,number)) dx=-1
 if (btn(➡️,number)) dx=1
 if (btn(⬆️,number)) dy=-1
 if (btn(⬇️,number)) dy=1
 -- one axis after the other, so
 -- that players slide along hedges
 if (free(p.x+dx,p.y)) p.x+=dx
 if (free(p.x,p.y+dy)) p.y+=dy
end

function _update60()
 if winner>0 then
  if (btnp(❎) or btnp(❎,1)) start()
  return
 end
 for i=1,2 do
  walk(players[i],i-1)
 end
 local a,b=players[1],players[2]
 if rest>0 then
  rest-=1
 elseif abs(a.x-b.x)<7 and abs(a.y-b.y)<7 then
  crown=3-crown
  rest=60
  sfx(0)
 end
 local p=players[crown]
 p.held+=1
 if p.held==1200 then
  winner=crown
  p.wins+=1
  sfx(1)
 end
end

function _draw()
 cls(3)
 map()
 for i=1,2 do
  local p=players[i]
  ovalfill(p.x,p.y+5,p.x+7,p.y+9,1)
  -- it breathes; and it blinks
  -- now and then while at rest
  if i==crown or rest%8<4 then
   spr(i*2-1+(t()*3+i)\1%2,p.x,p.y)
  end
  if (i==crown) spr(5,p.x,p.y-5)
  local x=i*64-60
  rectfill(x-1,1,x+57,6,0)
  rectfill(x,2,x+p.held/1200*56,5,i==1 and 12 or 8)
 end
 local keys="⬅️➡️⬆️⬇️   s f e d"
 if winner>0 then
  rrectfill(22,48,84,30,4,0)
  local name=winner==1 and "blue" or "red"
  print(name.." wins!",46,54,winner==1 and 12 or 8)
  print(players[1].wins.." : "..players[2].wins.."   ❎ again",34,66,7)
 else
  rectfill(0,121,127,127,0)
  print(keys,30,122,6)
 end
end
