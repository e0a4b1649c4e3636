pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- texts one letter longer than a power of two, until stat(0) passes 1,950 KB: what they lie in is the next power, so they take most room for what they count as
all_of_it={}
n=0
function _update()
 if (stat(0)>1950) return
 for i=1,8 do
  n+=1
  local text=tostr(n).."/"
  while (#text<4097) text..=text
  add(all_of_it,sub(text,1,4097))
 end
end
function _draw() cls() print(stat(0)) end
