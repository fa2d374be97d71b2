// The room Play: struck, played by keys and MIDI, changed, recorded, linked, and led astray.
import { readFileSync } from "node:fs";
import { audible, check, checkNames, listen, open, run, until } from "./browser.mjs";

const force = (page) => page.locator("output[aria-label='largest force']").innerText();
const sounds = (page) => until("sound", async () => /[1-9]/.test(await force(page)));
const voices = (page) => page.locator("output[aria-label='voices that sound']").innerText().then(Number);

/** A MIDI keyboard that a test plays by __midi(bytes). */
const keyboard = () => {
    const input = { name: "Test keyboard", onmidimessage: null };
    navigator.requestMIDIAccess = async () => ({ inputs: new Map([["1", input]]), onstatechange: null });
    window.__midi = (...bytes) => input.onmidimessage?.({ data: Uint8Array.from(bytes) });
};

/** What the page sends to the audio thread as MIDI, in __posted. */
const posted = () => {
    const Native = AudioWorkletNode;
    window.__posted = [];
    window.AudioWorkletNode = class extends Native {
        constructor(...given) {
            super(...given);
            const post = this.port.postMessage.bind(this.port);
            this.port.postMessage = (message, ...rest) => {
                if (message.type === "midi") {
                    window.__posted.push([...message.bytes]);
                }
                return post(message, ...rest);
            };
        }
    };
};

/** The screen of a phone; the function puts fingers on bars: their number from the left, and how far down. */
async function fingers(page) {
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 2, mobile: true, screenWidth: 390, screenHeight: 844 });
    await client.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    return async (type, places) => {
        const box = await page.locator(".bar:not(.sharp)").first().boundingBox();
        const touchPoints = places.map(([bar, along], id) => ({ x: box.x + (bar + 0.5) * (box.width + 4), y: box.y + along * box.height, id }));
        await client.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
}

await run({
    async "first sound"(page) {
        await listen(page);
        await open(page, "");
        // the first thing one sees can be struck, and one click is enough
        await page.mouse.move(200, 400);
        const began = Date.now();
        await page.locator(".bar").nth(4).click();
        await sounds(page);
        const shown = Date.now();
        await audible(page);
        console.log(`        first sound seen ${shown - began} ms after the click began`);
        check((await page.evaluate(() => location.hash)).startsWith("#/play/mallet/"), "the address does not say what is played");
    },

    async "every instrument"(page) {
        await open(page, "#/play");
        for (const instrument of await page.locator("[role=radiogroup][aria-label=instrument] [role=radio]").all()) {
            const name = await instrument.innerText();
            await instrument.click();
            check((await instrument.getAttribute("aria-checked")) === "true", `${name} is not chosen`);
            await page.keyboard.down("KeyB");
            await until(`${name} sounds`, async () => (await voices(page)) > 0);
            await page.keyboard.up("KeyB");
            await page.locator("[aria-label=preset] [role=radio]").nth(1).click();
            await page.keyboard.press("KeyG", { delay: 60 });
        }
        await page.getByRole("button", { name: "Panic" }).click();
        await until("silence", async () => (await voices(page)) === 0);
        await checkNames(page);
    },

    async "keyboard alone"(page) {
        await open(page, "#/play/mallet/marimba");
        const bar = page.locator(".bar[data-key='60']");
        await bar.focus();
        await page.keyboard.press("ArrowRight");
        check((await page.evaluate(() => document.activeElement.dataset.key)) === "61", "an arrow does not move to the next bar");
        await page.keyboard.press("Space");
        await sounds(page);
        const decay = page.getByRole("slider", { name: "Decay" });
        const before = await decay.getAttribute("aria-valuetext");
        await decay.focus();
        await page.keyboard.press("ArrowUp");
        check((await decay.getAttribute("aria-valuetext")) !== before, "an arrow does not turn a knob");
        const field = () => page.waitForFunction(() => document.activeElement.tagName === "INPUT" && document.activeElement.type === "text");
        await page.keyboard.press("Enter");
        await field();
        await page.keyboard.type("300 ms");
        await page.keyboard.press("Enter");
        await until("300 ms as typed", async () => (await decay.getAttribute("aria-valuetext")) === "300 ms", 10000);
        await page.getByRole("button", { name: "type Decay" }).click();
        await field();
        await page.keyboard.type("long");
        await page.keyboard.press("Enter");
        check((await page.locator(".value-error").innerText()).includes("must be"), "what is typed wrongly has no message");
        await page.keyboard.press("Escape");
        await until("the address has it", async () => (await page.evaluate(() => location.hash)).includes("decay=0.3"));
    },

    async "what a knob shows can be typed"(page) {
        await open(page, "#/play");
        for (const instrument of await page.locator("[role=radiogroup][aria-label=instrument] [role=radio]").all()) {
            const name = await instrument.innerText();
            await instrument.click();
            const wrong = await page.evaluate(() => {
                const wrong = [];
                for (const knob of document.querySelectorAll(".knob")) {
                    const dial = knob.querySelector(".dial");
                    const shown = () => dial.getAttribute("aria-valuetext");
                    const press = (key) => dial.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                    for (const keys of [[], Array(12).fill("PageDown"), Array(3).fill("PageUp"), Array(12).fill("PageUp")]) {
                        keys.forEach(press);
                        const before = shown();
                        press(keys[0] === "PageUp" ? "PageDown" : "PageUp");
                        knob.querySelector(".value").click();
                        const field = knob.querySelector(".value-input");
                        field.value = `${before} `;
                        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
                        const error = knob.querySelector(".value-error")?.textContent;
                        if (shown() !== before || error) {
                            wrong.push(`${dial.getAttribute("aria-label")}: ${before} is read as ${shown()} ${error ?? ""}`);
                        }
                        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
                        if (/\de[-+]?\d|\^|\bum|\bdN|10⁻¹[5-9]|\bmHz/.test(before)) {
                            wrong.push(`${dial.getAttribute("aria-label")} shows ${before}`);
                        }
                    }
                }
                return wrong;
            });
            check(wrong.length === 0, `${name}: ${wrong.join("; ")}`);
        }
        // a refusal is in the units that are shown
        await page.locator("[aria-label=instrument] [data-value=roll]").click();
        for (const [name, right] of [["Weight", "20 mN to 2 N"], ["Roughness", "1 µm to 500 µm"]]) {
            const field = page.locator(".knob", { hasText: name });
            await field.locator(".value").click();
            await field.locator("input").fill("1e9");
            await field.locator("input").press("Enter");
            check((await field.locator(".value-error").innerText()).includes(right), `${name}: ${await field.locator(".value-error").innerText()}, must say ${right}`);
            await field.locator("input").press("Escape");
        }
    },

    async "bars fill the stage"(page) {
        for (const width of [1300, 390]) {
            await page.setViewportSize({ width, height: 900 });
            await open(page, "#/play");
            const chips = page.locator("[aria-label=instrument]");
            // at 390 there are more instruments than the row shows, and it says so
            await until("the row hints at more", async () => (await chips.evaluate((row) => row.scrollWidth > row.clientWidth + 4)) === (await chips.evaluate((row) => row.matches(".more, .less"))));
            for (const instrument of await chips.getByRole("radio").all()) {
                await instrument.click();
                const rest = await page.locator(".bars").evaluate((bars) => bars.getBoundingClientRect().right - Math.max(...Array.from(bars.children, (bar) => bar.getBoundingClientRect().right)));
                check(rest < 12, `${await instrument.innerText()} leaves ${rest} px empty at ${width} px`);
            }
        }
        // a struck bar is at rest again after 200 ms, and does not move where motion is not wanted
        for (const [reducedMotion, most] of [["no-preference", 200], ["reduce", 0]]) {
            await page.emulateMedia({ reducedMotion });
            await page.evaluate(() => {
                window.__moved = [0];
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (frames, options) {
                    window.__moved.push(options.duration);
                    return animate.call(this, frames, options);
                };
            });
            await page.locator(".bar").first().click();
            const moved = await page.evaluate(() => Math.max(...window.__moved));
            check(moved === most, `with motion ${reducedMotion} a bar moves for ${moved} ms`);
        }
    },

    async "a knob is in the hand, not in its echo"(page) {
        // each value that is set is answered at once by what the engine said before
        await page.addInitScript(() => {
            const Native = AudioWorkletNode;
            window.AudioWorkletNode = class extends Native {
                constructor(...given) {
                    super(...given);
                    let meter = null;
                    this.port.addEventListener("message", (event) => {
                        if (event.data.values) {
                            meter ??= event.data;
                            window.__meters = (window.__meters ?? 0) + 1;
                        }
                    });
                    const post = this.port.postMessage.bind(this.port);
                    this.port.postMessage = (message, ...rest) => {
                        post(message, ...rest);
                        if (message.type === "set" && meter) {
                            this.port.onmessage({ data: meter });
                        }
                    };
                }
            };
        });
        await open(page, "#/play/mallet/marimba?hardness=0.2");
        await page.locator(".bar").nth(4).click();
        await until("the engine says its values", () => page.evaluate(() => window.__meters > 0));
        const knob = page.getByRole("slider", { name: "Hardness" });
        await knob.focus();
        for (let i = 0; i < 15; i++) {
            await page.keyboard.press("ArrowUp");
        }
        check((await knob.getAttribute("aria-valuetext")) === "0.5", `fifteen steps of 0.02 from 0.2 go to ${await knob.getAttribute("aria-valuetext")}`);
    },

    async "link round trip"(page) {
        await open(page, "#/play/tromba/brass?level=-9");
        const level = page.getByRole("slider", { name: "Level" });
        check((await level.getAttribute("aria-valuetext")).includes("−9"), "a value of the link is not set");
        await page.getByRole("button", { name: "Link" }).click();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await open(page, "#/play");
        await open(page, link);
        check((await page.locator("[aria-label=instrument] [data-value=tromba]").getAttribute("aria-checked")) === "true", "the link does not bring back the instrument");
        check((await page.getByRole("slider", { name: "Level" }).getAttribute("aria-valuetext")).includes("−9"), "the link does not bring back the value");
    },

    async "garbage in the link"(page) {
        for (const [hash, said] of [["#/play/kazoo", "no instrument"], ["#/play/mallet/%E0%A4%A", "no preset"], ["#/play/mallet/vibes?decay=1e999&hardness=NaN&x=1", "left out"], ["#/%00", "no room"]]) {
            await open(page, hash);
            await until(`"${said}"`, async () => (await page.locator(".messages").innerText()).includes(said));
            await page.locator(".bar").nth(2).click();
            await sounds(page);
        }
    },

    async "MIDI and a flood of it"(page) {
        await page.addInitScript(keyboard);
        await open(page, "#/play/mallet/vibes");
        await page.getByRole("button", { name: "MIDI" }).click();
        await until("the keyboard is named", async () => (await page.locator(".messages").innerText()).includes("Test keyboard"));
        await page.evaluate(() => __midi(0x90, 64, 100));
        await until("a note by MIDI", async () => (await voices(page)) === 1);
        await page.evaluate(() => __midi(0xb0, 64, 127));
        await page.evaluate(() => {
            for (let i = 0; i < 200000; i++) {
                __midi(0x90 + (i % 16), i % 128, 1 + (i % 127));
            }
            __midi(0xf0, 1, 2, 3, 4);
            __midi();
        });
        await until("the flood is named", async () => (await page.locator(".messages").innerText()).includes("faster than"));
        await page.waitForTimeout(400);
        await until("the flood is over", async () => (await voices(page)) === 0, 60000);
        await page.evaluate(() => __midi(0x90, 60, 100));
        await until("the sound goes on", async () => (await voices(page)) >= 1);
    },

    async "record to WAV"(page) {
        await open(page, "#/play/mallet/glass");
        await page.getByRole("button", { name: "Record" }).click();
        await page.keyboard.press("KeyQ", { delay: 300 });
        await page.waitForTimeout(300);
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Stop" }).click()]);
        const bytes = readFileSync(await file.path());
        check(file.suggestedFilename() === "urto-glass.wav" && bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 16) === "WAVEfmt ", "what comes is no WAV");
        check(bytes.readUInt32LE(40) === bytes.length - 44 && bytes.readUInt16LE(34) === 24, "the head of the WAV is wrong");
        let most = 0;
        for (let at = 44; at + 3 <= bytes.length; at += 3) {
            most = Math.max(most, Math.abs(bytes.readIntLE(at, 3)));
        }
        check(most > 8388608 * 0.01, "the recording is silent");
    },

    async "fewer voices when it is too slow"(page) {
        await open(page, "#/play/mallet/vibes");
        await page.locator(".bar").first().click();
        await sounds(page);
        await page.getByRole("combobox", { name: "voices" }).selectOption("2");
        for (const code of ["KeyZ", "KeyX", "KeyC", "KeyV"]) {
            await page.keyboard.down(code);
        }
        await until("two voices", async () => (await voices(page)) === 2);
    },

    async "too slow"(page) {
        await open(page, "#/play/tromba/tromba");
        await page.getByRole("combobox", { name: "voices" }).selectOption("64");
        // more bowed strings than a core can compute
        const keys = ["KeyZ", "KeyS", "KeyX", "KeyD", "KeyC", "KeyV", "KeyG", "KeyB", "KeyH", "KeyN", "KeyJ", "KeyM", "KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI"];
        for (const code of keys) {
            await page.keyboard.down(code);
        }
        await until("it says so, and what to lower", async () => (await page.locator(".messages").innerText()).includes("too slow"), 30000);
        for (const code of keys) {
            await page.keyboard.up(code);
        }
        await page.locator(".message .button").click();
        await until("fewer voices", async () => Number(await page.getByRole("combobox", { name: "voices" }).inputValue()) < 64);
        await until("the load is shown", async () => (await page.locator("output[aria-label='load of the audio thread']").innerText()).includes("%"));
    },

    async "too slow by meters, in every room"(page) {
        // meters as from a slower device
        await page.addInitScript(() => {
            const Native = AudioWorkletNode;
            window.AudioWorkletNode = class extends Native {
                constructor(...given) {
                    super(...given);
                    let meters = 0;
                    this.port.addEventListener("message", (event) => event.data.type === "meter" && event.stopImmediatePropagation());
                    setInterval(() => {
                        const [load, each] = window.__slow ?? [0.1, Infinity];
                        this.port.onmessage?.({ data: { type: "meter", peak: [0, 0], load, dropouts: Math.floor(meters++ / each), nonfinite: 0, memory: 1, statistics: [8, 1, 1, 1, 0, 0, 0, 0, 0] } });
                    }, 50);
                }
            };
        });
        const rooms = [
            ["#/play/mallet", () => page.locator(".bar").first().click(), "fewer voices"],
            ["#/strike/plate", () => page.getByRole("button", { name: "Hit", exact: true }).click(), "fewer modes"],
            ["#/scenes/tom-tom", () => page.locator(".bar").nth(3).click(), "play block"],
        ];
        // load, and meters between two dropouts: high for long; dropouts in a row; one now and then
        for (const [slow, said] of [[[1.6, Infinity], true], [[0.8, 8], true], [[0.8, 60], false]]) {
            for (const [hash, strike, advice] of rooms) {
                await open(page, hash);
                await page.locator(".bar, .body-canvas").first().waitFor();
                await page.evaluate((slow) => (window.__slow = slow), slow);
                await strike();
                const message = async () => (await page.locator(".messages").innerText()).replaceAll("\n", " ");
                if (said) {
                    await until(`${hash} says that it is too slow at ${slow}`, async () => /too slow/.test(await message()), 8000);
                    check((await message()).includes(advice), `${hash} says ${await message()}, must advise ${advice}`);
                } else {
                    await page.waitForTimeout(4000);
                    check(!/too slow/.test(await message()), `${hash} complains of one dropout in three seconds`);
                }
            }
        }
    },

    async "too slow with one voice"(page) {
        await page.addInitScript(() => {
            const Native = AudioWorkletNode;
            window.AudioWorkletNode = class extends Native {
                constructor(...given) {
                    super(...given);
                    this.port.addEventListener("message", (event) => event.data.type === "meter" && event.stopImmediatePropagation());
                    setInterval(() => window.__slow && this.port.onmessage?.({ data: { type: "meter", peak: [0, 0], load: 1.6, dropouts: 0, nonfinite: 0, memory: 1, statistics: [window.__slow, 1, 1, 1, 0, 0, 0, 0, 0] } }), 50);
                }
            };
        });
        const said = page.locator(".message[data-name=slow]");
        for (const [voices, words, action] of [[1, "1 voice of", null], [2, "2 voices of", "1 voice"]]) {
            await open(page, "#/play/tromba");
            await page.evaluate((voices) => (window.__slow = voices), voices);
            await page.locator(".bar").first().click();
            await until("it is too slow", async () => (await said.count()) === 1);
            await page.evaluate(() => (window.__slow = 0));
            check((await said.innerText()).includes(words), `it says ${await said.innerText()}, must speak of ${words}`);
            check((await said.locator(".button").allInnerTexts()).join() === (action ?? ""), `it offers ${await said.locator(".button").allInnerTexts()}, must offer ${action}`);
            // it goes with the instrument that it speaks of
            await page.locator("[aria-label=instrument] [data-value=mallet]").click();
            check((await said.count()) === 0, "the message stands beside another instrument");
        }
    },

    async "not a secure page"(page) {
        await page.goto(`${page.insecure}/dist/#/play`);
        check(!(await page.evaluate(() => isSecureContext)), "the page is secure");
        await page.locator(".bar").first().click();
        const messages = () => page.locator(".messages").innerText();
        await until("the reason", async () => /No sound: .*https/.test(await messages()));
        await page.getByRole("button", { name: "MIDI" }).click();
        await until("the reason for no keyboard", async () => /No MIDI: .*https or from localhost/.test(await messages()));
    },

    async "MPE at full speed"(page) {
        await page.addInitScript(keyboard);
        await page.addInitScript(posted);
        await open(page, "#/play/tromba");
        await page.getByRole("checkbox").check();
        await page.getByRole("button", { name: "MIDI" }).click();
        await page.evaluate(() => {
            for (let finger = 1; finger <= 10; finger++) {
                __midi(0x90 | finger, 40 + finger, 90);
            }
        });
        await until("ten voices or all", async () => (await voices(page)) >= 4);
        // ten fingers, three directions, 200 times a second each, for a second
        await page.evaluate(async () => {
            for (let turn = 0; turn < 200; turn++) {
                for (let finger = 1; finger <= 10; finger++) {
                    __midi(0xe0 | finger, 0, turn % 128);
                    __midi(0xd0 | finger, turn % 128);
                    __midi(0xb0 | finger, 74, turn % 128);
                }
                await new Promise((done) => setTimeout(done, 5));
            }
            __midi(0xe0 | 3, 1, 99);
            __midi(0x80 | 3, 43, 0);
        });
        check(!(await page.locator(".messages").innerText()).includes("faster than"), "it is taken for a flood");
        check((await voices(page)) >= 4, "the notes are let go");
        const sent = await page.evaluate(() => window.__posted.filter((one) => (one[0] & 15) === 3));
        check(sent.length < 450, `${sent.length} messages for one finger`);
        const end = sent.findIndex((one) => one[0] === 0x83);
        check(sent.slice(0, end).some((one) => one[0] === 0xe3 && one[2] === 99), "the last bend does not come before the end of its note");
    },

    async "fingers"(page) {
        await listen(page);
        await page.addInitScript(posted);
        const touch = await fingers(page);
        await open(page, "#/play/mallet/marimba");
        check((await page.getByRole("combobox", { name: "voices" }).inputValue()) === "8", "a phone does not begin with half of the 16 voices");
        await touch("touchStart", [[0, 0.8], [2, 0.8], [4, 0.8]]);
        await until("three fingers are three voices", async () => (await voices(page)) === 3, 10000);
        await audible(page);
        await touch("touchEnd", []);
        await open(page, "#/play/tromba");
        await page.getByRole("checkbox").check();
        await touch("touchStart", [[0, 0.4], [4, 0.4]]);
        await until("two voices", async () => (await voices(page)) === 2, 10000);
        await touch("touchMove", [[0, 0.4], [4.5, 0.6]]);
        const sent = () => page.evaluate(() => window.__posted);
        await until("the second finger bends", async () => (await sent()).some((one) => one[0] === 0xe2 && one[1] + 128 * one[2] > 8192), 10000);
        check((await sent()).some((one) => one[0] === 0xb2 && one[1] === 74 && one[2] > 64), "along is no timbre");
        check(!(await sent()).some((one) => one[0] === 0xe1 && one[1] + 128 * one[2] !== 8192), "the first finger bends with it");
        await touch("touchEnd", []);
        await page.evaluate(() => (window.__posted.length = 0));
        await touch("touchStart", [[4, 0.4]]);
        await until("the next touch", async () => (await sent()).some((one) => (one[0] & 0xf0) === 0x90), 10000);
        const channel = (await sent()).find((one) => (one[0] & 0xf0) === 0x90)[0] & 15;
        check((await sent()).some((one) => one[0] === (0xb0 | channel) && one[1] === 74 && one[2] === 64), "a new touch has the timbre of the last");
        await touch("touchEnd", []);
    },

    async "meters and spectrum"(page) {
        await open(page, "#/play/mallet/vibes");
        const picture = () => page.locator("canvas.spectrum").evaluate((canvas) => canvas.toDataURL());
        const levels = () => page.locator(".level").evaluateAll((list) => list.map((one) => parseFloat(one.style.getPropertyValue("--level"))));
        const before = await picture();
        await page.locator(".bar").nth(6).click();
        await until("both levels rise", async () => (await levels()).every((level) => level > 20), 10000);
        check((await picture()) !== before, "the spectrum does not move");
        await page.getByRole("button", { name: "Panic" }).click();
        await until("both levels fall", async () => (await levels()).every((level) => level < 20), 10000);
    },
});
