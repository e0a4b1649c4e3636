function _init()
 x,step=0,2
end

-- called 30 times a second, or 60 under the name _update60
function _update()
 x+=step
 if x==0 or x==120 then
  step=-step
  sfx(1)
 end
end

function _draw()
 cls(1)
 spr(1,x,60)
end
