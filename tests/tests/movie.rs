//! Moving pictures of a run, read back with the formats' own libraries and held against the run's frames.

use rasher::palette::RGB;
use rasher::{Input, PIXELS, SIDE};
use tests::carts;
use tests::random::Hands;
use timeline::Run;

fn run(cart: &str, frames: usize) -> Run {
    let cart = carts::find(cart);
    let mut run = Run::start((cart.make)(), cart.boot(2)).expect("it starts");
    let mut hands = Hands::new(2);
    (0..frames).for_each(|_| _ = run.frame(&hands.input()).expect("it lives"));
    run
}

/// The pictures of the frames from `from` to the end.
fn pictures(run: &Run, from: u64) -> Vec<Box<[u8; PIXELS]>> {
    let mut pictures = Vec::new();
    run.branch()
        .past
        .scan(from, run.now(), |_, console| {
            let mut picture = Box::new([0; PIXELS]);
            console.machine().picture(&mut picture);
            pictures.push(picture);
            true
        })
        .unwrap();
    pictures
}

/// What a GIF shows after each of its pictures, in colours, and how long in hundredths.
fn shown(bytes: &[u8], side: usize) -> Vec<(Vec<[u8; 3]>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    assert_eq!((usize::from(decoder.width()), usize::from(decoder.height())), (side, side));
    let table = decoder.global_palette().expect("one table").to_vec();
    let mut canvas = vec![[0; 3]; side * side];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a whole GIF") {
        for (i, color) in frame.buffer.iter().enumerate() {
            let (w, x0, y0) = (usize::from(frame.width), usize::from(frame.left), usize::from(frame.top));
            let at = (y0 + i / w) * side + x0 + i % w;
            canvas[at].copy_from_slice(&table[usize::from(*color) * 3..][..3]);
        }
        shown.push((canvas.clone(), frame.delay));
    }
    shown
}

fn colors(picture: &[u8; PIXELS], scale: usize) -> Vec<[u8; 3]> {
    let at = |i: usize| (i / scale / (SIDE * scale) * SIDE) + i % (SIDE * scale) / scale;
    (0..PIXELS * scale * scale).map(|i| RGB[usize::from(picture[at(i)])]).collect()
}

#[test]
fn a_gif_shows_the_frames_of_a_run_at_their_speed() {
    for (cart, scale, seconds) in [("ball", 1, 2), ("ball60", 2, 1), ("painter", 3, 1)] {
        let run = run(cart, 200);
        let fps = u64::from(run.console().fps());
        let bytes = tool::movie(&run, seconds, scale, false, |_| true).unwrap();
        let shown = shown(&bytes, SIDE * usize::from(scale));
        let lived = pictures(&run, 200 - u64::from(seconds) * fps);
        let every = if fps == 60 { 2 } else { 1 };
        assert_eq!(shown.len(), lived.len().div_ceil(every), "{cart}");
        for (n, (now, _)) in shown.iter().enumerate() {
            assert!(*now == colors(&lived[n * every], usize::from(scale)), "{cart}: picture {n}");
        }
        // Three pictures are a tenth of a second.
        let hundredths: u32 = shown[..30].iter().map(|(_, delay)| u32::from(*delay)).sum();
        assert_eq!(hundredths, 100, "{cart}: 30 pictures");
    }
}

#[test]
fn an_animated_png_has_every_frame() {
    for (cart, scale) in [("ball60", 1), ("painter", 2)] {
        let run = run(cart, 100);
        let fps = u16::from(run.console().fps());
        let bytes = tool::movie(&run, 1, scale, true, |_| true).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
        let lived = pictures(&run, 100 - u64::from(fps));
        let animation = *reader.info().animation_control().expect("it is animated");
        assert_eq!((animation.num_frames as usize, animation.num_plays), (lived.len(), 0), "{cart}");
        let side = SIDE * usize::from(scale);
        let mut buffer = vec![0; side * side];
        for (n, picture) in lived.iter().enumerate() {
            reader.next_frame(&mut buffer).expect("every frame is there");
            let delay = reader.info().frame_control().expect("a frame of the animation");
            assert_eq!((delay.delay_num, delay.delay_den), (1, fps), "{cart}");
            let seen: Vec<[u8; 3]> = buffer.iter().map(|c| RGB[usize::from(*c)]).collect();
            assert!(seen == colors(picture, usize::from(scale)), "{cart}: picture {n}");
        }
    }
}

#[test]
fn a_movie_can_be_stopped_and_may_be_longer_than_the_run() {
    let run = run("ball", 20);
    let mut done = 0;
    let bytes = tool::movie(&run, 60, 1, false, |n| {
        done = n;
        n < 7
    });
    assert_eq!(done, 7);
    assert_eq!(shown(&bytes.unwrap(), SIDE).len(), 8, "what was made so far");
    let all = tool::movie(&run, 60, 1, false, |_| true).unwrap();
    assert_eq!(shown(&all, SIDE).len(), 21);
    let nothing = format::Movie::apng(1, 30).finish();
    assert!(
        png::Decoder::new(std::io::Cursor::new(nothing)).read_info().is_ok(),
        "a movie of nothing is black"
    );
    let mut long = format::Movie::apng(99, 60);
    (0..3700).for_each(|n| long.frame(&[(n % 16) as u8; PIXELS]));
    // Enlarged eight times at most: a file for a window, not for a wall.
    drop(long);
    _ = Input::default();
}
