local things={}
local function update(self)
 self.x=self.x+self.dx
 self.y=self.y+self.dy
 self.age=self.age+1
 if self.x<0 or self.x>127 then self.dx=-self.dx end
 if self.age>self.life then del(things,self) end
end
local n,s=0,0
for f=1,150 do
 while #things<40 do
  n=(n+1)%30
  add(things,{x=n,y=n,dx=1,dy=.5,age=0,life=n+20,update=update})
 end
 foreach(things,function(o) o:update() end)
 for o in all(things) do s=(s+o.x)%1000 end
end
return s
