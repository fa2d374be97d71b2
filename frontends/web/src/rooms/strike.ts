import { h } from "../page/dom";
import type { Place, Room } from "../page/app";

export function strikeRoom(_place: Place): Room {
    return { element: h("p", {}, "strike"), close() {} };
}
