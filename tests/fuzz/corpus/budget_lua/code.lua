--[[ a
]] x=1 y,z={a=1,[2]=3},"s\65"
function f(...) if (x!=2) ?"hi",x
 while x<0x1.8 do x+=1 end return #y end
