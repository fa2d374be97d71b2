import { h } from "../page/dom";
import type { Place, Room } from "../page/app";

export function scenesRoom(_place: Place): Room {
    return { element: h("p", {}, "scenes"), close() {} };
}
