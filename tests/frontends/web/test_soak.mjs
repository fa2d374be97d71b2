// Random playing and striking: no growth of memory, of the page or the engine, no NaN, no dropout that the worklet counts.
// SECONDS for each, 600 in make soak.
import { check, open, run, until } from "./browser.mjs";

const seconds = Number(process.argv[5] ?? 8);

/** Numbers at random, the same each time. */
function dice() {
    let state = 12345;
    return (end) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % end;
}

/** Watches every meter of every processor from the next document on. */
const watch = (page) => page.addInitScript(() => {
    const Native = AudioWorkletNode;
    window.__meters = { dropouts: 0, nonfinite: 0, memory: 0, count: 0, load: 0 };
    window.AudioWorkletNode = class extends Native {
        constructor(...given) {
            super(...given);
            const scene = given[2].processorOptions.source.kind === "scene";
            this.port.addEventListener("message", ({ data }) => {
                if (data.type === "meter") {
                    const m = window.__meters;
                    m.dropouts = Math.max(m.dropouts, data.dropouts);
                    m.nonfinite = Math.max(m.nonfinite, data.nonfinite, data.statistics[scene ? 3 : 8]);
                    m.memory = data.memory;
                    m.load = Math.max(m.load, data.load || 0);
                    m.count++;
                }
            });
        }
    };
});

/** Does something again and again, and compares half way with the end. */
async function soak(page, act) {
    await until("sound", () => page.evaluate(() => window.__meters.count > 2));
    const state = async () => {
        await page.evaluate(() => window.gc?.());
        return page.evaluate(() => ({ heap: performance.memory.usedJSHeapSize, ...window.__meters }));
    };
    const random = dice();
    const begun = Date.now();
    let middle = null;
    let acts = 0;
    while (Date.now() - begun < 1000 * seconds) {
        await act(random);
        acts++;
        if (!middle && Date.now() - begun > 500 * seconds) {
            middle = await state();
        }
    }
    const end = await state();
    console.log(`        ${acts} times; heap ${(middle.heap / 1e6).toFixed(1)} MB half way, ${(end.heap / 1e6).toFixed(1)} MB at the end; engine ${(end.memory / 1e6).toFixed(1)} MB; dropouts ${end.dropouts}, NaN ${end.nonfinite}, highest load ${Math.round(100 * end.load)} %`);
    check(end.nonfinite === 0, `${end.nonfinite} samples were no number`);
    check(end.heap < middle.heap + 4e6, `the heap grew from ${middle.heap} to ${end.heap} bytes`);
    check(end.memory === middle.memory, `the engine grew from ${middle.memory} to ${end.memory} bytes`);
    check(end.memory < 64e6, `the engine has ${end.memory} bytes`);
    // the short version runs beside other tests, where a dropout says nothing
    check(seconds < 60 || end.dropouts === 0, `${end.dropouts} dropouts`);
}

await run({
    async [`${seconds} s of random playing`](page) {
        await watch(page);
        await open(page, "#/play/mallet/vibes");
        await page.locator(".bar").first().click();
        const keys = ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM", "KeyQ", "KeyW", "KeyE", "KeyR", "KeyT"];
        await soak(page, async (random) => {
            await page.keyboard.press(keys[random(keys.length)], { delay: 20 + random(80) });
            if (random(12) === 0) {
                await page.locator(".dial").nth(random(6)).press(random(2) ? "PageUp" : "PageDown");
            }
            if (random(40) === 0) {
                const presets = page.locator("[aria-label=preset] [role=radio]");
                await presets.nth(random(await presets.count())).click();
            }
        });
    },

    async [`${seconds} s of random striking`](page) {
        await watch(page);
        await open(page, "#/strike/string");
        await page.getByRole("button", { name: "Hit", exact: true }).click();
        const keys = ["Space", "Space", "Space", "ArrowLeft", "ArrowRight", "d", "b"];
        await soak(page, async (random) => {
            await page.locator(".body-canvas").press(keys[random(keys.length)], { delay: 20 + random(150) });
            if (random(12) === 0) {
                await page.locator("[aria-label=mallet] [role=radio]").nth(random(6)).click();
            }
            if (random(20) === 0) {
                await page.getByRole("slider", { name: "heard on the left" }).press(random(2) ? "ArrowLeft" : "ArrowRight");
            }
        });
    },
}, 120 + 2 * seconds);
