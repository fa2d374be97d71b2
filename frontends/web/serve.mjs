// Serves a folder to this machine alone: node serve.mjs [FOLDER] [PORT]
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json",
    ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".woff2": "font/woff2", ".yaml": "text/yaml; charset=utf-8", ".csv": "text/csv",
};

/** Listens on a port of the loopback, 0 for any that is free; resolves to the server. */
export function serve(folder, port) {
    const top = resolve(folder);
    const server = createServer((request, answer) => {
        let path;
        try {
            path = normalize(join(top, decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
            if (path !== top && !path.startsWith(`${top}/`)) {
                throw new Error("outside");
            }
            if (statSync(path).isDirectory()) {
                path = join(path, "index.html");
            }
            statSync(path);
        } catch {
            answer.writeHead(404, { "content-type": "text/plain" }).end("not here\n");
            return;
        }
        answer.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", "cache-control": "no-cache" });
        createReadStream(path).pipe(answer);
    });
    return new Promise((done, failed) => {
        server.on("error", failed);
        server.listen(port, "127.0.0.1", () => done(server));
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "dist");
    const port = Number(process.argv[3] ?? 8018);
    serve(folder, port).then(
        (server) => console.log(`http://localhost:${server.address().port}/  (Ctrl-C ends it)`),
        (error) => {
            console.error(`serve: port ${port}: ${error.message}`);
            process.exit(2);
        },
    );
}
