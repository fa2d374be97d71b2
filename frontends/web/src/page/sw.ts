// Offline after the first visit: everything of this build is kept, and what is kept is used.

declare const FILES: string[];
declare const BUILD: string;

interface Fetched extends Event {
    request: Request;
    respondWith(answer: Promise<Response>): void;
}
interface Lasting extends Event {
    waitUntil(what: Promise<unknown>): void;
}
declare const self: EventTarget & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> }; registration: { scope: string } };

const name = `urto-${BUILD}`;

self.addEventListener("install", (event) => {
    // all or nothing: a build that is kept by half would not work
    (event as Lasting).waitUntil(caches.open(name).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))).then(() => self.skipWaiting())));
});

self.addEventListener("activate", (event) => {
    (event as Lasting).waitUntil(
        caches
            .keys()
            .then((keys) => Promise.all(keys.filter((key) => key.startsWith("urto-") && key !== name).map((key) => caches.delete(key))))
            .then(() => self.clients.claim()),
    );
});

self.addEventListener("fetch", (event) => {
    const { request } = event as Fetched;
    if (request.method === "GET" && request.url.startsWith(self.registration.scope)) {
        (event as Fetched).respondWith(caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
    }
});

export {};
