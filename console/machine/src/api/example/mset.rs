fn mset(p8: &mut Machine) {
    // A bridge over the pond, with tiles that are not solid.
    for x in 8..14 {
        p8.mset(x, 6, 8);
    }
    p8.map();
    p8.spr(1, 84, 46);
    assert_eq!(p8.fget(i32::from(p8.mget(10, 6))), 0);
}
