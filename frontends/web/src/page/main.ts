// The page: a rail of rooms, and the room of the address.

import { h, icon } from "./dom";
import { messageArea, readPlace, say, type Place, type Room } from "./app";
import { playRoom } from "../rooms/play";

interface Entry {
    id: string;
    name: string;
    title: string;
    open(place: Place): Promise<Room>;
}

const rooms: Entry[] = [
    { id: "play", name: "Play", title: "instruments to play", open: async (place) => playRoom(place) },
    { id: "strike", name: "Strike", title: "bodies to hit, bow and damp", open: async (place) => (await import("../rooms/strike")).strikeRoom(place) },
    { id: "laboratory", name: "Laboratory", title: "one mass, one wall", open: async (place) => (await import("../rooms/laboratory")).laboratoryRoom(place) },
    { id: "scenes", name: "Scenes", title: "write scenes and hear them", open: async (place) => (await import("../rooms/scenes")).scenesRoom(place) },
    { id: "papers", name: "Papers", title: "figures of the papers, computed again", open: async () => (await import("../rooms/papers")).papersRoom() },
];

const main = h("main", { id: "room", tabindex: -1 });
const links = rooms.map((room) => h("a", { href: `#/${room.id}`, title: room.title, "data-room": room.id }, icon(room.id), h("span", {}, room.name)));
const mark = document.querySelector("#mark")!;

let current: { id: string; room: Room } | null = null;
let opening = 0;

async function show(): Promise<void> {
    const place = readPlace(location.hash);
    const entry = rooms.find((room) => room.id === place.room);
    if (!entry) {
        say(`There is no room "${place.room.slice(0, 40)}": here is Play.`, "error", { name: "room" });
        location.replace("#/play");
        return;
    }
    const turn = ++opening; // what is still opening comes too late
    document.title = `${entry.name} – Urto`;
    links.forEach((link) => (link.dataset["room"] === entry.id ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current")));
    if (current?.id === entry.id && current.room.go) {
        if (!main.contains(current.room.element)) {
            main.className = `room-${entry.id}`;
            main.replaceChildren(current.room.element);
        }
        current.room.go(place);
        return;
    }
    const waiting = setTimeout(() => main.replaceChildren(h("p", { class: "waiting" }, `Opening ${entry.name} …`)), 150);
    try {
        const room = await entry.open(place);
        if (turn !== opening) {
            room.close();
            return;
        }
        current?.room.close();
        current = { id: entry.id, room };
        main.className = `room-${entry.id}`;
        main.replaceChildren(room.element);
    } catch (error) {
        current?.room.close();
        current = null;
        main.replaceChildren(
            h("div", { class: "failed" }, h("h1", {}, `${entry.name} did not open`), h("p", {}, `${(error as Error).message}.`), h("p", {}, "If you were offline, go online once and load this page again.")),
        );
    } finally {
        clearTimeout(waiting);
    }
}

document.querySelector("#app")!.replaceChildren(
    h("a", { class: "skip", href: "#room", onclick: (event: Event) => (event.preventDefault(), main.focus()) }, "Skip to the room"),
    h("nav", { class: "rail", "aria-label": "rooms" }, h("a", { class: "home", href: "#/play", "aria-label": "Urto" }, mark, h("span", {}, "Urto")), ...links),
    main,
    messageArea(),
);
mark.removeAttribute("hidden");
addEventListener("hashchange", () => void show());
void show();

if ("serviceWorker" in navigator && location.protocol !== "file:") {
    addEventListener("load", () => void navigator.serviceWorker.register("sw.js").catch(() => undefined));
}
