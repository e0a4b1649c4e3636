pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- spr, sspr, sget, sset, fget, fset, mget, mset, map: defaults, flips, layers, out of range
-- rests on: the manual of 0.2.7; sspr's middle of each pixel: pictures of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function row(y,x0,x1) local s="" for x=x0 or 0,x1 or 7 do s..=sub("0123456789abcdef",pget(x,y)+1,pget(x,y)+1) end return s end
for x=0,15 do sset(8+x,0,x) sset(8+x,7,15-x) end
cls() spr(1,0,0) is(row(0),"01234567") is(row(7),"fedcba98") cls() spr(1,0,0,1,1,true) is(row(0),"76543210") cls() spr(1,0,0,1,1,false,true) is(row(0),"fedcba98") cls() spr(1,0,0,2,1) is(row(0,8,15),"89abcdef") cls() spr(1,0,0,2,1,true) is(row(0,0,15),"fedcba9876543210") cls() spr(1,0,0,.5,1) is(row(0),"01230000") cls() spr(1,0,0,0,1) is(row(0),"00000000") cls() spr(1,0,0,-1,1) is(row(0),"00000000") cls() spr(1.9,0.9,0.9) is(row(0),"01234567") 
cls() spr(1,-4,0) is(row(0,0,3),"4567") cls() spr(1,0,-7) is(row(0),"fedcba98") cls() spr("1","0","0") is(row(0),"01234567") cls() spr(1,0,0,1,1,true) is(row(0),"76543210") cls() spr(1) is(row(0),"01234567") cls() spr(1,0,0,1) is(row(0),"01234567")
cls() sspr(8,0,8,1,0,0) is(row(0),"01234567") cls() sspr(8,0,8,1,0,0,16,2) is(row(1,0,15),"0011223344556677") cls() sspr(8,0,8,1,0,0,4,1) is(row(0,0,3),"1357") cls() sspr(8,0,8,1,0,0,8,1,true) is(row(0),"76543210") cls() sspr(8,0,8,8,0,0,8,8,false,true) is(row(0),"fedcba98") cls() sspr(8,0,8,1,0,0,0,1) is(row(0),"00000000")
cls(1) sspr(-4,0,12,1,0,0) is(row(0),"11111111") 
is(sget(8.9,0.1),0) is(sget(9,0),1) is(sget(-1,0),0) is(sget(128,0),0) sset(-1,0,5) sset(128,0,5) color(7) sset(0,0) is(sget(0,0),7) sset(0,0,nil) is(sget(0,0),0) sset(0,0,20) is(sget(0,0),4)
is(fget(1),0) fset(1,5) is(fget(1),5) is(fget(1,0),true) is(fget(1,1),false) fset(1,1,true) is(fget(1),7) fset(1,0,false) is(fget(1),6) is(@0x3001,6) fset(1,256) is(fget(1),0) is(fget(256),0) fset(2,1|2|8) fset(2,4,true) is(fget(2),27) fset(1,nil,true) is(fget(1),1) fset(1,0)
is(mget(0,0),0) mset(1,0,5) is(mget(1,0),5) is(@0x2001,5) is(mget(1.9,.9),5) mset(0,32,7) is(@0x1000,7) mset(0,0,256) is(mget(0,0),0) mset(0,0,-1) is(mget(0,0),255) mset(0,0) is(mget(0,0),0) mset(0,0,nil) mset(0,0,1)
cls() map() is(row(0),"01234567") cls() map(0,0,8,0) is(row(0,8,15),"01234567") cls() map(1,0,0,0) is(row(0),"00000000") cls() map(-1,0,0,0,2,1) is(row(0,8,15),"01234567") fset(1,2,true) cls() map(0,0,0,0,1,1,4) is(row(0),"01234567") cls() map(0,0,0,0,1,1,5) is(row(0),"01234567") cls() map(0,0,0,0,1,1,1) is(row(0),"00000000") cls() map(0,0,0,0,1,1,0) is(row(0),"01234567") cls() map(0,0,0,0,0,1) is(row(0),"00000000") cls() map(0,0,0,0,-1,1) is(row(0),"00000000") cls() map(0,0,0,0,nil,nil,4) is(row(0),"01234567")
for i=0,7 do sset(i,0,9) end mset(5,5,0) cls() map(5,5,0,0,1,1) is(row(0),"00000000") poke(0x5f36,8) map(5,5,0,0,1,1) is(row(0),"99999999") poke(0x5f36,0)
cls() spr(257,0,0) spr(-255,0,0) is(row(0),"00000000") fset(256,5) is(fget(256),0) is(fget(2,8),false) mset(128,0,5) mset(0,64,5) is(mget(128,0),0)
printh("ok")
