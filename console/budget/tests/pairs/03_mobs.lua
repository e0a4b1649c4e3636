-- monsters that sleep, see the hero, hunt him and bite
dirx={-1,1,0,0}
diry={0,0,-1,1}

function _init()
 hero={x=8,y=8,hp=10}
 mobs={}
 for i=1,6 do
  add(mobs,{x=1+flr(rnd(14)),y=1+flr(rnd(14)),hp=2,awake=false,wait=0})
 end
 turn=0
end

function dist(a,b)
 return abs(a.x-b.x)+abs(a.y-b.y)
end

function mob_at(x,y)
 for m in all(mobs) do
  if m.x==x and m.y==y then return m end
 end
end

function walkable(x,y)
 return x>0 and y>0 and x<15 and y<15 and not fget(mget(x,y),0)
end

function hunt(m)
 local best,bd=0,dist(m,hero)
 for d=1,4 do
  local x,y=m.x+dirx[d],m.y+diry[d]
  local k=abs(x-hero.x)+abs(y-hero.y)
  if k<bd and walkable(x,y) and not mob_at(x,y) then
   best=d
   bd=k
  end
 end
 if bd==0 then
  hero.hp-=1
  sfx(4)
 elseif best>0 then
  m.x+=dirx[best]
  m.y+=diry[best]
 end
end

function think(m)
 if not m.awake then
  if dist(m,hero)<5 and rnd()<0.5 then
   m.awake=true
   m.wait=1
  end
 elseif m.wait>0 then
  m.wait-=1
 else
  hunt(m)
 end
end

function _update()
 for d=1,4 do
  if btnp(d-1) then
   local x,y=hero.x+dirx[d],hero.y+diry[d]
   local m=mob_at(x,y)
   if m then
    m.hp-=1
    m.awake=true
    if m.hp<=0 then del(mobs,m) end
   elseif walkable(x,y) then
    hero.x=x
    hero.y=y
   end
   foreach(mobs,think)
   turn+=1
   return
  end
 end
end

function _draw()
 cls()
 map()
 for m in all(mobs) do
  spr(m.awake and 18 or 17,m.x*8,m.y*8)
 end
 spr(16,hero.x*8,hero.y*8)
 print("hp "..hero.hp.." turn "..turn,2,121,7)
end
