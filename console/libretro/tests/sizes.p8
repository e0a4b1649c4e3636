pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- objects of one kind until stat(0) passes 1,850 KB, then none of them, and those of the next kind
function text(k)
 return function(n)
  local it=tostr(n,1)
  while (#it<k) it..=it
  return sub(it,1,k)
 end
end
function row(k)
 return function(n)
  local it={}
  for i=1,k do it[i]=n end
  return it
 end
end
function named(k)
 return function(n)
  local it={}
  for i=1,k do it["f"..i]=n end
  return it
 end
end
function one(n) local a=n return function() return a end end
function three(n) local a,b,c=n,n,n return function() return a+b+c end end
function five(n) local a,b,c,d,e=n,n,n,n,n return function() return a+b+c+d+e end end
function counter(n) local a=n return function() a+=1 return a end end
function routine(n)
 local it=cocreate(function() yield(n) end)
 coresume(it)
 return it
end
kinds={text(10),1000,text(17),800,text(33),600,text(65),300,text(257),100,text(1025),28,text(4097),7,text(16385),1,
row(0),800,row(1),700,row(2),600,row(3),500,row(5),400,row(9),280,row(17),170,row(33),90,
named(1),500,named(2),400,named(4),280,named(8),150,named(16),80,
one,1000,three,900,five,800,counter,700,routine,50}
kind,count,wait,rows=1,0,0,{}
function _update()
 if (kind>#kinds) return
 -- what is dropped is gone by the next collection, in 60 frames at most
 if (wait>0) wait-=1 return
 if (stat(0)>1850) rows={} kind+=2 wait=30 return
 local it={}
 for i=1,kinds[kind+1] do
  count+=1
  it[i]=kinds[kind](count)
 end
 add(rows,it)
end
function _draw() cls() print(kind) print(stat(0)) end
