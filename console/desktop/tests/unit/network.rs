//! Files from a server on this machine, plain and encrypted: sizes, redirects, times, certificates, and answers that are no HTTP.

use super::*;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::Instant;

type Answer = fn(&str, &mut dyn Connection);

pub(crate) trait Connection: Read + Write {}

impl<T: Read + Write> Connection for T {}

/// Answers each request by its path; returns the server's address.
pub(crate) fn serve(answer: Answer) -> String {
    let port = listen(answer, |stream| Box::new(stream));
    format!("http://127.0.0.1:{port}")
}

/// The same with the certificate of [`trusting`], which is for `localhost`.
pub(crate) fn serve_encrypted(answer: Answer) -> String {
    let pem = std::fs::read(pem()).expect("a certificate and its key");
    let certificate = CertificateDer::from_pem_slice(&pem).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(&pem).expect("its key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|config| config.with_no_client_auth().with_single_cert(vec![certificate], key));
    let config = Arc::new(config.expect("a key for this certificate"));
    let port = listen(answer, move |stream| {
        let server = rustls::ServerConnection::new(config.clone()).expect("a server");
        Box::new(rustls::StreamOwned::new(server, stream))
    });
    format!("https://localhost:{port}")
}

fn listen(answer: Answer, open: impl Fn(TcpStream) -> Box<dyn Connection> + Clone + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(stream) = stream else { return };
            let open = open.clone();
            std::thread::spawn(move || {
                let mut stream = open(stream);
                let mut head = Vec::new();
                let mut byte = [0];
                while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n == 1) {
                    head.push(byte[0]);
                }
                let head = String::from_utf8_lossy(&head).into_owned();
                answer(head.split(' ').nth(1).unwrap_or_default(), &mut *stream);
            });
        }
    });
    port
}

pub(crate) fn send(stream: &mut dyn Connection, status: &str, headers: &str, body: &[u8]) {
    let head =
        format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    // A client that has read enough closes the connection.
    _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).and_then(|()| stream.flush());
}

fn pem() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unit/localhost.pem")
}

/// A client that trusts the certificate of [`serve_encrypted`], as a user names it in `SSL_CERT_FILE`.
pub(crate) fn trusting() -> Network {
    Client::new(roots(&pem()).expect("a certificate"), PATIENCE).into_network()
}

/// A client of the usual authorities that waits so long.
pub(crate) fn waiting(patience: Duration) -> Network {
    Client::new(RootCerts::WebPki, patience).into_network()
}

fn answer(path: &str, stream: &mut dyn Connection) {
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
        "/plain" => send(stream, "302 Found", "Location: http://127.0.0.1/small\r\n", b""),
        "/none" => send(stream, "302 Found", "", b""),
        "/no-http" => _ = stream.write_all(b"what?\r\n\r\n"),
        "/silent" => std::thread::sleep(Duration::from_secs(60)),
        "/slow" => {
            _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
            while stream.write_all(b"c").is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
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
    let (server, network) = (serve(answer), waiting(PATIENCE));
    let get = |path: &str| network(&format!("{server}{path}"), 1000);
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
        let said = network(address, 1000).expect_err(address);
        assert!(said.contains("nothing may be read"), "{said}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a free port");
    let address = format!("http://{closed}/");
    assert!(network(&address, 9).expect_err("closed").starts_with(&format!("{address}: ")));
}

/// A server that says nothing, one that sends a byte now and then, and one that takes the connection but does not encrypt it.
#[test]
fn a_slow_server_is_given_up() {
    let (server, network) = (serve(answer), waiting(Duration::from_millis(500)));
    let silent = server.replace("http:", "https:") + "/";
    for address in [format!("{server}/silent"), format!("{server}/slow"), silent] {
        let start = Instant::now();
        assert_eq!(network(&address, 1000), Err(format!("{address}: no answer in time")));
        // Of 60 s, on a busy machine.
        assert!(start.elapsed() < Duration::from_secs(20), "{address}");
    }
}

#[test]
fn an_encrypted_server_is_read_if_its_certificate_is_trusted() {
    let (server, network) = (serve_encrypted(answer), trusting());
    let get = |path: &str| network(&format!("{server}{path}"), 1000);
    assert_eq!(get("/small"), Ok(b"hello".to_vec()));
    assert_eq!(get("/to/small"), Ok(b"hello".to_vec()));
    for (path, says) in [
        ("/large", "found more than 1000 bytes"),
        ("/gone", "the server answered 404"),
        ("/plain", "leads to http://127.0.0.1/small, where nothing may be read"),
        ("/out", "leads to http://example.org/small, where nothing may be read"),
        ("/file", "leads to file:///etc/passwd, where nothing may be read"),
    ] {
        let said = get(path).expect_err(path);
        assert!(said.contains(says), "{path}: {said}");
    }
    let other_name = server.replace("localhost", "127.0.0.1");
    for (network, address) in [(waiting(PATIENCE), &server), (network, &other_name)] {
        let said = network(address, 1000).expect_err("not trusted");
        assert!(said.starts_with(&format!("{address}: the server's certificate is not trusted (")), "{said}");
    }
}

#[test]
fn a_file_without_certificates_is_refused() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, says) in
        [("Cargo.toml", "Cargo.toml: expected certificates in PEM, found none"), ("none.pem", "none.pem: ")]
    {
        let said = roots(&here.join(file)).expect_err(file);
        assert!(said.starts_with("SSL_CERT_FILE: ") && said.contains(says), "{said}");
    }
}
