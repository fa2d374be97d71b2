// The rooms Strike, Laboratory and Papers: opened, used by mouse and by keys, linked.
import { check, checkNames, open, run, until } from "./browser.mjs";

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
        await open(page, "#/strike/glass?mallet=wood");
        check((await page.getByRole("radio", { name: "wood" }).getAttribute("aria-checked")) === "true", "the mallet of the link is not taken");
        await page.locator(".body-canvas").focus();
        await page.keyboard.press("ArrowRight");
        check((await text(page, ".caption")).startsWith("place"), "an arrow does not move the place");
        await page.keyboard.press("Space");
        await until("a hit by keys", async () => /[1-9]/.test(await text(page, "output[aria-label='largest force']")));
        await page.keyboard.down("d");
        await page.waitForTimeout(200);
        await page.keyboard.up("d");
        await page.getByRole("button", { name: "Link" }).click();
        check((await page.evaluate(() => navigator.clipboard.readText())).endsWith("#/strike/glass?mallet=wood"), "the link does not say what is struck");
    },

    async "a wrong link to strike"(page) {
        await open(page, "#/strike/bathtub?mallet=trout");
        await until("both are named", async () => (await text(page, ".messages")).includes("no mallet"));
        await page.getByRole("button", { name: "Hit", exact: true }).click();
        await until("it sounds all the same", async () => /[1-9]/.test(await text(page, "output[aria-label='largest force']")));
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
        await frame.locator("img").first().scrollIntoViewIfNeeded();
        await until("its pictures", () => frame.locator("img").first().evaluate((image) => image.complete && image.naturalWidth > 0));
        await checkNames(page);
    },
});
