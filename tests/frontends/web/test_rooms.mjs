// The rooms Strike, Laboratory and Papers: opened, used by mouse and by keys, linked.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { audible, brightness, check, checkNames, heard, listen, near, open, reference, root, run, until } from "./browser.mjs";

const text = (page, selector) => page.locator(selector).innerText();
const changes = (page, selector) => page.evaluate(async (selector) => {
    const canvas = document.querySelector(selector);
    const before = canvas.toDataURL();
    await new Promise((done) => setTimeout(done, 500));
    return canvas.toDataURL() !== before;
}, selector);

await run({
    async "strike, bow and damp"(page) {
        await open(page, "#/strike");
        const canvas = page.locator(".body-canvas");
        for (const body of ["Drum", "Plate", "Bar", "String", "Glass"]) {
            await page.getByRole("radio", { name: body, exact: true }).click();
            const box = await canvas.boundingBox();
            // a bar and a string lie across the middle, a glass is a ring
            const [x, y] = body === "Glass" ? [0.5, 0.5 - 0.34 * (Math.min(box.width, box.height) / box.height)] : [0.42, 0.56];
            await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.3 * box.height);
            // on a busy machine the room may not listen yet
            let clicked = 0;
            await until(`${body} is hit`, async () => {
                if (Date.now() - clicked > 3000) {
                    clicked = Date.now();
                    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
                }
                return /[1-9]/.test(await text(page, "output[aria-label='largest force']"));
            });
            check(await changes(page, ".body-canvas"), `${body} does not move in the picture`);
            check(/s$/.test(await text(page, "output[aria-label='length of the touch']")), "the touch has no length");
            await page.getByRole("radio", { name: "Bow", exact: true }).click();
            await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
            await page.mouse.down();
            await page.mouse.move(box.x + x * box.width, box.y + y * box.height - 6, { steps: 4 });
            await page.waitForTimeout(400);
            await page.mouse.up();
            await page.getByRole("radio", { name: "Mallet", exact: true }).click();
        }
        await checkNames(page);
    },

    async "strike by keys"(page) {
        await listen(page);
        await open(page, "#/strike/glass?mallet=wood");
        check((await page.getByRole("radio", { name: "wood" }).getAttribute("aria-checked")) === "true", "the mallet of the link is not taken");
        await page.locator(".body-canvas").focus();
        await page.keyboard.press("ArrowRight");
        check((await text(page, ".caption")).startsWith("place"), "an arrow does not move the place");
        await page.keyboard.press("Space");
        await until("a hit by keys", async () => /[1-9]/.test(await text(page, "output[aria-label='largest force']")));
        await audible(page);
        const held = () => page.locator("[aria-label='what you hold'] [aria-checked=true]").innerText();
        for (const [key, tool] of [["d", "Finger"], ["b", "Bow"]]) {
            await page.keyboard.down(key);
            check((await held()) === tool, `${key} does not take the ${tool}`);
            await page.waitForTimeout(200);
            await page.keyboard.up(key);
            check((await held()) === "Mallet", `after ${key} the mallet is not held again`);
        }
    },

    async "the link of strike"(page) {
        await open(page, "#/strike/plate?mallet=wood");
        const left = page.getByRole("slider", { name: "heard on the left" });
        const before = await left.getAttribute("aria-valuetext");
        await left.focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowUp");
        const moved = await left.getAttribute("aria-valuetext");
        check(moved.split(",").every((one, i) => one !== before.split(",")[i]), `arrows move L from ${before} to ${moved}`);
        await page.locator(".body-canvas").focus();
        await page.keyboard.press("ArrowDown");
        const place = await text(page, ".caption");
        await page.getByRole("slider", { name: "strength" }).focus();
        await page.keyboard.press("ArrowRight");
        const strength = await page.getByRole("slider", { name: "strength" }).getAttribute("aria-valuetext");
        await page.getByRole("radio", { name: "Bow", exact: true }).click();
        await page.getByRole("button", { name: "Link" }).click();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await open(page, "#/strike");
        await open(page, link);
        check((await page.getByRole("radio", { name: "wood" }).getAttribute("aria-checked")) === "true", "the mallet is lost");
        check((await page.getByRole("radio", { name: "Bow", exact: true }).getAttribute("aria-checked")) === "true", "the tool is lost");
        check((await left.getAttribute("aria-valuetext")) === moved, "the place where it is heard is lost");
        check((await page.getByRole("slider", { name: "strength" }).getAttribute("aria-valuetext")) === strength, "the strength is lost");
        await page.locator(".body-canvas").focus();
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowDown");
        check((await text(page, ".caption")) === place, `the place is lost: ${await text(page, ".caption")}, was ${place}`);
    },

    async "mallets, finger, bow and the places heard"(page) {
        await listen(page);
        const seconds = async () => {
            const [, value, unit] = /([\d.]+).(m|µ)?s/.exec(await text(page, "output[aria-label='length of the touch']"));
            return Number(value) * { m: 1e-3, "µ": 1e-6 }[unit];
        };
        const hit = page.getByRole("button", { name: "Hit", exact: true });
        const loudest = async () => Math.max(...(await heard(page)));
        const rest = (body) => until(`${body} is at rest`, async () => {
            await page.getByRole("button", { name: "Damp" }).click();
            await page.waitForTimeout(300);
            return (await loudest()) < 1e-4;
        }, 20000);
        for (const body of ["drum", "plate", "bar", "string", "glass"]) {
            await open(page, `#/strike/${body}?mallet=yarn`);
            await hit.click();
            await audible(page);
            const touches = [];
            for (const mallet of ["yarn", "felt", "rubber", "plastic", "wood", "nail"]) {
                await page.getByRole("radio", { name: mallet, exact: true }).click();
                // a body that still moves throws the mallet back sooner or later
                await rest(body);
                await hit.click();
                await page.waitForTimeout(450);
                touches.push(await seconds());
            }
            // the three hard ones beside the three soft ones; a hard one may bounce and touch again
            check(Math.max(...touches.slice(3)) < Math.min(...touches.slice(0, 3)) && touches[5] < 0.5 * touches[0], `${body}: from yarn to nail it touches for ${touches} s`);
            // a busy machine may look too late for the first moments of a hit: the brightest of several
            const bright = { yarn: 0, nail: 0 };
            const look = async (mallet) => {
                await hit.click();
                for (const end = Date.now() + 300; Date.now() < end; await page.waitForTimeout(20)) {
                    bright[mallet] = Math.max(bright[mallet], await brightness(page));
                }
            };
            await page.getByRole("button", { name: "Damp" }).click();
            await page.getByRole("radio", { name: "yarn", exact: true }).click();
            await page.waitForTimeout(800);
            await look("yarn");
            await page.getByRole("radio", { name: "nail", exact: true }).click();
            await until(`${body}: the nail is twice as bright as the yarn`, async () => {
                await look("nail");
                return bright.nail > 2 * bright.yarn;
            }, 20000);
            // a finger takes away what would last
            await hit.click();
            await page.waitForTimeout(150);
            const struck = await loudest();
            await page.getByRole("button", { name: "Damp" }).click();
            await page.waitForTimeout(600);
            const damped = await loudest();
            check(damped < 0.5 * struck, `${body}: a finger leaves ${damped} of ${struck}`);
            await until(`${body} is quiet`, async () => (await loudest()) < 0.005, 20000).catch(() => undefined);
            const before = await loudest();
            await page.locator(".body-canvas").focus();
            await page.keyboard.down("b");
            await page.waitForTimeout(1200);
            const bowed = await loudest();
            await page.keyboard.up("b");
            check(bowed > 2 * before && bowed > 0.003, `${body}: bowed it has ${bowed}, before ${before}`);
            console.log(`        ${body}: touch ${touches.map((one) => (1e3 * one).toFixed(2))} ms, yarn ${Math.round(bright.yarn)}, nail ${Math.round(bright.nail)} Hz, damped ${(damped / struck).toFixed(2)}, bowed ${bowed.toFixed(3)}`);
        }
        // L at the rim of a drum hears less than near the middle, beside R, which stays where it is
        const balance = async (left) => {
            await open(page, `#/strike/drum?left=${left}`);
            await hit.click();
            await audible(page);
            await page.waitForTimeout(2000);
            await hit.click();
            await page.waitForTimeout(200);
            const [l, r] = await heard(page);
            return l / r;
        };
        const [middle, rim] = [await balance("-0.02,0.05"), await balance("-0.148,0")];
        check(rim < 0.6 * middle, `L hears ${rim} of R at the rim and ${middle} near the middle`);
        console.log(`        L over R: ${middle.toFixed(2)} near the middle, ${rim.toFixed(2)} at the rim`);
    },

    async "strike without motion"(page) {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await open(page, "#/strike/string");
        const canvas = page.locator(".body-canvas");
        const still = await canvas.evaluate((one) => one.toDataURL());
        await page.getByRole("button", { name: "Hit", exact: true }).click();
        await until("the string at its furthest", async () => Number(await page.getByRole("slider", { name: "instant of the motion" }).inputValue()) > 0);
        const furthest = await canvas.evaluate((one) => one.toDataURL());
        check(furthest !== still, "nothing is shown");
        check(!(await changes(page, ".body-canvas")), "it moves");
        await page.getByRole("slider", { name: "instant of the motion" }).focus();
        await page.keyboard.press("PageUp");
        check((await canvas.evaluate((one) => one.toDataURL())) !== furthest, "another instant is not shown");
    },

    async "a wrong link to strike"(page) {
        await open(page, "#/strike/bathtub?mallet=trout");
        await until("both are named", async () => (await text(page, ".messages")).includes("no mallet"));
        for (const [query, right] of [["tool=axe", "mallet, finger, bow"], ["strength=99", "0.2 to 6 m/s"], ["at=1", "x,y in metres"], ["left=NaN,2", "x,y in metres"], ["at=9,9", "at most"]]) {
            await open(page, `#/strike/drum?${query}`);
            await until(`what is right instead of ${query}`, async () => (await text(page, ".messages")).includes(right));
        }
        await page.getByRole("button", { name: "Hit", exact: true }).click();
        await until("it sounds all the same", async () => /[1-9]/.test(await text(page, "output[aria-label='largest force']")));
    },

    async "a glass is heard on the left by L"(page) {
        await open(page, "#/strike/glass");
        // once around from the top, clockwise: the left is its second half
        const [left, right] = await Promise.all(["left", "right"].map((side) => page.getByRole("slider", { name: `heard on the ${side}` }).inputValue().then(Number)));
        check(left > 0.5 && right < 0.5, `L is at ${left} of the rim, R at ${right}`);
    },

    async "what the laboratory shows can be typed"(page) {
        await open(page, "#/laboratory");
        const hash = () => page.evaluate(() => location.hash);
        for (const name of ["mass m", "stiffness K", "exponent α", "damping μ", "velocity v", "sample rate", "phase"]) {
            const slider = page.getByRole("slider", { name, exact: true });
            const shown = () => slider.getAttribute("aria-valuetext");
            const type = async (text) => {
                await page.getByRole("button", { name: `type ${name}` }).click();
                const field = page.locator(".value-input");
                const standing = await field.inputValue();
                if (text !== null) {
                    await field.fill(text);
                }
                await field.press("Enter");
                check((await field.count()) === 0, `${name}: ${text ?? standing} is refused: ${await page.locator(".value-error").allInnerTexts()}`);
            };
            for (const keys of [[], ["PageUp", "ArrowUp"], Array(12).fill("PageDown")]) {
                await slider.focus();
                for (const key of keys) {
                    await page.keyboard.press(key);
                }
                await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
                const [before, address] = [await shown(), await hash()];
                await type(null);
                await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
                check((await shown()) === before && (await hash()) === address, `${name}: Enter makes ${await shown()} of ${before}, ${await hash()} of ${address}`);
                // the same text, written by hand
                await slider.press("ArrowUp");
                await type(`${before} `);
                check((await shown()) === before, `${name}: ${before} is read as ${await shown()}`);
            }
            await slider.dblclick();
        }
        for (const [name, text, right] of [["stiffness K", "2 × 10⁸", "2 × 10⁸ N/mᵅ"], ["stiffness K", "10^9", "10⁹ N/mᵅ"], ["stiffness K", "5.01×10⁵ N/m^a", "5.01 × 10⁵ N/mᵅ"], ["sample rate", "0.096 MHz", "96 kHz"], ["mass m", "3 × 10⁻³ kg", "3 g"], ["velocity v", "50 cm/s", "0.5 m/s"]]) {
            await page.getByRole("button", { name: `type ${name}` }).click();
            await page.locator(".value-input").fill(text);
            await page.locator(".value-input").press("Enter");
            const read = await page.getByRole("slider", { name, exact: true }).getAttribute("aria-valuetext");
            check(read === right, `${text} is read as ${read}`);
        }
        await page.getByRole("button", { name: "type mass m" }).click();
        await page.locator(".value-input").fill("-4");
        await page.locator(".value-input").press("Enter");
        const refusal = await page.locator(".value-error").innerText();
        check(refusal.includes("10⁻³⁰ to 10¹²") && !/\de[-+]?\d/.test(refusal), `numbers of the library are not typeset: ${refusal}`);
    },

    async "an answer is that of this impact"(page) {
        await open(page, "#/laboratory");
        await until("an answer", async () => (await text(page, ".answer")).includes("32 phases"));
        // as soon as a slider has moved nothing of the old answer stands
        const [answer, numbers, notes] = await page.evaluate(async () => {
            const slider = document.querySelector("input[aria-label='sample rate']");
            slider.value = "0.9";
            slider.dispatchEvent(new Event("input"));
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
            return [document.querySelector(".answer").innerText, document.querySelector(".room-head").innerText, document.querySelector(".lab-plot.tall").dataset.notes];
        });
        check(!answer.includes("44.1"), `the old answer stands: ${answer}`);
        check(answer.includes("computing") || answer.includes("32 phases"), `it does not say that it computes: ${answer}`);
        check(notes.includes("computing") || answer.includes("32 phases"), `the picture does not say that it is computed: ${notes}; ${numbers}`);
        await until("the new one", async () => (await text(page, ".answer")).includes("32 phases") && (await page.locator(".answer").getAttribute("aria-busy")) === "false");
        // what the engine refuses it says itself
        await open(page, "#/laboratory?mass=10&stiffness=1000&velocity=0.01&rate=768000");
        await until("the refusal", async () => (await page.locator(".answer").getAttribute("aria-busy")) === "false");
        const refused = await text(page, ".answer");
        check(/must be at most/.test(refused) && !/none\./.test(refused) && !/\de[-+]?\d/.test(refused), `the engine's own words are not there: ${refused}`);
    },

    async "laboratory"(page) {
        await open(page, "#/laboratory");
        const answer = ".answer";
        await until("an answer", async () => (await text(page, answer)).includes("44.1 kHz"));
        check(/Within 1 %: event exact/.test(await text(page, answer)), "the scheme that solves events is exact");
        // more samples a second: more schemes may be trusted
        const rate = page.getByRole("slider", { name: "sample rate" });
        await rate.focus();
        for (let i = 0; i < 5; i++) {
            await page.keyboard.press("PageUp");
        }
        await until("more may be trusted", async () => /Within 1 %:.*two-point.*\n/.test(await text(page, answer)) && !(await text(page, answer)).includes("44.1 kHz"));
        await page.getByRole("button", { name: "type damping μ" }).click();
        await page.keyboard.type("0");
        await page.keyboard.press("Enter");
        // elastic: what leaves is as fast as what came
        await until("an elastic wall", async () => (await text(page, ".room-head")).includes("leaves at −1 m/s"));
        check((await page.locator(".errors-table tbody tr").count()) >= 13, "the table has not all schemes");
        await page.getByRole("button", { name: "type mass m" }).click();
        await page.keyboard.type("-4");
        await page.keyboard.press("Enter");
        check((await text(page, ".value-error")).includes("must be"), "a mass of -4 has no message");
        await page.keyboard.press("Escape");
        await checkNames(page);
        await page.getByRole("button", { name: "Link" }).click();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await open(page, link);
        await until("the link brings it back", async () => (await text(page, ".room-head")).includes("leaves at −1 m/s"));
    },

    async "numbers of the laboratory"(page) {
        // the closed forms of the library, as `urto impact` prints them
        await open(page, "#/laboratory");
        await until("the exact motion", async () => (await text(page, ".room-head")).includes("132.9 µs"));
        check((await text(page, ".room-head")).includes("38.9 µm") && (await text(page, ".room-head")).includes("−0.7484 m/s"), `not as urto impact: ${await text(page, ".room-head")}`);
        check((await page.locator(".errors-table tr", { hasText: "rk4" }).innerText()).includes("−0.093 %"), "rk4 is not as urto impact");
    },

    async "trust at a rate, as the library has it"(page) {
        // 0.5, 5.9 and 12.8 samples in contact
        for (const rate of [4000, 44100, 96000]) {
            const told = JSON.parse(execFileSync(reference, ["impact", String(rate)], { encoding: "utf8" }));
            await open(page, `#/laboratory?rate=${rate}`);
            await until(`an answer at ${rate} Hz`, async () => (await text(page, ".answer")).includes("32 phases"));
            const answer = await text(page, ".answer");
            const [trusted, not] = [/Within 1 %: (.*)\./, /Not: (.*)\./].map((line) => line.exec(answer)[1]);
            for (const [name, { worst }] of Object.entries(told)) {
                const line = worst < 0 ? answer.split("Only without damping")[1] : worst <= 0.01 ? trusted : not;
                const shown = new RegExp(`(?:^|, |: )${name}(?: ([^,]+?)(?: %)?)?(?=,|\\.?$)`, "m").exec(line ?? "");
                check(shown, `${name} is not where ${worst} belongs at ${rate} Hz: ${answer}`);
                if (worst >= 1e-9) {
                    // two digits are shown
                    near(Number(shown[1]), 100 * worst, 0.0501 * 10 ** Math.floor(Math.log10(100 * worst)), `${name} at ${rate} Hz [%]`);
                }
            }
            // what a scheme gains is in the picture
            const [, from, to] = /from (\S+) to (\S+) of/.exec(await page.locator("canvas[aria-label^='energy over time']").getAttribute("aria-label")).map(Number);
            const drawn = await page.locator(".legend input:checked").evaluateAll((list) => list.map((one) => one.parentElement.textContent));
            const most = Math.max(...drawn.map((name) => told[name]).filter(({ worst }) => worst >= 0).map((one) => one.most));
            check(to >= most && from < 1, `the axis of the energy goes from ${from} to ${to}, but a curve reaches ${most}`);
        }
    },

    async "marks as in the figures"(page) {
        const client = await page.context().newCDPSession(page);
        await client.send("Emulation.setDeviceMetricsOverride", { width: 1280, height: 860, deviceScaleFactor: 3, mobile: false });
        await open(page, "#/laboratory");
        await until("an answer", async () => (await text(page, ".answer")).includes("32 phases"));
        const drawn = await page.locator(".legend label").evaluateAll((list) => list.map((label) => {
            const canvas = label.querySelector("canvas");
            const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
            context.drawImage(canvas, 0, 0);
            const scale = canvas.width / canvas.clientWidth;
            const ink = ([x, y]) => {
                const [r, g, b, a] = context.getImageData((canvas.clientWidth / 2 + x) * scale, (canvas.clientHeight / 2 + y) * scale, 1, 1).data;
                return a > 128 && r + g + b < 700 ? "x" : ".";
            };
            // in the middle; to the lower left, below, far above, at the upper left corner
            return { name: label.textContent, filled: ink([0, 0]) === "x", form: [[-3, 3], [0, 4.1], [0, -5.6], [-3.8, -3.8]].map(ink).join("") };
        }));
        const forms = [["xx.x", "square"], ["xx..", "circle"], ["x.x.", "triangle"], [".x..", "triangle that points down"], ["xxx.", "diamond"]];
        const types = Object.fromEntries(Array.from(readFileSync(join(root, "output/plot.c"), "utf8").matchAll(/\{"([\w-]+)", \{"#\w+", (\d+),/g), ([, name, type]) => [name, Number(type)]));
        for (const { name, filled, form } of drawn.filter(({ name }) => types[name] >= 4 && types[name] < 14)) {
            const [wanted, called] = forms[Math.floor((types[name] - 4) / 2)];
            check(form === wanted && filled === (types[name] % 2 === 1), `the mark of ${name} must be ${types[name] % 2 ? "a filled" : "an open"} ${called}: ${form}${filled ? ", filled" : ""}`);
        }
        check(new Set(drawn.map(({ filled, form }) => `${filled}${form}`)).size >= 8, "marks are alike");
    },

    async "garbage to the laboratory"(page) {
        await open(page, "#/laboratory?mass=-1&rate=abc&x=1&stiffness=1e40");
        await until("it is left out", async () => (await text(page, ".messages")).includes("left out"));
        await until("the defaults stand", async () => (await text(page, ".room-head")).includes("132.9 µs"));
    },

    async "papers"(page) {
        await open(page, "#/papers");
        const frame = page.frameLocator("iframe");
        const numbers = await frame.locator("body").innerText();
        check(/\d+ results: \d+ agree/.test(numbers), "the report is not there");
        check((await frame.locator("a[href^=http]:not([target=_blank])").count()) === 0 && (await frame.locator("a[href^=http]").count()) > 0, "a link to another place opens in the frame");
        check((await frame.locator(".pictures img:not([alt]), .pictures img[alt='']").count()) === 0, "a figure says nothing to those who do not see it");
        await frame.locator("img").first().scrollIntoViewIfNeeded();
        await until("its pictures", () => frame.locator("img").first().evaluate((image) => image.complete && image.naturalWidth > 0));
        await checkNames(page);
    },
});
