// The pictures of the page in docs/web.md: made again and compared, or written (make web-pictures).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, open, root, run, until, work } from "./browser.mjs";

const write = process.argv.includes("--write");

/** Mean difference of two pictures, 0 to 1; 1 if they differ in size. */
const difference = (page, one, other) => page.evaluate(async (urls) => {
    const [a, b] = await Promise.all(urls.map(async (url) => {
        const image = await createImageBitmap(await (await fetch(url)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
    }));
    return a.width !== b.width || a.height !== b.height ? 1 : a.data.reduce((sum, x, i) => sum + Math.abs(x - b.data[i]), 0) / a.data.length / 255;
}, [one, other].map((picture) => `data:image/png;base64,${picture.toString("base64")}`));

async function picture(page, name) {
    const file = join(root, "docs/media", `${name}.png`);
    await page.mouse.move(0, 0);
    const now = await page.screenshot({ animations: "disabled" });
    if (write) {
        writeFileSync(file, now);
        return;
    }
    check(existsSync(file), `${file} is not there; make web-pictures writes it`);
    const apart = await difference(page, now, readFileSync(file));
    if (apart > 0.02) {
        writeFileSync(join(work, `${name}.png`), now);
    }
    check(apart <= 0.02, `${file} differs from the page by ${(100 * apart).toFixed(1)} %; make web-pictures writes it anew`);
}

const small = async (page, address) => {
    await page.setViewportSize({ width: 1000, height: 640 });
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    await open(page, address);
};

await run({
    async "play in docs"(page) {
        await small(page, "#/play/mallet/marimba");
        await picture(page, "web-play");
    },

    async "strike in docs"(page) {
        await small(page, "#/strike/drum?mallet=felt");
        await page.locator(".body-canvas").focus();
        await page.keyboard.press("Space");
        await until("a hit", async () => /[1-9]/.test(await page.locator("output[aria-label='largest force']").innerText()));
        await page.waitForTimeout(1500);
        await picture(page, "web-strike");
    },

    async "laboratory in docs"(page) {
        await small(page, "#/laboratory");
        const notes = () => page.locator(".lab-plot.tall").getAttribute("data-notes");
        await until("all curves", async () => (await page.locator(".answer").getAttribute("aria-busy")) === "false" && (await notes()) === "");
        await picture(page, "web-laboratory");
    },
});
