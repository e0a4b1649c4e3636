"use strict";
// Keeps the console's page, for times without a network. Its name has the scope: an origin may have several sites.
const FILES = {{files}};
const OWN = `rasher ${registration.scope} `;
const CACHE = `${OWN}{{build}}`;

const removeOld = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
};
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});
addEventListener("activate", (event) => event.waitUntil(removeOld()));
// The network first, so that a new version is seen at once.
addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const file = FILES.find((name) => new URL(name, registration.scope).pathname === pathname);
  if (event.request.method === "GET" && file) event.respondWith(fetch(event.request).catch(() => caches.match(file)));
});
