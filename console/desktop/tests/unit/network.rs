//! Files from a server on this machine: sizes, redirects, times, and answers that are no HTTP.

use super::*;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

/// Answers each request by its path; returns the server's address.
pub(crate) fn serve(answer: fn(&str, &mut TcpStream)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n == 1) {
                head.push(byte[0]);
            }
            let head = String::from_utf8_lossy(&head).into_owned();
            answer(head.split(' ').nth(1).unwrap_or_default(), &mut stream);
        }
    });
    address
}

pub(crate) fn send(stream: &mut TcpStream, status: &str, headers: &str, body: &[u8]) {
    let head =
        format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    // A client that has read enough closes the connection.
    _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

fn answer(path: &str, stream: &mut TcpStream) {
    match path {
        "/small" => send(stream, "200 OK", "", b"hello"),
        "/large" => send(stream, "200 OK", "", &[b'a'; 1001]),
        "/to/small" => send(stream, "302 Found", "Location: /small\r\n", b""),
        "/to/beside" => send(stream, "301 Moved", "Location: small2\r\n", b""),
        "/to/small2" => send(stream, "200 OK", "", b"beside"),
        "/round" => send(stream, "302 Found", "Location: /round\r\n", b""),
        "/secure" => send(stream, "302 Found", "Location: https://127.0.0.1/small\r\n", b""),
        "/out" => send(stream, "302 Found", "Location: http://example.org/small\r\n", b""),
        "/file" => send(stream, "302 Found", "Location: file:///etc/passwd\r\n", b""),
        "/none" => send(stream, "302 Found", "", b""),
        "/no-http" => _ = stream.write_all(b"what?\r\n\r\n"),
        "/endless" => {
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
            _ = stream.write_all(head.as_bytes());
            while stream
                .write_all(b"400\r\n")
                .and_then(|()| stream.write_all(&[b'b'; 0x400]))
                .and_then(|()| stream.write_all(b"\r\n"))
                .is_ok()
            {}
        }
        _ => send(stream, "404 Not Found", "", b"no"),
    }
}

#[test]
fn a_file_is_read_or_the_reason_is_said() {
    let (server, network) = (serve(answer), Network::new());
    let get = |path: &str| network.get(&format!("{server}{path}"), 1000);
    assert_eq!(get("/small"), Ok(b"hello".to_vec()));
    assert_eq!(get("/to/small"), Ok(b"hello".to_vec()));
    assert_eq!(get("/to/beside"), Ok(b"beside".to_vec()));
    for (path, says) in [
        ("/large", "found more than 1000 bytes"),
        ("/endless", "found more than 1000 bytes"),
        ("/gone", "the server answered 404"),
        ("/round", "more than 4 redirects"),
        ("/secure", "leads to https://127.0.0.1/small, where nothing may be read"),
        ("/out", "leads to http://example.org/small, where nothing may be read"),
        ("/file", "leads to file:///etc/passwd, where nothing may be read"),
        ("/none", "the server answered 404"),
        ("/no-http", "no-http: "),
    ] {
        let said = get(path).expect_err(path);
        assert!(said.contains(says), "{path}: {said}");
    }
    for address in ["http://example.org/", "file:///etc/passwd", "https://", ""] {
        let said = network.get(address, 1000).expect_err(address);
        assert!(said.contains("nothing may be read"), "{said}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a free port");
    assert!(
        network
            .get(&format!("http://{closed}/"), 9)
            .expect_err("closed")
            .starts_with(&format!("http://{closed}/: "))
    );
}
