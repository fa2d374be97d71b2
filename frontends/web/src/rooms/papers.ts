// Papers: the report of `urto papers`, as it was made with this build.

import { base, type Room } from "../page/app";
import { h } from "../page/dom";

export async function papersRoom(): Promise<Room> {
    const address = new URL("papers/index.html", base);
    const there = await fetch(address, { method: "GET" });
    if (!there.ok) {
        return {
            element: h("div", { class: "failed" }, h("h1", {}, "The papers, computed again"), h("p", {}, "This page was built without the report of the papers. "), h("p", {}, "make web builds it with the program of the same tree: its figures, tables and claims, and what they are judged by.")),
            close() {},
        };
    }
    const frame = h("iframe", { src: address.href, title: "The papers, computed again: figures, tables and claims", class: "report" });
    const element = h("div", { class: "papers" }, frame);
    return { element, close() {} };
}
