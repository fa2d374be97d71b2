// Where in a YAML text one writes, also while it is not complete: blocks by their indentation, flow by its brackets.

interface Level {
    kind: "map" | "list";
    /** Columns of a block; -1 in flow. */
    indent: number;
    /** The key whose value is being written; "" where a key is. */
    key: string;
    /** What the keys before it in the same mapping have been given. */
    its: Record<string, string>;
}

export interface YamlPlace {
    /** Keys on the way down, "[]" for an entry of a list; the last is the key whose value is written, if there is one. */
    path: string[];
    /** Values of the mappings on the way, one for each step of the path and one more. */
    its: Record<string, string>[];
    /** A value is written, of the last key of the path; else a key. */
    value: boolean;
}

/** The place at the end of a text. `visit` is called with the path of every key on the way. */
export function yamlPlace(text: string, visit: (path: string[]) => void = () => undefined): YamlPlace {
    const levels: Level[] = [];
    const top = () => levels[levels.length - 1];
    const path = () => levels.map((level) => (level.kind === "list" ? "[]" : level.key)).filter((step) => step !== "");
    const inFlow = () => levels.length > 0 && top().indent < 0;
    const push = (kind: Level["kind"], indent: number) => levels.push({ kind, indent, key: "", its: {} });
    const setKey = (key: string) => {
        top().key = key;
        visit(path());
    };
    /** Scalars, keys of flow and brackets, to the end of a line. */
    const scan = (rest: string) => {
        for (const [word] of rest.matchAll(/"(?:[^"\\]|\\.)*"?|'[^']*'?|[{}[\],]|[^\s{}[\],"']+|\s+#.*/g)) {
            if (word === "{" || word === "[") {
                push(word === "{" ? "map" : "list", -1);
            } else if (word === "}" || word === "]") {
                if (inFlow()) {
                    levels.pop();
                }
            } else if (word === ",") {
                if (levels.length && top().kind === "map") {
                    top().key = "";
                }
            } else if (inFlow() && top().kind === "map" && top().key === "" && word.endsWith(":")) {
                setKey(word.slice(0, -1).replaceAll('"', ""));
            } else if (levels.length && top().kind === "map" && top().key && !word.trimStart().startsWith("#")) {
                top().its[top().key] = word.replaceAll('"', "");
            }
        }
    };
    const lines = text.split("\n");
    lines.forEach((line, number) => {
        let rest = line.trimStart();
        let indent = line.length - rest.length;
        if (inFlow()) {
            scan(rest);
            return;
        }
        if ((rest === "" || rest.startsWith("#")) && number < lines.length - 1) {
            return;
        }
        while (levels.length && (top().indent > indent || (top().kind === "list" && top().indent === indent && !/^-(\s|$)/.test(rest)))) {
            levels.pop();
        }
        while (/^-(\s|$)/.test(rest)) {
            if (!levels.length || top().kind !== "list" || top().indent !== indent) {
                push("list", indent);
            }
            const after = rest.slice(1).trimStart();
            indent += rest.length - after.length;
            rest = after;
        }
        const key = /^("[^"]*"|[^\s"'{}[\],#:][^{}[\],:]*):(?=\s|$)/.exec(rest);
        if (key || rest === "") {
            if (!levels.length || top().kind !== "map" || top().indent !== indent) {
                push("map", indent);
            }
            top().key = "";
        }
        if (key) {
            setKey(key[1].replaceAll('"', ""));
            scan(rest.slice(key[0].length));
        } else {
            scan(rest);
        }
    });
    const value = levels.length > 0 && (top().kind === "list" || top().key !== "");
    return { path: path(), its: levels.map((level) => level.its), value };
}
