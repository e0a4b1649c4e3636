-- each cart decides what its flags mean. here flag 0 means solid
map()
for y=0,15 do
 for x=0,15 do
  if fget(mget(x,y),0) then
   rect(x*8,y*8,x*8+7,y*8+7,8)
  end
 end
end
assert(fget(5)==0b11,"water stops, and is wet")
