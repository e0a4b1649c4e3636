//! The site's pages: the list, a page for each cart, the feed.
//!
//! ```text
//! site/index.html, cart.html ── fill ──> text       site/style.css, search.js: inline, allowed by their hashes
//! ```

use super::collect::SiteCart;
use super::colors::{DARK, LIGHT, accent, readable};
use crate::manual::grouped;
use format::Catalogue;
use std::collections::BTreeMap;
use web::html::{HtmlValue, escape, fill, hash};

pub struct Site<'a> {
    pub index: &'a Catalogue,
    pub carts: &'a [SiteCart],
    /// Where it will be published, for links that must be absolute.
    pub url: Option<&'a str>,
    /// The address of the page that plays a cart in a link.
    pub player: &'a str,
}

/// Tags that the list shows as filters.
const TAGS: usize = 16;
const SEARCH: &str = include_str!("../../site/search.js");

/// All pages, by their names.
pub fn pages(site: &Site<'_>) -> Vec<(String, String)> {
    let shown = || site.carts.iter().filter(|cart| !cart.is_part);
    let mut all: Vec<(String, String)> =
        shown().map(|cart| (format!("{}.html", page_name(cart)), cart_page(site, cart))).collect();
    all.push(("index.html".to_string(), list(site)));
    all.push(("feed.xml".to_string(), feed(site)));
    all
}

/// A cart named `index` or `player` must not replace those pages.
fn page_name(cart: &SiteCart) -> String {
    let id = &cart.entry.id;
    if ["index", "player"].contains(&&**id) { format!("{id}-cart") } else { id.clone() }
}

/// The style, with the colours that these carts have.
fn style(carts: &[&SiteCart]) -> String {
    let mut used: Vec<u8> = carts.iter().map(|cart| accent(&cart.picture)).collect();
    used.sort_unstable();
    used.dedup();
    let hex = |color: u8, ground| {
        readable(color, ground).iter().map(|part| format!("{part:02x}")).collect::<String>()
    };
    let colors = used
        .iter()
        .map(|color| format!(".c{color}{{--dark:#{};--light:#{}}}\n", hex(*color, DARK), hex(*color, LIGHT)));
    include_str!("../../site/style.css").to_string() + &colors.collect::<String>()
}

fn tag_list(cart: &SiteCart) -> Vec<String> {
    let players = (cart.entry.players > 1).then(|| format!("{} players", cart.entry.players));
    cart.entry.tags.iter().cloned().chain(players).collect()
}

fn list(site: &Site<'_>) -> String {
    let carts: Vec<&SiteCart> = site.carts.iter().filter(|cart| !cart.is_part).collect();
    let cards: String = carts
        .iter()
        .map(|cart| {
            let entry = &cart.entry;
            let by = if entry.author.is_empty() {
                String::new()
            } else {
                format!("<p class=\"by\">by {}</p>", escape(&entry.author))
            };
            let tags: String = tag_list(cart).iter().map(|tag| format!("<li>{}</li>", escape(tag))).collect();
            let tags = if tags.is_empty() {
                tags
            } else {
                format!("<ul class=\"tags\" aria-label=\"tags\">{tags}</ul>")
            };
            let values = [
                ("color", HtmlValue::Own(&format!("c{}", accent(&cart.picture)))),
                ("page", HtmlValue::Text(&page_name(cart))),
                ("label", HtmlValue::Text(&entry.label)),
                ("title", HtmlValue::Text(&entry.title)),
                ("by", HtmlValue::Own(&by)),
                ("about", HtmlValue::Text(&entry.about)),
                ("tags", HtmlValue::Own(&tags)),
            ];
            fill(include_str!("../../site/card.html"), &values)
        })
        .collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    carts.iter().flat_map(|cart| tag_list(cart)).for_each(|tag| *uses.entry(tag).or_default() += 1);
    let mut tags: Vec<(String, usize)> = uses.into_iter().collect();
    tags.sort_by_key(|(tag, uses)| (std::cmp::Reverse(*uses), tag.clone()));
    let tags: String = tags
        .iter()
        .take(TAGS)
        .map(|(tag, _)| format!("<button type=\"button\" aria-pressed=\"false\">{}</button>", escape(tag)))
        .collect();
    let count = format::cart_count(carts.len());
    let style = style(&carts);
    let image = carts.first().map(|cart| image_tag(site.url, &cart.entry.label)).unwrap_or_default();
    let values = [
        ("style_hash", HtmlValue::Own(&hash(&style))),
        ("script_hash", HtmlValue::Own(&hash(SEARCH))),
        ("style", HtmlValue::Own(&style)),
        ("script", HtmlValue::Own(SEARCH)),
        ("title", HtmlValue::Text(&site.index.title)),
        ("about", HtmlValue::Text(&site.index.about)),
        ("image", HtmlValue::Own(&image)),
        ("count", HtmlValue::Text(&count)),
        ("tags", HtmlValue::Own(&tags)),
        ("cards", HtmlValue::Own(&cards)),
    ];
    fill(include_str!("../../site/index.html"), &values)
}

fn cart_page(site: &Site<'_>, cart: &SiteCart) -> String {
    let entry = &cart.entry;
    let play = cart
        .link
        .as_ref()
        .map(|link| format!("<a class=\"play\" href=\"{}#cart={link}\">Play</a>", escape(site.player)));
    let mut rows = vec![("Players", entry.players.to_string())];
    if !entry.author.is_empty() {
        rows.insert(0, ("Author", escape(&entry.author)));
    }
    let tags: Vec<String> = entry.tags.iter().map(|tag| escape(tag)).collect();
    if !tags.is_empty() {
        rows.push(("Tags", tags.join(", ")));
    }
    if !entry.updated.is_empty() {
        rows.push(("Updated", entry.updated.clone()));
    }
    let file = entry.file_name();
    rows.push((
        "Cartridge",
        format!(
            "<a href=\"{}\" download=\"{file}\">{file}</a>, {} bytes",
            escape(&entry.file),
            grouped(entry.size.into())
        ),
    ));
    rows.push(("SHA-256", format!("<code>{}</code>", entry.sha256)));
    let rows: String =
        rows.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")).collect();
    let style = style(&[cart]);
    let image = image_tag(site.url, &entry.label);
    let values = [
        ("style_hash", HtmlValue::Own(&hash(&style))),
        ("style", HtmlValue::Own(&style)),
        ("site", HtmlValue::Text(&site.index.title)),
        ("color", HtmlValue::Own(&format!("c{}", accent(&cart.picture)))),
        ("title", HtmlValue::Text(&entry.title)),
        ("about", HtmlValue::Text(&entry.about)),
        ("label", HtmlValue::Text(&entry.label)),
        ("image", HtmlValue::Own(&image)),
        ("play", HtmlValue::Own(&play.unwrap_or_default())),
        ("rows", HtmlValue::Own(&rows)),
    ];
    fill(include_str!("../../site/cart.html"), &values)
}

/// The picture of a page where its address is posted. Some readers need the whole address, others complete one that is relative.
fn image_tag(url: Option<&str>, label: &str) -> String {
    let address = match url {
        Some(url) => format::file_address(&format!("{}/", url.trim_end_matches('/')), label),
        None => label.to_string(),
    };
    format!("<meta property=\"og:image\" content=\"{}\">\n", escape(&address))
}

/// An Atom feed, the newest cart first. XML has the escapes of HTML that `escape` uses.
fn feed(site: &Site<'_>) -> String {
    let base = site.url.map(|url| format!("{}/", url.trim_end_matches('/'))).unwrap_or_default();
    let mut carts: Vec<&SiteCart> = site.carts.iter().filter(|cart| !cart.is_part).collect();
    carts.sort_by_key(|cart| (std::cmp::Reverse(cart.entry.updated.clone()), cart.entry.id.clone()));
    let time = |day: &str| format!("{}T00:00:00Z", if day.is_empty() { "1970-01-01" } else { day });
    let entries: String = carts.iter().map(|cart| {
        let (entry, page) = (&cart.entry, page_name(cart));
        let author = if entry.author.is_empty() { &site.index.title } else { &entry.author };
        format!(
            "<entry><id>urn:sha256:{}</id><title>{}</title><link href=\"{}{page}.html\"/><updated>{}</updated><author><name>{}</name></author><summary>{}</summary></entry>\n",
            entry.sha256, escape(&entry.title), escape(&base), time(&entry.updated), escape(author), escape(&entry.about),
        )
    }).collect();
    let newest = time(carts.first().map_or("", |cart| &cart.entry.updated));
    let id = if base.is_empty() {
        format!("urn:sha256:{}", format::sha256(site.index.title.as_bytes()))
    } else {
        escape(&base)
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<id>{id}</id><title>{}</title><updated>{newest}</updated>\
         <link rel=\"self\" href=\"{}feed.xml\"/>\n{entries}</feed>\n",
        escape(&site.index.title),
        escape(&base),
    )
}
