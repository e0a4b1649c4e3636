//! A module's calls: each passes its arguments to the console.
//!
//! Generated from the table of calls by `tests/tests/machine/modules.rs`.

use super::{Color, Int, Machine, Text, bytes, int_or_nil, of_color, of_text, pair, place, str_or_nil};
use num::Num;

impl Machine {
    #[track_caller]
    pub fn menuitem(&self, index: i32, label: Option<&str>) {
        let [label_at, label_len] = str_or_nil(label);
        guest::menuitem(index, label_at, label_len, place())
    }

    #[track_caller]
    pub fn run_over(&self) {
        guest::run_over(place())
    }

    #[track_caller]
    pub fn run_begins(&self) {
        guest::run_begins(place())
    }

    #[track_caller]
    pub fn score(&self, name: &str, value: impl Int) -> bool {
        let [name_at, name_len] = bytes(name.as_bytes());
        guest::score(name_at, name_len, value.int(), place()) != 0
    }

    #[track_caller]
    pub fn best(&self, name: &str) -> i32 {
        let [name_at, name_len] = bytes(name.as_bytes());
        guest::best(name_at, name_len, place())
    }

    #[track_caller]
    pub fn disturb(&self) {
        guest::disturb(place())
    }

    #[track_caller]
    pub fn allow(&self, abilities: u8) {
        guest::allow(abilities.into(), place())
    }

    #[track_caller]
    pub fn allows(&self, abilities: u8) -> bool {
        guest::allows(abilities.into(), place()) != 0
    }

    #[track_caller]
    pub fn caption(&self, text: &str) {
        let [text_at, text_len] = bytes(text.as_bytes());
        guest::caption(text_at, text_len, place())
    }

    #[track_caller]
    pub fn load(&self, name: &str, breadcrumb: &str, param: &str) {
        let [name_at, name_len] = bytes(name.as_bytes());
        let [breadcrumb_at, breadcrumb_len] = bytes(breadcrumb.as_bytes());
        let [param_at, param_len] = bytes(param.as_bytes());
        guest::load(name_at, name_len, breadcrumb_at, breadcrumb_len, param_at, param_len, place())
    }

    #[track_caller]
    pub fn cls(&self, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::cls(color_given, color, place())
    }

    #[track_caller]
    pub fn camera(&self, x: impl Int, y: impl Int) -> (i32, i32) {
        pair(guest::camera(x.int(), y.int(), place()))
    }

    #[track_caller]
    pub fn clip(&self, x: impl Int, y: impl Int, w: impl Int, h: impl Int) -> [u8; 4] {
        (guest::clip(x.int(), y.int(), w.int(), h.int(), place())).to_le_bytes()
    }

    #[track_caller]
    pub fn clip_ext(&self, x: impl Int, y: impl Int, w: impl Int, h: impl Int, and_old: bool) -> [u8; 4] {
        (guest::clip_ext(x.int(), y.int(), w.int(), h.int(), and_old.into(), place())).to_le_bytes()
    }

    #[track_caller]
    pub fn clip_reset(&self) -> [u8; 4] {
        (guest::clip_reset(place())).to_le_bytes()
    }

    #[track_caller]
    pub fn crt(&self, on: Option<bool>) {
        let [on_given, on] = int_or_nil(on.map(i32::from));
        guest::crt(on_given, on, place())
    }

    #[track_caller]
    pub fn less_flash(&self) -> bool {
        guest::less_flash(place()) != 0
    }

    #[track_caller]
    pub fn less_shake(&self) -> bool {
        guest::less_shake(place()) != 0
    }

    #[track_caller]
    pub fn pset(&self, x: impl Int, y: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::pset(x.int(), y.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn pget(&self, x: impl Int, y: impl Int) -> u8 {
        guest::pget(x.int(), y.int(), place()) as u8
    }

    #[track_caller]
    pub fn line(&self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::line(x0.int(), y0.int(), x1.int(), y1.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn line_to(&self, x: impl Int, y: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::line_to(x.int(), y.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn line_reset(&self) {
        guest::line_reset(place())
    }

    #[track_caller]
    pub fn rect(&self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::rect(x0.int(), y0.int(), x1.int(), y1.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn rectfill(&self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::rectfill(x0.int(), y0.int(), x1.int(), y1.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn rrect(
        &self,
        x: impl Int,
        y: impl Int,
        w: impl Int,
        h: impl Int,
        r: impl Int,
        color: impl Into<Color>,
    ) {
        let [color_given, color] = of_color(color.into());
        guest::rrect(x.int(), y.int(), w.int(), h.int(), r.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn rrectfill(
        &self,
        x: impl Int,
        y: impl Int,
        w: impl Int,
        h: impl Int,
        r: impl Int,
        color: impl Into<Color>,
    ) {
        let [color_given, color] = of_color(color.into());
        guest::rrectfill(x.int(), y.int(), w.int(), h.int(), r.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn circ(&self, x: impl Int, y: impl Int, r: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::circ(x.int(), y.int(), r.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn circfill(&self, x: impl Int, y: impl Int, r: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::circfill(x.int(), y.int(), r.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn oval(&self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::oval(x0.int(), y0.int(), x1.int(), y1.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn ovalfill(&self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::ovalfill(x0.int(), y0.int(), x1.int(), y1.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn color(&self, color: impl Into<Color>) -> u8 {
        let [color_given, color] = of_color(color.into());
        guest::color(color_given, color, place()) as u8
    }

    #[track_caller]
    pub fn pal(&self, c0: i32, c1: i32) -> u8 {
        guest::pal(c0, c1, place()) as u8
    }

    #[track_caller]
    pub fn pal_ext(&self, c0: i32, c1: i32, p: i32) -> u8 {
        guest::pal_ext(c0, c1, p, place()) as u8
    }

    #[track_caller]
    pub fn pal_reset_one(&self, p: i32) {
        guest::pal_reset_one(p, place())
    }

    #[track_caller]
    pub fn pal_reset(&self) {
        guest::pal_reset(place())
    }

    #[track_caller]
    pub fn palt(&self, c: i32, transparent: bool) -> bool {
        guest::palt(c, transparent.into(), place()) != 0
    }

    #[track_caller]
    pub fn palt_bits(&self, bits: u16) -> u16 {
        guest::palt_bits(bits.into(), place()) as u16
    }

    #[track_caller]
    pub fn palt_reset(&self) -> u16 {
        guest::palt_reset(place()) as u16
    }

    #[track_caller]
    pub fn fillp(&self, pattern: impl Into<Num>) -> Num {
        Num::from_bits(guest::fillp(pattern.into().bits(), place()))
    }

    #[track_caller]
    pub fn spr(&self, n: impl Int, x: impl Int, y: impl Int) {
        guest::spr(n.int(), x.int(), y.int(), place())
    }

    #[track_caller]
    pub fn spr_ext(
        &self,
        n: impl Int,
        x: impl Int,
        y: impl Int,
        w: impl Into<Num>,
        h: impl Into<Num>,
        flip_x: bool,
        flip_y: bool,
    ) {
        guest::spr_ext(
            n.int(),
            x.int(),
            y.int(),
            w.into().bits(),
            h.into().bits(),
            flip_x.into(),
            flip_y.into(),
            place(),
        )
    }

    #[track_caller]
    pub fn sspr(&self, sx: impl Int, sy: impl Int, sw: impl Int, sh: impl Int, dx: impl Int, dy: impl Int) {
        guest::sspr(sx.int(), sy.int(), sw.int(), sh.int(), dx.int(), dy.int(), place())
    }

    #[track_caller]
    pub fn sspr_ext(
        &self,
        sx: impl Int,
        sy: impl Int,
        sw: impl Int,
        sh: impl Int,
        dx: impl Int,
        dy: impl Int,
        dw: impl Int,
        dh: impl Int,
        flip_x: bool,
        flip_y: bool,
    ) {
        guest::sspr_ext(
            sx.int(),
            sy.int(),
            sw.int(),
            sh.int(),
            dx.int(),
            dy.int(),
            dw.int(),
            dh.int(),
            flip_x.into(),
            flip_y.into(),
            place(),
        )
    }

    #[track_caller]
    pub fn sget(&self, x: impl Int, y: impl Int) -> u8 {
        guest::sget(x.int(), y.int(), place()) as u8
    }

    #[track_caller]
    pub fn sset(&self, x: impl Int, y: impl Int, color: impl Into<Color>) {
        let [color_given, color] = of_color(color.into());
        guest::sset(x.int(), y.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn fget(&self, n: i32) -> u8 {
        guest::fget(n, place()) as u8
    }

    #[track_caller]
    pub fn fget_bit(&self, n: i32, f: i32) -> bool {
        guest::fget_bit(n, f, place()) != 0
    }

    #[track_caller]
    pub fn fset(&self, n: i32, flags: impl Into<i32>) {
        guest::fset(n, flags.into(), place())
    }

    #[track_caller]
    pub fn fset_bit(&self, n: i32, f: i32, on: bool) {
        guest::fset_bit(n, f, on.into(), place())
    }

    #[track_caller]
    pub fn map(&self) {
        guest::map(place())
    }

    #[track_caller]
    pub fn map_ext(
        &self,
        tile_x: impl Int,
        tile_y: impl Int,
        sx: impl Int,
        sy: impl Int,
        w: impl Into<Option<i32>>,
        h: impl Into<Option<i32>>,
        layers: u8,
    ) {
        let [w_given, w] = int_or_nil(w.into());
        let [h_given, h] = int_or_nil(h.into());
        guest::map_ext(
            tile_x.int(),
            tile_y.int(),
            sx.int(),
            sy.int(),
            w_given,
            w,
            h_given,
            h,
            layers.into(),
            place(),
        )
    }

    #[track_caller]
    pub fn mget(&self, x: impl Int, y: impl Int) -> u8 {
        guest::mget(x.int(), y.int(), place()) as u8
    }

    #[track_caller]
    pub fn mset(&self, x: impl Int, y: impl Int, tile: impl Into<i32>) {
        guest::mset(x.int(), y.int(), tile.into(), place())
    }

    #[track_caller]
    pub fn tline(
        &self,
        x0: impl Int,
        y0: impl Int,
        x1: impl Int,
        y1: impl Int,
        mx: impl Into<Num>,
        my: impl Into<Num>,
    ) {
        guest::tline(x0.int(), y0.int(), x1.int(), y1.int(), mx.into().bits(), my.into().bits(), place())
    }

    #[track_caller]
    pub fn tline_ext(
        &self,
        x0: impl Int,
        y0: impl Int,
        x1: impl Int,
        y1: impl Int,
        mx: impl Into<Num>,
        my: impl Into<Num>,
        mdx: impl Into<Num>,
        mdy: impl Into<Num>,
        layers: u8,
    ) {
        guest::tline_ext(
            x0.int(),
            y0.int(),
            x1.int(),
            y1.int(),
            mx.into().bits(),
            my.into().bits(),
            mdx.into().bits(),
            mdy.into().bits(),
            layers.into(),
            place(),
        )
    }

    #[track_caller]
    pub fn tline_precision(&self, bits: i32) {
        guest::tline_precision(bits, place())
    }

    #[track_caller]
    pub fn print(&self, text: impl Text) -> i32 {
        let [text_unicode, text_at, text_len] = of_text(&text.p8scii());
        guest::print(text_unicode, text_at, text_len, place())
    }

    #[track_caller]
    pub fn print_at(&self, text: impl Text, x: impl Int, y: impl Int, color: impl Into<Color>) -> i32 {
        let [text_unicode, text_at, text_len] = of_text(&text.p8scii());
        let [color_given, color] = of_color(color.into());
        guest::print_at(text_unicode, text_at, text_len, x.int(), y.int(), color_given, color, place())
    }

    #[track_caller]
    pub fn text_width(&self, text: impl Text) -> i32 {
        let [text_unicode, text_at, text_len] = of_text(&text.p8scii());
        guest::text_width(text_unicode, text_at, text_len, place())
    }

    #[track_caller]
    pub fn btn(&self, b: i32) -> bool {
        guest::btn(b, place()) != 0
    }

    #[track_caller]
    pub fn btn_of(&self, b: i32, player: i32) -> bool {
        guest::btn_of(b, player, place()) != 0
    }

    #[track_caller]
    pub fn btn_bits(&self) -> u16 {
        guest::btn_bits(place()) as u16
    }

    #[track_caller]
    pub fn btnp(&self, b: i32) -> bool {
        guest::btnp(b, place()) != 0
    }

    #[track_caller]
    pub fn btnp_of(&self, b: i32, player: i32) -> bool {
        guest::btnp_of(b, player, place()) != 0
    }

    #[track_caller]
    pub fn btnp_bits(&self) -> u16 {
        guest::btnp_bits(place()) as u16
    }

    #[track_caller]
    pub fn sfx(&self, n: i32) -> i32 {
        guest::sfx(n, place())
    }

    #[track_caller]
    pub fn sfx_ext(&self, n: i32, channel: i32, offset: i32, length: i32) -> i32 {
        guest::sfx_ext(n, channel, offset, length, place())
    }

    #[track_caller]
    pub fn music(&self, n: i32) {
        guest::music(n, place())
    }

    #[track_caller]
    pub fn music_ext(&self, n: i32, fade: i32, mask: i32) {
        guest::music_ext(n, fade, mask, place())
    }

    #[track_caller]
    pub fn serial(&self, channel: i32, addr: u16, len: i32) -> i32 {
        guest::serial(channel, addr.into(), len, place())
    }

    #[track_caller]
    pub fn rnd(&self, limit: impl Into<Num>) -> Num {
        Num::from_bits(guest::rnd(limit.into().bits(), place()))
    }

    #[track_caller]
    pub fn srand(&self, seed: impl Into<Num>) {
        guest::srand(seed.into().bits(), place())
    }

    #[track_caller]
    pub fn seed(&self) -> u64 {
        guest::seed(place()) as u64
    }

    #[track_caller]
    pub fn peek(&self, addr: u16) -> u8 {
        guest::peek(addr.into(), place()) as u8
    }

    #[track_caller]
    pub fn peek2(&self, addr: u16) -> i16 {
        guest::peek2(addr.into(), place()) as i16
    }

    #[track_caller]
    pub fn peek4(&self, addr: u16) -> Num {
        Num::from_bits(guest::peek4(addr.into(), place()))
    }

    #[track_caller]
    pub fn poke(&self, addr: u16, value: i32) {
        guest::poke(addr.into(), value, place())
    }

    #[track_caller]
    pub fn poke2(&self, addr: u16, value: i32) {
        guest::poke2(addr.into(), value, place())
    }

    #[track_caller]
    pub fn poke4(&self, addr: u16, value: impl Into<Num>) {
        guest::poke4(addr.into(), value.into().bits(), place())
    }

    #[track_caller]
    pub fn memcpy(&self, dest: u16, source: u16, len: i32) {
        guest::memcpy(dest.into(), source.into(), len, place())
    }

    #[track_caller]
    pub fn memset(&self, dest: u16, value: i32, len: i32) {
        guest::memset(dest.into(), value, len, place())
    }

    #[track_caller]
    pub fn reload(&self) {
        guest::reload(place())
    }

    #[track_caller]
    pub fn reload_ext(&self, dest: u16, source: u16, len: i32) {
        guest::reload_ext(dest.into(), source.into(), len, place())
    }

    #[track_caller]
    pub fn cstore(&self) {
        guest::cstore(place())
    }

    #[track_caller]
    pub fn cstore_ext(&self, dest: u16, source: u16, len: i32, file: Option<&str>) {
        let [file_at, file_len] = str_or_nil(file);
        guest::cstore_ext(dest.into(), source.into(), len, file_at, file_len, place())
    }

    #[track_caller]
    pub fn reset(&self) {
        guest::reset(place())
    }

    #[track_caller]
    pub fn cartdata(&self, id: &str) -> bool {
        let [id_at, id_len] = bytes(id.as_bytes());
        guest::cartdata(id_at, id_len, place()) != 0
    }

    #[track_caller]
    pub fn dget(&self, index: i32) -> Num {
        Num::from_bits(guest::dget(index, place()))
    }

    #[track_caller]
    pub fn dset(&self, index: i32, value: impl Into<Num>) {
        guest::dset(index, value.into().bits(), place())
    }

    #[track_caller]
    pub fn stat_key(&self, scancode: i32) -> bool {
        guest::stat_key(scancode, place()) != 0
    }

    #[track_caller]
    pub fn time(&self) -> Num {
        Num::from_bits(guest::time(place()))
    }

    #[track_caller]
    pub fn t(&self) -> Num {
        Num::from_bits(guest::t(place()))
    }

    #[track_caller]
    pub fn printh(&self, text: &str) {
        let [text_at, text_len] = bytes(text.as_bytes());
        guest::printh(text_at, text_len, place())
    }

    #[track_caller]
    pub fn printh_ext(&self, text: &str, file: &str, overwrite: bool, desktop: bool) {
        let [text_at, text_len] = bytes(text.as_bytes());
        let [file_at, file_len] = bytes(file.as_bytes());
        guest::printh_ext(text_at, text_len, file_at, file_len, overwrite.into(), desktop.into(), place())
    }

    #[track_caller]
    pub fn extcmd(&self, command: &str) {
        let [command_at, command_len] = bytes(command.as_bytes());
        guest::extcmd(command_at, command_len, place())
    }

    #[track_caller]
    pub fn extcmd_ext(&self, command: &str, p1: i32, p2: i32) {
        let [command_at, command_len] = bytes(command.as_bytes());
        guest::extcmd_ext(command_at, command_len, p1, p2, place())
    }

    #[track_caller]
    pub fn extcmd_text(&self, command: &str, text: &str) {
        let [command_at, command_len] = bytes(command.as_bytes());
        let [text_at, text_len] = bytes(text.as_bytes());
        guest::extcmd_text(command_at, command_len, text_at, text_len, place())
    }

    #[track_caller]
    pub fn spend(&self, cycles: u32) {
        guest::spend(cycles as i32, place())
    }

    #[track_caller]
    pub fn strict(&self, on: bool) -> bool {
        guest::strict(on.into(), place()) != 0
    }

    #[track_caller]
    pub fn frame(&self) -> u64 {
        guest::frame(place()) as u64
    }

    #[track_caller]
    pub fn is_daily(&self) -> bool {
        guest::is_daily(place()) != 0
    }
}
