// The room Scenes: every scene that ships, writing, errors, completion, links, files, and what must not be.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { audible, check, checkNames, heard, listen, open, root, run, until } from "./browser.mjs";

const text = (page, selector) => page.locator(selector).innerText();
const state = (page) => text(page, ".state");
const rendered = (page, milliseconds = 60000) => until("a sound", async () => (await state(page)).includes("LUFS"), milliseconds);
const editor = ".cm-content";

/** Puts a text into the editor. */
async function write(page, scene) {
    await page.locator(editor).focus();
    await page.keyboard.press("Control+a");
    await page.evaluate((scene) => navigator.clipboard.writeText(scene), scene);
    await page.keyboard.press("Control+v");
}

const small = (stiffness) => `title: Small
seconds: 0.3
bodies:
  ball: {type: mass, mass: 5 g, position: -1 mm, velocity: 1 m/s}
  string: {type: string, length: 0.7 m, tension: 100 N, density: 5 g/m, model: modal}
contacts:
  felt: {between: [ball, string@0.2], stiffness: ${stiffness}, exponent: 2}
probes:
  - {hear: string@0.9}
`;

await run({
    async "scenes that ship"(page) {
        const names = readdirSync(join(root, "scenes")).filter((file) => file.endsWith(".yaml")).map((file) => file.replace(".yaml", ""));
        await open(page, "#/scenes");
        await rendered(page);
        const listed = await page.locator("select[aria-label=scene] option:not([hidden])").evaluateAll((list) => list.map((one) => one.value));
        check(names.sort().join() === listed.sort().join(), `the list has ${listed}, must have ${names}`);
        for (const name of names.filter((name) => !/^(snare|snare-wire|tromba-marina)$/.test(name))) {
            await page.getByRole("combobox", { name: "scene" }).selectOption(name);
            await until(`${name} begins`, async () => !(await state(page)).includes("LUFS") || (await page.evaluate(() => location.hash)) === `#/scenes/${name}`);
            await rendered(page);
            const residual = /balances to (?:(\S+) × )?10⁻(\S+)\./.exec(await state(page));
            check(residual, `${name}: its energy does not balance: ${await state(page)}`);
        }
        await until("its energy in words", async () => (await page.locator("canvas.energy").getAttribute("aria-label")).includes("stored"));
    },

    async "a scene that is played"(page) {
        await listen(page);
        await page.addInitScript(() => {
            const Native = AudioWorkletNode;
            window.__posted = [];
            window.AudioWorkletNode = class extends Native {
                constructor(...given) {
                    super(...given);
                    const post = this.port.postMessage.bind(this.port);
                    this.port.postMessage = (message, ...rest) => {
                        message.type === "midi" && window.__posted.push([...message.bytes]);
                        return post(message, ...rest);
                    };
                }
            };
        });
        await open(page, "#/scenes/tom-tom");
        await rendered(page);
        // what can be played is known before the first key: E2 to E4
        await until("its controllers", async () => (await page.getByRole("slider", { name: "Tip" }).count()) === 1);
        const keys = () => page.locator(".bar").evaluateAll((list) => list.map((one) => Number(one.dataset.key)));
        check(Math.min(...(await keys())) >= 40 && Math.max(...(await keys())) <= 64, `keys from ${Math.min(...(await keys()))} to ${Math.max(...(await keys()))} are shown`);
        await page.evaluate(() => document.querySelectorAll(".bar").forEach((bar) => (bar.marked = true)));
        await page.locator("h1").click();
        const first = await page.locator(".bar").first().getAttribute("data-key");
        const z = await page.locator(".bar", { has: page.locator("kbd", { hasText: /^z$/ }) }).getAttribute("data-key");
        await page.keyboard.down("KeyZ");
        await until("its note", async () => (await page.evaluate(() => window.__posted)).some((one) => one[0] === 0x90));
        check((await page.evaluate(() => window.__posted.find((one) => one[0] === 0x90)[1])) === Number(z), "the first z plays another key than is written");
        check(await page.evaluate((z) => document.querySelector(`.bar[data-key='${z}']`).classList.contains("held"), z), "the bar of the first key is not lit");
        check(await page.evaluate(() => Array.from(document.querySelectorAll(".bar")).every((bar) => bar.marked)), "the first key makes the bars anew");
        await page.keyboard.up("KeyZ");
        // octaves, and not beyond the range
        for (const step of [() => page.getByRole("button", { name: "an octave down" }).click(), () => page.keyboard.press("Minus"), () => page.keyboard.press("Minus")]) {
            await step();
        }
        check(Math.min(...(await keys())) >= 40 && Number(first) >= 40, "keys below the range are shown");
        const sent = await page.evaluate(() => window.__posted.length);
        for (let i = 0; i < 4; i++) {
            await page.keyboard.press("Equal");
        }
        await page.keyboard.press("KeyP");
        await page.keyboard.press("KeyZ");
        await until("the key within the range", () => page.evaluate((sent) => window.__posted.slice(sent).some((one) => one[0] === 0x90), sent));
        check(await page.evaluate((sent) => window.__posted.slice(sent).every((one) => one[1] >= 40 && one[1] <= 64), sent), "a key beyond the range is sent");
        // a controller reads all units of its kind, and itself
        for (const dial of await page.locator(".scenes .knob").all()) {
            const shown = await dial.locator(".value").innerText();
            await dial.locator(".dial").press("PageUp");
            await dial.locator(".value").click();
            await dial.locator("input").fill(`${shown} `);
            await dial.locator("input").press("Enter");
            check((await dial.locator("input").count()) === 0 && (await dial.locator(".value").innerText()) === shown, `${shown} is read as ${await dial.innerText()}`);
        }
        await page.locator("h1").click();
        await page.keyboard.press("KeyX", { delay: 50 });
        await checkNames(page);
        await page.keyboard.down("KeyX");
        await audible(page);
        await page.getByRole("button", { name: "Panic" }).click();
        await until("silence", async () => (await heard(page)).every((level) => level < 1e-4), 10000);
        // a key that is held when the window loses the focus is let go
        await page.keyboard.up("KeyX");
        await page.keyboard.down("KeyC");
        await until("a bar is held", async () => (await page.locator(".bar.held").count()) === 1);
        await page.evaluate(() => dispatchEvent(new Event("blur")));
        check((await page.locator(".bar.held").count()) === 0, "a key stays down when the window loses the focus");
        await page.getByRole("combobox", { name: "scene" }).selectOption("glass-bar");
        await until("no keys for another", async () => !(await page.locator(".bars").isVisible()));
    },

    async "pictures can be read"(page) {
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            await open(page, "#/scenes/glass-bar");
            // words of the energy on the ground of a card
            const contrasts = await page.evaluate(() => {
                const style = getComputedStyle(document.documentElement);
                const light = (name) => {
                    const value = parseInt(style.getPropertyValue(name).trim().slice(1), 16);
                    return [16, 8, 0].map((shift) => ((value >> shift) & 255) / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)).reduce((sum, x, i) => sum + [0.2126, 0.7152, 0.0722][i] * x, 0);
                };
                const ground = light("--raised");
                return ["--stored", "--lost-text", "--supplied"].map((name) => (Math.max(light(name), ground) + 0.05) / (Math.min(light(name), ground) + 0.05));
            });
            check(contrasts.every((one) => one >= 4.5), `names of energies have contrasts of ${contrasts}`);
        }
        // two masses: what touches a body without extent is drawn in its middle, not cut at the edge
        await write(page, "seconds: 0.1\nbodies:\n  anvil: {type: mass, mass: 50 g, spring: 1e5}\n  ball: {type: mass, mass: 5 g, position: -1 mm, velocity: 1 m/s}\ncontacts:\n  tip: {between: [ball, anvil], stiffness: 1e7, exponent: 1.5}\nprobes:\n  - {hear: anvil}\n");
        await page.keyboard.press("Control+Enter");
        await until("its sound", async () => /rendered|balances/.test(await state(page)) && (await page.locator(".old:visible").count()) === 0);
        const struck = () => page.locator(".film").evaluate((canvas) => {
            const { width, height } = canvas;
            const copy = new OffscreenCanvas(width, height).getContext("2d");
            copy.drawImage(canvas, 0, 0);
            const { data } = copy.getImageData(0, 0, width, height);
            const at = [];
            for (let i = 0; i < data.length; i += 4) {
                if (data[i] > 180 && data[i + 1] < 140 && data[i + 2] < 110 && data[i + 3] > 128) {
                    at.push(((i / 4) % width) / width);
                }
            }
            return at;
        });
        await until("the ball in the film", async () => (await struck()).length > 20);
        const places = await struck();
        check(Math.min(...places) > 0.05, `the ball is cut at the edge: it is drawn from ${Math.min(...places)} of the width`);
    },

    async "controllers of a scene read units"(page) {
        await open(page, "#/scenes/hammer-string");
        await rendered(page);
        const typed = async (text) => {
            const place = page.locator(".scenes .knob", { hasText: "Place" });
            await place.locator(".value").click();
            await place.locator("input").fill(text);
            await place.locator("input").press("Enter");
            return (await place.locator("input").count()) ? place.locator(".value-error").innerText() : place.locator(".value").innerText();
        };
        check((await typed("11 cm")) === "110 mm", "11 cm are no 110 mm");
        check((await typed("0.105 m")) === "105 mm", "0.105 m are no 105 mm");
        check((await typed("0.1 mm")).includes("must be"), "0.1 mm is taken for something else");
        await page.locator(".scenes .value-input").press("Escape");
        check((await typed("90 kg")).includes("must be"), "a place of 90 kg is not refused");
        await page.locator(".scenes .value-input").press("Escape");
    },

    async "a slow scene can be ended"(page) {
        await open(page, "#/scenes/snare-wire");
        await until("it says how long it takes", async () => /to go/.test(await state(page)), 30000);
        await page.getByRole("button", { name: "Stop" }).click();
        check((await state(page)).includes("nothing of it is kept"), "what was ended is kept");
        // the scene before still sounds; there is nothing to film it
        await page.getByRole("combobox", { name: "scene" }).selectOption("glass-bar");
        await rendered(page);
        await page.getByRole("button", { name: "Hold" }).click();
        await write(page, small("1e6").replace("seconds: 0.3", "seconds: 600"));
        await page.keyboard.press("Control+Enter");
        await until("it renders", async () => /Rendering|Compiling/.test(await state(page)));
        await page.getByRole("button", { name: "Stop" }).click();
        await page.locator(".wave-line").click();
        check(!(await text(page, ".film-time")).includes("filming"), "a film is promised that never comes");
    },

    async "write, render, hear, look"(page) {
        await listen(page);
        await open(page, "#/scenes");
        await rendered(page);
        await write(page, small("1e6").replace("seconds: 0.3", "seconds: 8"));
        await page.keyboard.press("Control+Enter");
        await until("the new scene", async () => (await state(page)).startsWith("Small"));
        const wave = () => page.locator(".wave-line").evaluate((canvas) => canvas.toDataURL());
        const before = await wave();
        await until("the playhead moves", async () => (await wave()) !== before);
        await audible(page);
        const film = () => page.locator(".film").evaluate((canvas) => canvas.toDataURL());
        const still = await film();
        await until("it moves", async () => (await film()) !== still);
        await page.getByRole("button", { name: "Hold" }).click();
        await page.getByRole("radio", { name: "5 ms" }).click();
        await page.waitForTimeout(200);
        await page.locator(".spectrogram").click();
        await checkNames(page);
    },

    async "errors under the line"(page) {
        await open(page, "#/scenes");
        await rendered(page);
        await write(page, small("1e6").replace("mass: 5 g", "mass: -5 g").replace("tension", "tensoin"));
        await until("two errors", async () => (await page.locator(".errors li").count()) === 2);
        const errors = await text(page, ".errors");
        check(/4:\d+ .*mass is -5/.test(errors) || errors.includes("mass"), `the first is not named: ${errors}`);
        check(errors.includes("5:") && errors.includes("tension"), `the second is not answered with the nearest word: ${errors}`);
        check((await page.locator(".cm-lintRange-error").count()) === 2, "they are not marked in the text");
        const under = await page.locator(".cm-said").evaluateAll((list) => list.map((one) => [one.previousElementSibling.textContent, one.textContent]));
        check(under.length === 2 && under[0][0].includes("ball:") && under[0][1].includes("mass") && under[1][0].includes("string:") && under[1][1].includes("tension"), `they do not stand under their lines: ${JSON.stringify(under)}`);
        check(!/\de[-+]?\d/.test(errors), `numbers of the library are not typeset: ${errors}`);
        const gutter = await page.locator(".cm-gutters").evaluate((one) => getComputedStyle(one).backgroundColor);
        check(!/^rgba\(.*, 0\)$|transparent/.test(gutter), "a text that is scrolled sideways runs under the line numbers");
        check(await page.getByRole("button", { name: "Render and hear" }).isDisabled(), "a broken scene can be rendered");
        check((await state(page)).includes("what sounds is the scene before"), "it does not say what sounds");
        // nothing is lost: the scene before still plays
        await page.locator(".wave-line").click();
        await page.locator(".errors button").nth(1).click();
        await write(page, "seconds: [\n");
        await until("no YAML", async () => (await page.locator(".errors li").count()) >= 1);
        await write(page, small("1e6"));
        await until("it is mended", async () => (await page.locator(".errors li").count()) === 0);
    },

    async "completion from the library"(page) {
        await open(page, "#/scenes");
        await rendered(page);
        await write(page, "bodies:\n  string: {type: string, ");
        await page.keyboard.type("loss");
        await until("keys of a string", async () => (await page.locator(".cm-tooltip-autocomplete").count()) > 0 && (await text(page, ".cm-tooltip-autocomplete")).includes("loss_high"));
        check(!(await text(page, ".cm-tooltip-autocomplete")).includes("radius\n"), "keys that do not match are offered");
        await page.keyboard.press("Escape");
        const bodies = "bodies:\n  ball: {type: mass, mass: 5 g}\n  band:\n    type: string\n    length: 1\n";
        for (const [before, typed, offered, not] of [
            ["", "bo", "bodies", "loss"],
            ["bodies:\n  s: {type: ", "st", "string", "steel"],
            ["bodies:\n  s: {type: string, material: ", "st", "steel", "string"],
            ["bodies:\n  s:\n    type: string\n    ", "lo", "loss_high", "exponent"],
            [`${bodies}contacts:\n  felt:\n    stiffness: 1e6\n    `, "ex", "exponent", "length"],
            [`${bodies}contacts:\n  felt: {between: [`, "ba", "band", "bar"],
            [`${bodies}contacts:\n  felt:\n    between: [ball, `, "ba", "ball", "bar"],
            [`${bodies}probes:\n  - {hear: `, "ba", "ball", "bar"],
            [`${bodies}probes:\n  - hear: `, "ba", "band", "bar"],
            [`${bodies}actions:\n  - do: `, "st", "strike", "string"],
            [`${bodies}actions:\n- do: strike\n  `, "im", "impulse", "mass"],
            [`${bodies}play:\n  `, "ke", "keys", "length"],
            [`${bodies}play:\n  strokes:\n    - {do: throw, `, "ve", "velocity", "voices"],
            [`${bodies}play:\n  strokes:\n    - do: throw\n      at: ball\n      `, "so", "soft", "solver"],
            [`${bodies}play:\n  controllers:\n    tip:\n      `, "de", "default", "density"],
            [`${bodies}contacts:\n  felt: {between: [ball, band@0.5]}\ncontrols:\n  - {of: `, "fe", "felt", "frets"],
        ]) {
            await write(page, before);
            // the editor indents by itself
            await until("the text is there", async () => (await page.evaluate(() => document.querySelector(".cm-content").innerText.trimEnd().length)) >= before.trimEnd().length - 2);
            await page.keyboard.type(typed, { delay: 20 });
            const list = page.locator(".cm-tooltip-autocomplete .cm-completionLabel");
            const labels = () => list.allInnerTexts();
            await until(`${offered} for ${JSON.stringify(before.slice(-40) + typed)}`, async () => (await labels()).includes(offered), 10000);
            check(!(await labels()).includes(not), `${not} is offered for ${JSON.stringify(before.slice(-40) + typed)}`);
            await page.keyboard.press("Escape");
        }
    },

    async "link round trip"(page) {
        await open(page, "#/scenes");
        await rendered(page);
        const scene = small("2.5e6") + "# grüße, 音, 🥁\n";
        await write(page, scene);
        await page.getByRole("button", { name: "Link" }).click();
        await until("the link", async () => (await page.evaluate(() => navigator.clipboard.readText())).includes("#/scenes?z="));
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await open(page, link);
        await until("the linked scene", async () => (await page.locator(editor).innerText()).includes("2.5e6"));
        await rendered(page);
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "YAML" }).click()]);
        check(readFileSync(await file.path(), "utf8") === scene, "the scene is not the same after a link");
        const [sound] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "WAV" }).click()]);
        const bytes = readFileSync(await sound.path());
        check(bytes.readUInt32LE(24) === 48000 && bytes.length === 44 + 6 * 14400, `the WAV has ${bytes.length} bytes`);
    },

    async "an edited scene"(page) {
        await open(page, "#/scenes/tanpura");
        await rendered(page);
        await write(page, small("3e6"));
        await until("the address has lost the name", async () => (await page.evaluate(() => location.hash)) === "#/scenes");
        await page.reload();
        await page.waitForSelector(".cm-content");
        await rendered(page);
        check((await page.locator(editor).innerText()).includes("3e6"), "what was written is lost when the page is loaded again");
        await open(page, "#/scenes/tanpura");
        await rendered(page);
        check(!(await page.locator(editor).innerText()).includes("3e6"), "the address says tanpura, and something else is shown");
    },

    async "a scene that is changed is another one"(page) {
        await open(page, "#/scenes/glass-bar");
        await rendered(page);
        const list = page.getByRole("combobox", { name: "scene" });
        const old = page.locator(".old:visible");
        check((await old.count()) === 0, "its own pictures are said to be old");
        await write(page, small("3e6").replace("seconds: 0.3", "seconds: 600"));
        await until("the list names it no more", async () => (await list.inputValue()) === "");
        check((await old.count()) === 2, "the pictures of the scene before are not marked");
        await page.keyboard.press("Control+Enter");
        await until("it renders", async () => /Rendering/.test(await state(page)));
        await page.getByRole("button", { name: "Stop" }).click();
        const saved = async (name) => {
            const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
            return file.suggestedFilename();
        };
        // what is saved is named after what it is
        check((await saved("YAML")) === "scene.yaml", "a changed text is saved under the name of another scene");
        check((await saved("WAV")) === "glass-bar.wav", "the sound of the scene before is not named after it");
        await write(page, small("3e6"));
        await page.keyboard.press("Control+Enter");
        await until("it sounds", async () => (await state(page)).startsWith("Small"));
        check((await old.count()) === 0 && (await saved("WAV")) === "scene.wav", "the new sound has the name or the mark of the old one");
        // the history ends where another scene is chosen
        await list.selectOption("marimba-bar");
        await until("another scene", async () => (await page.evaluate(() => location.hash)) === "#/scenes/marimba-bar");
        await rendered(page);
        await page.locator(editor).focus();
        await page.keyboard.press("Control+z");
        check(!(await page.locator(editor).innerText()).includes("3e6") && (await list.inputValue()) === "marimba-bar", "undo brings back the text of another scene");
        // as it was, it has its name again
        await page.keyboard.press("Control+End");
        await page.keyboard.type("# x");
        await until("it is another one", async () => (await list.inputValue()) === "");
        for (let i = 0; i < 3; i++) {
            await page.keyboard.press("Backspace");
        }
        await until("it is the same again", async () => (await list.inputValue()) === "marimba-bar" && (await page.evaluate(() => location.hash)) === "#/scenes/marimba-bar");
    },

    async "the timeline by keys"(page) {
        await listen(page);
        await open(page, "#/scenes/glass-bar");
        await rendered(page);
        const wave = page.getByRole("slider", { name: "waveform" });
        await wave.focus();
        for (let i = 0; i < 10; i++) {
            await page.keyboard.press("ArrowRight");
        }
        check((await wave.getAttribute("aria-valuenow")) === "20", `ten steps go to ${await wave.getAttribute("aria-valuenow")} %`);
        const seconds = Number(/of (\S+) s/.exec(await wave.getAttribute("aria-valuetext"))[1]);
        await page.getByRole("button", { name: "Hold" }).click();
        await wave.focus();
        await page.keyboard.press("Enter");
        await audible(page);
        await until("its film", async () => Math.abs(parseFloat(await text(page, ".film-time")) / 1000 - 0.2 * seconds) < 0.01 * seconds, 20000);
    },

    async "links that carry garbage"(page) {
        const huge = deflateRawSync(Buffer.alloc(300e6, "x")).toString("base64url");
        for (const hash of ["#/scenes?z=%%%", "#/scenes?z=AAAA", "#/scenes?z=", `#/scenes?z=${huge}`, "#/scenes/../../etc/passwd"]) {
            await open(page, hash);
            await until(`a message about ${hash.slice(0, 30)}`, async () => /carries no scene|no scene "/.test(await text(page, ".messages")));
            await rendered(page);
        }
    },

    async "huge scenes"(page) {
        await open(page, "#/scenes");
        await rendered(page);
        await write(page, `# ${"x".repeat(1 << 20)}\n${small("1e6")}`);
        await until("more than 1 MiB", async () => /byte|MiB|large|long/i.test(await text(page, ".errors")));
        await write(page, small("1e6").replace("model: modal", "model: modal").replace("length: 0.7 m", "length: 0.7 m, segments: 1e9"));
        await until("too many modes", async () => (await page.locator(".errors li").count()) > 0);
        // more memory than there may be
        await write(page, "seconds: 1\nbodies:\n  plate: {type: plate, width: 40 m, height: 40 m, segments: 60000}\nactions:\n  - {do: strike, at: \"plate@0.3,0.3\", impulse: 1e-3}\nprobes:\n  - {hear: \"plate@0.4,0.4\"}\n");
        await page.keyboard.press("Control+Enter");
        await until("it is refused", async () => (await page.locator(".errors li:not(.note)").count()) > 0, 30000);
        await write(page, small("1e6"));
        await page.keyboard.press("Control+Enter");
        await until("the next scene sounds", async () => (await state(page)).startsWith("Small"));
    },
});
