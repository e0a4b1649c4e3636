-- moonpond
-- drawn, composed and written in the window

function _init()
 best=0
 start()
 mode="title"
 music(0)
end

function start()
 fly={}
 for i=1,12 do
  add(fly,spawn())
 end
 bat={}
 ring={}
 boat=56
 lamp=0
 got=0
 dusk=60*40
end

function spawn()
 return {x=rnd(128),y=44+rnd(38),a=rnd(1)}
end

function _update60()
 if mode!="play" then
  if (btnp(4)) start() mode="play" sfx(1)
  return
 end
 steer()
 foreach(fly,drift)
 foreach(bat,hunt)
 foreach(ring,grow)
 dusk-=1
 if (dusk%400==0) add(bat,{x=-8,y=50,d=1})
 if (dusk<=0) finish()
end

function steer()
 if (btn(0)) boat-=0.8
 if (btn(1)) boat+=0.8
 boat=mid(-4,boat,116)
 -- the lamp is raised as long as the button is held
 lamp=mid(0,16,lamp+(btn(4) and 0.5 or -1))
end

function near(f,r)
 return abs(f.x-boat-13)<r and abs(f.y-80)<r
end

function drift(f)
 f.a+=0.002
 f.x+=sin(f.a)/3
 f.y+=cos(f.a*1.7)/4
 if lamp>2 and near(f,lamp*2) then
  f.x+=sgn(boat+13-f.x)/2
  f.y+=sgn(78-f.y)/2
 end
 if lamp>2 and near(f,4) then
  got+=1
  add(ring,{x=f.x,y=f.y,r=1})
  del(fly,f)
  add(fly,spawn())
  sfx(2,3)
 end
end

function hunt(b)
 b.x+=b.d/2
 b.y=56+sin(b.x/40)*14
 if (b.x<-10 or b.x>134) b.d=-b.d
 -- a bat takes the light
 if lamp>8 and near(b,12) then
  lamp=0
  got=max(got-2,0)
  b.d=-b.d
  sfx(3,3)
 end
end

function grow(r)
 r.r+=0.3
 if (r.r>7) del(ring,r)
end

function finish()
 best=max(best,got)
 mode="over"
 sfx(4,3)
end

function _draw()
 cls()
 map(0,0,0,0,16,11)
 spr(64,82,10,4,4)
 map(16,0,0,0,16,11)
 map(32,0,0,0,16,11)
 if (lamp>2) circfill(boat+13,80,lamp/2,9)
 spr(32,boat,73+sin(t()/4),2,2)
 water()
 map(32,11,0,88,16,5)
 foreach(fly,glow)
 for b in all(bat) do
  spr(36+t()*6%2,b.x-4,b.y-4)
 end
 for r in all(ring) do
  circ(r.x,r.y,r.r,10)
 end
 signs()
end

-- what is above the shore once more: upside down, darker, in waves
function water()
 pal({1,2,1,4,1,13,6,2,4,9,3,1,5,13,14})
 palt(0,false)
 poke(0x5f54,0x60)
 for y=0,39 do
  local s=sin(y/11+t()/2)*y/14
  sspr(0,87-y,128,1,s-4,88+y,136,1)
 end
 poke(0x5f54,0)
 palt()
 pal()
end

function glow(f)
 if (sin(t()/3+f.a*9)>0) circfill(f.x,f.y,1,9)
 pset(f.x,f.y,10)
end

function sign(s,y,c)
 print(s,65-#s*2,y+1,1)
 print(s,64-#s*2,y,c)
end

function signs()
 if mode=="play" then
  print(got,3,3,10)
  rectfill(100,4,100+dusk/100,6,13)
  return
 end
 sign("m o o n p o n d",30,7)
 if (mode=="over") sign("dawn. "..got.." flies, best "..best,42,10)
 sign("hold \142 to raise the lamp",54,15)
 sign("\139 \145 to row, \142 to begin",62,15)
end
