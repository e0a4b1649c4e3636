-- things that are found, stacked, worn and eaten
kinds={
 {name="knife",slot="hand",atk=2},
 {name="cleaver",slot="hand",atk=4},
 {name="apron",slot="body",def=1},
 {name="plate",slot="body",def=3},
 {name="bread",food=3},
 {name="ham",food=8},
}
size=8

function _init()
 bag={}
 worn={}
 hp=5
 at=1
 log="find things with z"
end

function take(kind)
 for it in all(bag) do
  if it.kind==kind and kind.food then
   it.n+=1
   log="more "..kind.name
   return true
  end
 end
 if #bag>=size then
  log="the bag is full"
  return false
 end
 add(bag,{kind=kind,n=1})
 log="found "..kind.name
 return true
end

function use(it)
 local kind=it.kind
 if kind.food then
  hp=min(20,hp+kind.food)
  log="ate "..kind.name
  it.n-=1
  if it.n==0 then del(bag,it) end
 else
  local old=worn[kind.slot]
  worn[kind.slot]=kind
  del(bag,it)
  if old then add(bag,{kind=old,n=1}) end
  log="wears "..kind.name
 end
end

function stat_of(key)
 local sum=0
 for slot,kind in pairs(worn) do
  sum+=kind[key] or 0
 end
 return sum
end

function _update()
 if btnp(2) then at-=1 end
 if btnp(3) then at+=1 end
 at=mid(1,at,max(1,#bag))
 if btnp(4) then take(rnd(kinds)) end
 if btnp(5) and bag[at] then use(bag[at]) end
end

function _draw()
 cls()
 print(log,4,4,6)
 print("hp "..hp.." atk "..stat_of("atk").." def "..stat_of("def"),4,14,7)
 for i,it in ipairs(bag) do
  local y=20+i*8
  if i==at then rectfill(2,y-1,80,y+5,1) end
  local name=it.kind.name
  if it.n>1 then name..=" x"..it.n end
  print(name,4,y,7)
 end
end
