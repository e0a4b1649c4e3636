pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- objects of all kinds until stat(0) passes 2,700 KB, most of the room: it counts larger objects than the limit does. a table that grows needs room beside it
all_of_it={}
n=0
function _update()
 if (stat(0)>2700) return
 for i=1,100 do
  n+=1
  local k=n
  add(all_of_it,{k,"text "..k,x=k,y={k},f=function() k+=1 return k end})
 end
end
function _draw() cls() print(stat(0)) end
