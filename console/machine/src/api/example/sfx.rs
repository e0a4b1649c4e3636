fn sfx(p8: &mut Machine) {
    let channel = p8.sfx(1); // a jump
    p8.sfx_ext(0, 3, 0, 2); // a coin: on channel 3, two notes from note 0
    p8.print(format!("jump on channel {channel}, coin on 3"));
    assert_eq!((p8.stat(46).num(), p8.stat(49).num()), (num!(1), num!(0)));
}
