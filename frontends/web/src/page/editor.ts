// The editor of scenes: YAML, completion from the schema of the library, its messages under the line.

import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, WidgetType, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import type { SceneError } from "../engine/scene-messages";
import { yamlPlace } from "./yaml-place";

interface Schema {
    description?: string;
    type?: string | string[];
    const?: string;
    oneOf?: Schema[];
    enum?: (string | boolean)[];
    $ref?: string;
    properties?: Record<string, Schema>;
    additionalProperties?: Schema | boolean;
    items?: Schema;
    $defs?: Record<string, Schema>;
}

const face = EditorView.theme({
    "&": { fontSize: "14px", height: "100%" },
    ".cm-scroller": { fontFamily: '"JetBrains Mono", ui-monospace, monospace', lineHeight: "1.55" },
    ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--quiet)", border: "0" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--ring) 7%, transparent)" },
    "&.cm-focused": { outline: "0" },
    ".cm-content": { caretColor: "var(--struck)" },
    ".cm-cursor": { borderLeftColor: "var(--struck)", borderLeftWidth: "2px" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--ring) 25%, transparent)" },
    ".cm-tooltip": { backgroundColor: "var(--raised)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--shadow)", color: "var(--ink)", overflow: "hidden" },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--ring)", color: "var(--raised)" },
    ".cm-completionInfo": { maxWidth: "300px", padding: "8px", fontFamily: "Inter, system-ui, sans-serif" },
    ".cm-diagnostic-error": { borderLeft: "4px solid var(--struck)", fontFamily: "Inter, system-ui, sans-serif", padding: "6px 10px" },
    ".cm-diagnostic-warning": { borderLeft: "4px solid var(--lost)", fontFamily: "Inter, system-ui, sans-serif", padding: "6px 10px" },
    ".cm-said": { position: "sticky", left: "48px", width: "fit-content", whiteSpace: "normal", maxWidth: "min(60ch, calc(100vw - 110px))", margin: "0 0 2px 6px", padding: "1px 8px", borderLeft: "3px solid var(--struck)", color: "var(--ink)", font: "13px/1.4 Inter, system-ui, sans-serif", overflowWrap: "anywhere" },
    ".cm-said.note": { borderLeftColor: "var(--lost)" },
    ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
});

const colours = HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--ring)" },
    { tag: [tags.comment, tags.lineComment], color: "var(--quiet)", fontStyle: "italic" },
    { tag: [tags.string, tags.quote], color: "var(--supplied)" },
    { tag: [tags.separator, tags.punctuation, tags.bracket], color: "var(--quiet)" },
]);

/** Keys whose texts name bodies, and those that may name anything. */
const OF_BODIES = new Set(["between", "under", "over", "at", "hear", "tune", "against", "of"]);
const OF_ALL = new Set(["hear", "against", "of"]);

function completions(schema: Schema): (context: CompletionContext) => CompletionResult | null {
    const defs = schema.$defs ?? {};
    const resolve = (one: Schema | undefined): Schema => (one?.$ref ? (defs[one.$ref.replace("#/$defs/", "")] ?? {}) : (one ?? {}));
    /** Keys of a mapping; of a body those of its type, or the choice of types. */
    const keysOf = (one: Schema, its: Record<string, string>): Record<string, Schema> => {
        if (!one.oneOf) {
            return one.properties ?? {};
        }
        const kinds = one.oneOf.map(resolve);
        const kind = kinds.find(({ properties }) => properties?.["type"]?.const === its["type"]);
        return { ...kind?.properties, type: { enum: kinds.map(({ properties }) => properties?.["type"]?.const ?? ""), description: "what kind of body" } };
    };
    return (context) => {
        const word = context.matchBefore(/[\w-]*/);
        if (!word || (word.from === word.to && !context.explicit)) {
            return null;
        }
        const { path, its, value } = yamlPlace(context.state.sliceDoc(0, word.from));
        let here = schema;
        let keys = keysOf(schema, its[0] ?? {});
        let last = "";
        path.forEach((step, i) => {
            here = resolve(step === "[]" ? here.items : (keys[step] ?? (typeof here.additionalProperties === "object" ? here.additionalProperties : undefined)));
            keys = keysOf(here, its[i + 1] ?? {});
            last = step === "[]" ? last : step;
        });
        if (!value) {
            return {
                from: word.from,
                options: Object.entries(keys).map(([name, one]) => ({ label: name, type: "property", apply: `${name}: `, info: resolve(one).description ?? one.description ?? "" })),
                validFor: /^[\w-]*$/,
            };
        }
        if (here.enum) {
            return { from: word.from, options: here.enum.map((one) => ({ label: String(one), type: "constant" })), validFor: /^[\w-]*$/ };
        }
        if (here.type !== "string" || !OF_BODIES.has(last)) {
            return null;
        }
        const names = new Set<string>();
        yamlPlace(context.state.doc.toString(), (path) => {
            const section = schema.properties?.[path[0]];
            if (path.length === 2 && typeof section?.additionalProperties === "object" && (path[0] === "bodies" || OF_ALL.has(last))) {
                names.add(path[1]);
            }
        });
        return { from: word.from, options: [...names].map((name) => ({ label: name, type: "variable" })), validFor: /^[\w-]*$/ };
    };
}

/** A message under its line; the list below the text says the same to those who do not see it. */
class Said extends WidgetType {
    constructor(
        private readonly message: string,
        private readonly note: boolean,
    ) {
        super();
    }

    override eq(other: Said): boolean {
        return other.message === this.message && other.note === this.note;
    }

    override toDOM(): HTMLElement {
        const element = document.createElement("div");
        element.className = this.note ? "cm-said note" : "cm-said";
        element.ariaHidden = "true";
        element.textContent = this.message;
        return element;
    }
}

const MOST_SAID = 20;
const saySome = StateEffect.define<DecorationSet>();
const said = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (old, change) => change.effects.reduce((now, effect) => (effect.is(saySome) ? effect.value : now), old.map(change.changes)),
    provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
    private readonly view: EditorView;
    private readonly extensions: Extension;

    constructor(parent: HTMLElement, schema: unknown, onchange: (text: string) => void, onrun: () => void) {
        this.extensions = [
            Prec.highest(keymap.of([{ key: "Ctrl-Enter", mac: "Cmd-Enter", run: () => (onrun(), true) }])),
            basicSetup,
            yaml(),
            autocompletion({ override: [completions(schema as Schema)] }),
            face,
            said,
            syntaxHighlighting(colours),
            EditorView.contentAttributes.of({ "aria-label": "text of the scene, YAML; Control Enter renders it, Escape then Tab leaves the editor" }),
            EditorView.updateListener.of((update) => update.docChanged && onchange(this.text)),
        ];
        this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.extensions }) });
    }

    get text(): string {
        return this.view.state.doc.toString();
    }

    /** Another text, with a history of its own. */
    begin(text: string): void {
        this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
    }

    private place(line: number, column: number): number {
        const doc = this.view.state.doc;
        const its = doc.line(Math.max(1, Math.min(doc.lines, line)));
        return Math.min(its.to, its.from + Math.max(0, column - 1));
    }

    /** Messages of the loader at their places. */
    show(errors: SceneError[]): void {
        const diagnostics = errors
            .map((error) => {
                const from = this.place(error.line, error.column);
                const end = /^[\w.%+-]+/.exec(this.view.state.sliceDoc(from, from + 60))?.[0].length ?? 1;
                return { from, to: Math.min(this.view.state.doc.length, from + end), severity: error.warning || error.warning === false ? ("warning" as const) : ("error" as const), message: error.message };
            })
            .sort((a, b) => a.from - b.from);
        const under = diagnostics.slice(0, MOST_SAID).map(({ from, severity, message }) => Decoration.widget({ widget: new Said(message, severity === "warning"), block: true, side: 1 }).range(this.view.state.doc.lineAt(from).to));
        this.view.dispatch(setDiagnostics(this.view.state, diagnostics), { effects: saySome.of(Decoration.set(under, true)) });
    }

    /** Goes to a place. */
    go(line: number, column: number): void {
        const at = this.place(line, column);
        this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
        this.view.focus();
    }

    close(): void {
        this.view.destroy();
    }
}
