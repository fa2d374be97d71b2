// The room Play: struck, played by keys and MIDI, changed, recorded, linked, and led astray.
import { readFileSync } from "node:fs";
import { check, checkNames, open, run, until } from "./browser.mjs";

const force = (page) => page.locator("output[aria-label='largest force']").innerText();
const sounds = (page) => until("sound", async () => /[1-9]/.test(await force(page)));
const voices = (page) => page.locator("output[aria-label='voices that sound']").innerText().then(Number);

/** A MIDI keyboard that a test plays by __midi(bytes). */
const keyboard = () => {
    const input = { name: "Test keyboard", onmidimessage: null };
    navigator.requestMIDIAccess = async () => ({ inputs: new Map([["1", input]]), onstatechange: null });
    window.__midi = (...bytes) => input.onmidimessage?.({ data: Uint8Array.from(bytes) });
};

await run({
    async "first sound"(page) {
        await open(page, "");
        // the first thing one sees can be struck, and one click is enough
        await page.mouse.move(200, 400);
        const began = Date.now();
        await page.locator(".bar").nth(4).click();
        await sounds(page);
        console.log(`        first sound seen ${Date.now() - began} ms after the click began`);
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
        await page.keyboard.press("Enter");
        await page.keyboard.type("300 ms");
        await page.keyboard.press("Enter");
        check((await decay.getAttribute("aria-valuetext")) === "300 ms", `typed 300 ms, shown ${await decay.getAttribute("aria-valuetext")}`);
        await page.getByRole("button", { name: "type Decay" }).click();
        await page.keyboard.type("long");
        await page.keyboard.press("Enter");
        check((await page.locator(".value-error").innerText()).includes("must be"), "what is typed wrongly has no message");
        await page.keyboard.press("Escape");
        await until("the address has it", async () => (await page.evaluate(() => location.hash)).includes("decay=0.3"));
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
        check((await page.locator("output[aria-label='load of the audio thread']").innerText()).includes("%"), "the load is not shown");
    },

    async "not a secure page"(page) {
        await page.addInitScript(() => delete BaseAudioContext.prototype.audioWorklet);
        await page.addInitScript(() => Object.defineProperty(BaseAudioContext.prototype, "audioWorklet", { value: undefined }));
        await open(page, "#/play");
        await page.locator(".bar").first().click();
        await until("the reason", async () => (await page.locator(".messages").innerText()).includes("https"));
    },
});
