-- a fighter whose pictures follow what he does
anims={
 idle={first=16,n=4,speed=10,next="idle"},
 walk={first=20,n=6,speed=5,next="walk"},
 punch={first=32,n=3,speed=4,next="idle"},
 hurt={first=36,n=2,speed=8,next="idle"},
 fall={first=40,n=4,speed=8,next="down"},
 down={first=43,n=1,speed=60,next="idle"},
}

function _init()
 x=20
 flip=false
 hp=3
 foe=100
 foehit=0
 play("idle")
end

function play(name)
 anim=anims[name]
 state=name
 frame=0
 tick=0
end

function animate()
 tick+=1
 if tick>=anim.speed then
  tick=0
  frame+=1
  if frame==anim.n then
   if anim.next==state then
    frame=0
   else
    if state=="down" then hp=3 end
    play(anim.next)
   end
  end
 end
end

function control()
 local dx=0
 if btn(0) then dx-=1 end
 if btn(1) then dx+=1 end
 if btnp(5) then
  play("punch")
  sfx(8)
  if abs(foe-x)<12 then foehit=10 end
 elseif dx!=0 then
  x=mid(0,x+dx,120)
  flip=dx<0
  if state!="walk" then play("walk") end
 elseif state!="idle" then
  play("idle")
 end
end

function _update60()
 if state=="idle" or state=="walk" then control() end
 foe+=sgn(x-foe)*0.25
 if foehit>0 then
  foehit-=1
  foe-=sgn(x-foe)*2
 elseif abs(foe-x)<4 and (state=="idle" or state=="walk") then
  hp-=1
  sfx(9)
  if hp>0 then
   play("hurt")
  else
   play("fall")
  end
 end
 animate()
end

function _draw()
 cls(1)
 line(0,80,127,80,6)
 spr(anim.first+frame,x,72,1,1,flip)
 if foehit>0 then
  for c=1,15 do pal(c,7) end
 end
 spr(48,foe,72,1,1,foe>x)
 pal()
 for i=1,hp do
  spr(1,i*9-5,4)
 end
end
