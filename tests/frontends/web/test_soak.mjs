// Random playing: no growth of memory, no NaN, no dropout that the worklet counts. SECONDS, 600 in make soak.
import { check, open, run, until } from "./browser.mjs";

const seconds = Number(process.argv[5] ?? 8);

await run({
    async [`${seconds} s of random playing`](page) {
        await page.addInitScript(() => {
            // every meter of every processor
            const Native = AudioWorkletNode;
            window.__meters = { dropouts: 0, nonfinite: 0, memory: 0, count: 0, load: 0 };
            window.AudioWorkletNode = class extends Native {
                constructor(...given) {
                    super(...given);
                    this.port.addEventListener("message", ({ data }) => {
                        if (data.type === "meter") {
                            const m = window.__meters;
                            m.dropouts = Math.max(m.dropouts, data.dropouts);
                            m.nonfinite = Math.max(m.nonfinite, data.nonfinite, data.statistics[8] ?? 0);
                            m.memory = Math.max(m.memory, data.memory);
                            m.load = Math.max(m.load, data.load || 0);
                            m.count++;
                        }
                    });
                }
            };
        });
        await open(page, "#/play/mallet/vibes");
        await page.locator(".bar").first().click();
        await until("sound", () => page.evaluate(() => window.__meters.count > 2));
        const heap = async () => {
            await page.evaluate(() => window.gc?.());
            return page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
        };
        const keys = ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM", "KeyQ", "KeyW", "KeyE", "KeyR", "KeyT"];
        let dice = 12345;
        const random = (end) => ((dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0) >>> 8) % end;
        const begun = Date.now();
        let middle = 0;
        let notes = 0;
        while (Date.now() - begun < 1000 * seconds) {
            await page.keyboard.press(keys[random(keys.length)], { delay: 20 + random(80) });
            notes++;
            if (random(12) === 0) {
                const knobs = page.locator(".dial");
                await knobs.nth(random(6)).press(random(2) ? "PageUp" : "PageDown");
            }
            if (random(40) === 0) {
                const presets = page.locator("[aria-label=preset] [role=radio]");
                await presets.nth(random(await presets.count())).click();
            }
            if (!middle && Date.now() - begun > 500 * seconds) {
                middle = await heap();
            }
        }
        const end = await heap();
        const meters = await page.evaluate(() => window.__meters);
        console.log(`        ${notes} notes; heap ${(middle / 1e6).toFixed(1)} MB half way, ${(end / 1e6).toFixed(1)} MB at the end; engine ${(meters.memory / 1e6).toFixed(1)} MB; dropouts ${meters.dropouts}, NaN ${meters.nonfinite}, highest load ${Math.round(100 * meters.load)} %`);
        check(meters.nonfinite === 0, `${meters.nonfinite} samples were no number`);
        check(end < middle + 4e6, `the heap grew from ${middle} to ${end} bytes`);
        check(meters.memory < 64e6, `the engine has ${meters.memory} bytes`);
        // the short version runs beside other tests, where a dropout says nothing
        check(seconds < 60 || meters.dropouts === 0, `${meters.dropouts} dropouts`);
    },
}, 120 + 2 * seconds);
