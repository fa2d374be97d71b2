// What the tests of the page share: a server, Chromium, and a page that is watched.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [root, reference, work] = process.argv.slice(2);
const web = join(root, "frontends/web");
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));

export { root, reference, web, work };

/** Leaves the test out, with the reason. */
function leaveOut(why) {
    console.log(`left out: ${why}`);
    process.exit(77);
}

export function check(truth, message) {
    if (!truth) {
        throw new Error(message);
    }
}

export function near(value, wanted, tolerance, what) {
    check(Math.abs(value - wanted) <= tolerance, `${what} is ${value}, must be ${wanted} within ${tolerance}`);
}

/** Waits until a function says true; fails with what was waited for. */
export async function until(what, test, milliseconds = 60000) {
    const end = Date.now() + milliseconds;
    for (;;) {
        if (await test()) {
            return;
        }
        check(Date.now() < end, `waited ${milliseconds / 1000} s for: ${what}`);
        await new Promise((done) => setTimeout(done, 40));
    }
}

/** Texts that tests read have plain spaces where the page has thin ones before units. */
function readSpaces(page) {
    const plain = (text) => (Array.isArray(text) ? text.map(plain) : (text?.replaceAll("\u202f", " ") ?? text));
    const all = Object.getPrototypeOf(page.locator("body"));
    for (const name of ["innerText", "textContent", "getAttribute", "inputValue", "allInnerTexts", "allTextContents"]) {
        const read = all[name];
        all[name] = async function (...given) {
            return plain(await read.apply(this, given));
        };
    }
}

/**
 * Runs tests by name, each with a page of its own that must not complain: no error on the console, none of the
 * page, no request to another origin.
 */
export async function run(tests, seconds = 600) {
    if (!existsSync(join(web, "dist/index.html"))) {
        leaveOut("frontends/web/dist is not there; make web builds it");
    }
    const without = join(root, "build/web/without");
    if (existsSync(without)) {
        leaveOut(`the page could not be built, and the one that is here is older. ${readFileSync(without, "utf8").trim()}`);
    }
    if (!chromium) {
        leaveOut("there is no Chromium (Debian: chromium)");
    }
    mkdirSync(work, { recursive: true });
    const { chromium: driver } = createRequire(join(web, "package.json"))("playwright-core");
    const { serve } = await import(pathToFileURL(join(web, "serve.mjs")).href);
    const server = await serve(web, 0);
    const host = `http://localhost:${server.address().port}`;
    const browser = await driver.launch({
        executablePath: chromium,
        args: ["--headless", "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--enable-precise-memory-info", "--host-resolver-rules=MAP insecure.test 127.0.0.1", "--js-flags=--expose-gc"],
    });
    readSpaces(await browser.newPage());
    let failed = 0;
    const only = process.env.ONLY;
    for (const [name, test] of Object.entries(tests)) {
        if (only && !name.includes(only)) {
            continue;
        }
        const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: test.offline ? "allow" : "block", permissions: ["clipboard-read", "clipboard-write", "midi"], acceptDownloads: true });
        const page = await context.newPage();
        page.setDefaultTimeout(60000);
        const complaints = [];
        page.origin = `${host}/dist`;
        page.host = host;
        // the same server, but neither https nor localhost
        page.insecure = host.replace("localhost", "insecure.test");
        page.on("console", (message) => {
            if (message.type() === "error" || message.type() === "warning") {
                const text = message.text();
                if (!text.includes("Service Worker registration blocked by Playwright")) {
                    complaints.push(`console: ${text}`);
                }
            }
        });
        page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
        page.on("request", (request) => {
            const url = request.url();
            if (!url.startsWith(`${host}/`) && !url.startsWith(`${page.insecure}/`) && !/^(data|blob):/.test(url)) {
                complaints.push(`request to ${url}`);
            }
        });
        const begin = Date.now();
        try {
            // a page that hangs does not hang the test
            await Promise.race([test(page, context), new Promise((_, late) => setTimeout(() => late(new Error(`it hangs: more than ${seconds} s`)), 1000 * seconds).unref())]);
            check(complaints.length === 0, complaints.join("\n  "));
            console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed++;
            console.log(`FAILED  ${name}: ${error.message}${complaints.length ? `\n  ${complaints.join("\n  ")}` : ""}`);
            await page.screenshot({ path: join(work, `${name.replaceAll(/\W+/g, "-")}.png`) }).catch(() => undefined);
        }
        await Promise.race([context.close(), new Promise((done) => setTimeout(done, 5000))]);
    }
    await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
    server.close();
    process.exit(failed ? 1 : 0);
}

/** Listens to what the page sends to the loudspeakers, from its next document on: heard() and brightness(). */
export const listen = (page) => page.addInitScript(() => {
    const SIZE = 4096;
    const connect = AudioNode.prototype.connect;
    const ears = [];
    AudioNode.prototype.connect = function (to, ...rest) {
        if (to === this.context.destination && ears.length === 0 && this.context instanceof AudioContext) {
            const split = new ChannelSplitterNode(this.context, { numberOfOutputs: 2 });
            connect.call(this, split);
            for (const side of [0, 1]) {
                ears.push(new AnalyserNode(this.context, { fftSize: SIZE, smoothingTimeConstant: 0 }));
                connect.call(split, ears[side], side);
            }
        }
        return connect.call(this, to, ...rest);
    };
    window.__heard = () => ears.map((ear) => {
        const samples = new Float32Array(SIZE);
        ear.getFloatTimeDomainData(samples);
        return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / SIZE);
    });
    window.__brightness = () => {
        const levels = new Float32Array(SIZE / 2);
        ears[0].getFloatFrequencyData(levels);
        const sizes = levels.map((level) => 10 ** (level / 20));
        return (sizes.reduce((sum, size, bin) => sum + size * bin, 0) / sizes.reduce((sum, size) => sum + size, 0)) * (ears[0].context.sampleRate / SIZE);
    };
});

/** The root mean square of the last 85 ms at the loudspeakers, left and right; none before there is sound. */
export const heard = (page) => page.evaluate(() => window.__heard());

/** The middle of the spectrum on the left [Hz]. */
export const brightness = (page) => page.evaluate(() => window.__brightness());

export const audible = (page, what = "sound at the loudspeakers") => until(what, async () => (await heard(page)).some((level) => level > 1e-4), 20000);

let visits = 0;

/** Loads the page anew at an address that begins with #, or at a link to it. */
export async function open(page, address) {
    const hash = address.includes("#") ? address.slice(address.indexOf("#")) : "";
    // another query is another document
    await page.goto(`${page.origin}/${visits++ ? `?${visits}` : ""}${hash}`);
    await page.waitForSelector("main h1, main iframe");
}

/** Every control in the accessibility tree has a name. */
export async function checkNames(page) {
    const nameless = await page.evaluate(() => {
        const roles = "button, a[href], input, select, textarea, canvas, [role=slider], [role=radio], [role=group], [role=img], [contenteditable=true], iframe, dialog";
        return Array.from(document.querySelectorAll(roles)).filter((e) => e.checkVisibility() && !e.closest("[aria-hidden=true]")).map((e) => e.outerHTML.slice(0, 160));
    });
    check(nameless.length > 5, "there are no controls");
    const client = await page.context().newCDPSession(page);
    const { nodes } = await client.send("Accessibility.getFullAXTree");
    const controls = new Set(["button", "link", "slider", "radio", "checkbox", "combobox", "textbox", "spinbutton", "tab", "image", "Canvas"]);
    const bad = nodes.filter((node) => !node.ignored && controls.has(node.role?.value) && !node.name?.value?.trim());
    check(nodes.filter((node) => controls.has(node.role?.value)).length > 5, "the accessibility tree has no controls");
    const wrong = [];
    for (const node of bad) {
        const { node: dom } = await client.send("DOM.describeNode", { backendNodeId: node.backendDOMNodeId });
        wrong.push(`${node.role.value} ${dom.nodeName} ${(dom.attributes ?? []).join(" ")}`);
    }
    check(wrong.length === 0, `without a name: ${wrong.join("; ")}`);
}
