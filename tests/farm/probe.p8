pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- prints what only the real machine can tell, a line "probe name: value" each
-- run it on pico-8 with a console, and send what it printed; see probe.tsv
function p(name,...)
 local s=""
 for v in all(pack(...)) do s..=(s=="" and "" or " ")..tostr(v) end
 printh("probe "..name..": "..s)
end
function h(v) return tostr(v,true) end
-- a row of pixels as hex digits
function row(x,y,n)
 local s=""
 for i=0,n-1 do s..=sub(tostr(pget(x+i,y),true),6,6) end
 return s
end
-- a shape as the sum of its pixels and a checksum of their places
function shape(y0)
 local n,c=0,0
 for y=y0 or 0,(y0 or 0)+43 do for x=0,43 do
  if pget(x,y)!=0 then n+=1 c=(c<<>1)^^(x|y<<7)^^y>>>9 end
 end end
 return n.." "..h(c)
end
function fresh() clip() camera() pal() fillp() color(6) cls() end

-- known: values recorded on the machine or in its manual
p("rnd_table",(function() srand(1) local s="" for i=1,8 do s..=rnd{1,2,3,4,5,6,7,8,9,10}.."," end return s end)())
p("rnd",(function() srand(42) return h(rnd(100)) end)())
p("sin",h(sin(0.1)),h(cos(0.1)))
p("atan2",h(atan2(1,0x8000)))
p("modulo",7%0,-7%3,7%-3)
p("tostr_number",1/3,-0x0.0006,0x7fff.ffff)
p("sub_nil",sub("hello",2,nil),sub("hello",-3))
p("sqrt",sqrt(-4),h(sqrt(2)))
p("ord_none",#pack(ord("abc",1,0)))
p("tonum_none",#pack(tonum("12a")))
fresh()
p("transparency",(function() poke(0x5f00,0x20) sset(0,0,0) sset(1,0,7) cls(3) spr(0,0,0) local r=row(0,0,2) poke(0x5f00,0) return r end)())
fresh()

-- unknown: numbers and tables
p("shl_negative",-8<<-1,h(-8<<-1),h(-8<<-17))
p("shr_negative",-8>>-1,h(0x8000>>-1))
p("count_holes",count({1,nil,3}),count({nil,nil,3}),count({1,2,nil,4,nil}))
p("count_value",count({1,nil,1},1))
p("length_holes",#{1,nil,3},#{nil,nil,3},#{1,nil,3,nil})
p("all_holes",(function() local s="" for v in all{1,nil,3} do s..=v.."," end return s end)())
p("add_index",(function() local t={1,2} add(t,9,9) return t[1],t[2],t[3] end)())
p("pairs_order",(function() local t,s={a=1,b=2,c=3,d=4},"" for k in pairs(t) do s..=k end return s end)())
p("rnd_text",(function() srand(1) return h(rnd("5")) end)())
p("mid_text",mid("3",1,2),max("3",1))
p("split_twice",#split("a,,b",","),#split("",","),#split("abc",1))
p("tostr_large",tostr(0x7fff.ffff),tostr(0x8000))
p("chr_fraction",ord(chr(65.9)),#chr(256))

p("tonum_flags",tonum("1.8",1),tonum("-1",1),tonum("1e3"))
p("ord_beyond",select("#",ord("123",2,9)))
p("rnd_zero",(function() srand(1) rnd(0) return h(rnd()) end)())
p("rnd_negative",(function() srand(1) return h(rnd(-5)) end)())
p("mapping_refused",(function() local b=@0x5f55 poke(0x5f55,0x12) local v=@0x5f55 poke(0x5f55,b) return h(b),h(v) end)())

-- unknown: drawing
fresh() clip(10,20,30,40)
p("clip_returns",clip())
fresh() clip(10,10,10,10) clip"x" pset(50,50,7)
p("clip_word",pget(50,50))
fresh() pal(7,8) sset(0,0,7) p("sset_palette",sget(0,0))
fresh() poke(0x5f5a,0x10) print("a\tb",0,0,7) poke(0x5f5a,0) p("tab_pixels",row(0,0,24))
fresh() cursor(0,120,7) poke(0x5f5b,1) print("a") print("b") poke(0x5f5b,0) p("scroll_offset",peek(0x5f27),shape(84))
fresh() clip(10,10,10,10) pset(15,15,7) clip(0,0,5,5)
p("pget_clip",pget(15,15))
fresh() clip(10,10,10,10) clip""
p("clip_text",(function() pset(50,50,7) return pget(50,50) end)())
fresh() fillp(0x5a5a) pal()
p("pal_fillp",h(peek2(0x5f31)))
for r=0,12,3 do fresh() rrect(10,10,21,13,r,7) p("rrect_"..r,shape()) end
for r=0,12,3 do fresh() rrectfill(10,10,21,13,r,7) p("rrectfill_"..r,shape()) end
fresh() rrect(10,10,30,30,99,7) p("rrect_99",shape())
fresh() rrectfill(10,10,2,2,5,7) p("rrectfill_small",shape())
fresh() print("\^uab",10,10,7) p("underline",row(10,14,8),row(10,15,8),row(10,16,8))
fresh() print("\^o8ffab",10,10,7) p("outline",shape())
fresh() sset(0,0,7) sset(1,0,8) sspr(0,0,2,1,20,20,-8,4) p("sspr_negative",row(10,20,20),shape())
fresh() sspr(0,0,-2,1,20,20,8,4) p("sspr_source_negative",shape())
fresh() ovalfill(20,20,10,10,7) p("ovalfill_swapped",shape())
fresh() circ(30,30,-1,7) circfill(20,20,-1,7) p("circ_negative",shape())
fresh() line(0,0,127,1,7) p("line_flat",row(60,0,8),row(60,1,8))
fresh() line(10,10,13,17,7) p("line_steep",shape())
fresh() fillp(0x5a5a.8) rectfill(0,0,7,7,7) p("fillp_transparent",row(0,0,8),row(0,1,8))
fresh() tline(0,0,7,0,0,0,0,0) p("tline_zero",row(0,0,8))
fresh() cursor(5,5) print("a\0",7) p("print_zero",peek(0x5f26),peek(0x5f27),pget(5,5))
fresh() p("print_returns",print("ab\n\nc",0,0))
fresh() p("print_returns_zero",print("ab\0",0,0))
fresh() print("a\tb",0,0,7) p("tab",row(0,0,24))
fresh() print("\^s9a\tb",0,0,7) p("tab_width",shape())
p("color_text",(function() color("8") return peek(0x5f25) end)())
p("color_big",(function() color(0x1234.5678) return peek(0x5f25) end)())
p("mget_outside",mget(-1,0),mget(128,0),mget(0,64))
p("sget_outside",sget(-1,0),sget(128,0))
p("fget_outside",fget(256),fget(-1))
p("peek_outside",peek(0xffff),peek(-1),#pack(peek(0,0)))
p("stat_unknown",stat(3),stat(12),stat(102),stat(110),stat(200))
fresh() color(9) pset(5,5,nil) p("nil_color",pget(5,5),peek(0x5f25))
fresh() sset(0,0,7) spr(0,10,10,nil,nil) p("nil_size",pget(10,10))
fresh() cursor(40,50) print("a",2,nil,7) p("nil_place",pget(2,0),pget(40,50))
fset(5,2) p("nil_flag",fget(5,nil))
fresh() p("tline_back",(function() for i=8,15 do for j=0,7 do sset(i,j,7) end end mset(0,0,1) tline(2,4,0,0,0,0,0,0) local s="" for y=0,4 do for x=0,3 do if pget(x,y)!=0 then s..=x end end end return s end)())
for n=0,2 do for i=0,31 do poke2(0x3200+68*n+i*2,0x0a18) end poke(0x3240+68*n,0,9,0,0) end
poke(0x3100,0,1,0x42,0x43) music(0) flip() music(-1) p("music_stopped",sfx(2),stat(46),stat(47),stat(48),stat(49),stat(54)) flip() p("music_stopped_later",stat(46),stat(47),stat(48),stat(49)) sfx(-1)
memset(0x3200+68*9,0,64) poke(0x3240+68*9,0,16,0,0) sfx(9,0) p("empty_sound",stat(46)) flip() p("empty_sound_later",stat(46)) sfx(-1)
t0=t() flip()
p("time_flip",flr((t()-t0)*60+.5))
n,t0=0,t()
function _update()
 n+=1
 if n<3 then p("time_update_"..n,flr((t()-t0)*60+.5)) end
 if n==3 then printh("probe end: 1") end
end
function _draw() if n==1 then p("time_draw",flr((t()-t0)*60+.5)) end end
