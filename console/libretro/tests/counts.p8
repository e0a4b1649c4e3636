pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
cartdata("rasher_counts")
dset(0,dget(0)+1)
function _draw() cls() print(dget(0)) end
