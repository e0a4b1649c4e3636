-- tween
-- by rasher

-- moving along a curve: the time runs
-- evenly from 0 to 1, and a
-- function bends it; sparks where
-- something arrives

-- four ways to move
curves={
 {"out",function(k) return 1-(1-k)*(1-k)*(1-k) end},
 {"in and out",function(k) return k*k*(3-2*k) end},
 {"back",function(k)
  k-=1
  return 1+k*k*(2.7*k+1.7)
 end},
 {"bounce",function(k)
  -- a ball that bounces twice
  if (k<0.5) return 4*k*k
  if (k<0.8) return 1-(0.15-(k-0.65)*(k-0.65)*6.67)*1.6
  return 1-(0.1-abs(k-0.9))*0.6
 end},
}

function _init()
 gems={}
 for i=0,23 do
  add(gems,{x=64,y=64,fx=64,fy=64,tx=64,ty=64,kind=1+i%6,late=0,age=0})
 end
 sparks={}
 figure,age=0,0
 send()
end

-- the position of gem i in a figure
function stand(i)
 if (figure==1) return 16+i%6*18,30+i\6*20
 local a=i/24
 if (figure==2) return 60+cos(a)*46,58-sin(a)*42
 if figure==3 then
  -- a heart
  local s=sin(a)
  local y=13*cos(a)-5*cos(2*a)-2*cos(3*a)-cos(4*a)
  return 60-s*s*s*48,54-y*2.8
 end
 return 4+i*5,58+sin(a*2)*34
end

-- the next figure: all gems start,
-- one after the other
function send()
 figure=figure%4+1
 age=0
 for i=1,#gems do
  local g=gems[i]
  g.fx,g.fy=g.x,g.y
  g.tx,g.ty=stand(i-1)
  g.late,g.age=i*2,0
 end
 sfx(0)
end

function _update60()
 age+=1
 if (btnp(🅾️) or btnp(❎) or age==200) send()
 for g in all(gems) do
  if g.late>0 then
   g.late-=1
  elseif g.age<50 then
   g.age+=1
   local k=curves[figure][2](g.age/50)
   g.x=g.fx+(g.tx-g.fx)*k
   g.y=g.fy+(g.ty-g.fy)*k
   if (g.age==50) burst(g)
  end
 end
 for s in all(sparks) do
  s.x+=s.dx
  s.y+=s.dy
  s.dx*=0.94
  s.dy=s.dy*0.94+0.03
  s.left-=1
  if (s.left==0) del(sparks,s)
 end
end

function burst(g)
 if (g.kind==1) sfx(1)
 for i=1,7 do
  local a,v=rnd(1),0.4+rnd(1)
  add(sparks,{x=g.x+4,y=g.y+4,dx=cos(a)*v,dy=sin(a)*v,left=16+flr(rnd(16)),kind=g.kind})
 end
end

light={8,9,10,11,12,14}

function _draw()
 cls(0)
 for i=0,7 do
  circ(64,62,(i*16+t()*6)%128,1)
 end
 for s in all(sparks) do
  local c=light[s.kind]
  if (s.left>20) c=7
  circfill(s.x,s.y,s.left\14,c)
 end
 for g in all(gems) do
  spr(g.kind,g.x,g.y)
 end
 -- the curve of this figure
 rectfill(0,112,127,127,1)
 local name,curve=curves[figure][1],curves[figure][2]
 print(name,4,117,7)
 for i=0,40 do
  pset(52+i,125-curve(i/40)*9,12)
 end
 local k=mid(0,(age-24)/50,1)
 circfill(52+k*40,125-curve(k)*9,1,10)
 print("🅾️ next",98,117,6)
end
