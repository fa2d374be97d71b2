import { h } from "../page/dom";
import type { Place, Room } from "../page/app";

export function papersRoom(_place: Place): Room {
    return { element: h("p", {}, "papers"), close() {} };
}
