// The built site in a browser, from a disk: every page without an error, without a request to anybody, no wider than a phone;
// the search finds, by keyboard. browser.mjs SOURCE HTML. Leaves itself out, with a word, as the tests of the web page do.
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [source, html] = process.argv.slice(2);
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
let playwright;
try {
    playwright = createRequire(join(source, "frontends/web/package.json"))("playwright-core");
} catch {
    console.log("left out: playwright-core is not here, make web fetches it");
    process.exit(77);
}
if (!chromium) {
    console.log("left out: there is no Chromium");
    process.exit(77);
}

const failed = [];
const browser = await playwright.chromium.launch({ executablePath: chromium, args: ["--headless", "--no-sandbox", "--disable-gpu",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });

async function open(name, width) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.on("pageerror", (error) => failed.push(`${name}: ${error.message}`));
    page.on("console", (said) => said.type() === "error" && failed.push(`${name}: ${said.text()}`));
    page.on("request", (request) => /^(file|data):/.test(request.url()) || failed.push(`${name} asks for ${request.url()}`));
    await page.goto(`${pathToFileURL(join(html, name.split("?")[0]))}${name.includes("?") ? "?" + name.split("?")[1] : ""}`);
    return page;
}

const names = readdirSync(html, { recursive: true }).map(String).filter((name) => name.endsWith(".html"));
for (const width of [360, 1300]) {
    for (const name of names) {
        const page = await open(name, width);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) {
            failed.push(`${name} is ${wide} wide on a screen of ${width}`);
        }
        await page.close();
    }
}

// "/" opens the menu of a phone at the search; what is typed is found
const page = await open("scenes.html", 360);
await page.keyboard.press("/");
await page.keyboard.type("urto_world_process");
await page.keyboard.press("Enter");
await page.waitForSelector("#search-results li a", { timeout: 20000 }).catch(() => failed.push("the search finds nothing"));
const first = await page.locator("#search-results li a").first().getAttribute("href").catch(() => "");
if (!/api\/world\.html#c\.urto_world_process/.test(first || "")) {
    failed.push(`the search for urto_world_process finds ${first} first`);
}
await browser.close();
console.log(`${names.length} pages at two widths`);
if (names.length < 30 || failed.length) {
    console.log(["FAILED:", ...failed].join("\n"));
    process.exit(1);
}
