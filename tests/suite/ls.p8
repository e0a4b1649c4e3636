pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- ls([folder]): a table of the files in the folder, of which a cart sees those that are carts; folders end in a slash
-- rests on: the manual, zepto8's reading; that other files are not there is a decision of this console
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
local own
for name in all(ls()) do if (name=="ls.p8") own=true end
is(own,true)
is(count(ls(),"beside/"),1)
is(count(ls(),"beside/data.p8"),0)
for folder in all{"beside","beside/","./beside"} do
 local names=ls(folder)
 is(#names,3)
 is(names[1],"back.p8")
 is(names[3],"second.p8")
end
is(#ls("nowhere"),0)
is(#ls("../suite"),0)
-- a cart sees the carts that its code names
local named={"beside/back.p8","beside/data.p8","beside/second.p8"}
if (#named==0) load(named[1])
printh("ok")
