local class={} class.__index=class
function class.new(x) return setmetatable({x=x,n=0},class) end
function class:step(d) self.x=(self.x+d)%100 self.n=(self.n+1)%100 return self.x end
local objects={}
for i=1,20 do objects[i]=class.new(i) end
local s=0
for r=1,1500 do
 for i=1,20 do s=(s+objects[i]:step(r%3))%1000 end
end
return s
