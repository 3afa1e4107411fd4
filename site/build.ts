/**
 * Builds the site: `npm run docs`. DOCS_BASE is the path that it is served from (`/tsop/`; default: `/`), and DOCS_OUT the folder to
 * write (default: dist-docs).
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "vitepress";
import { generateApi } from "./api.js";
import { deadLinks, readSite } from "./check-links.js";
import { minorVersion } from "./versions.js";

const root = process.cwd();
const base = process.env["DOCS_BASE"] ?? "/";
const out = path.resolve(root, process.env["DOCS_OUT"] ?? "dist-docs");
if (!/^\/(?:.*\/)?$/.test(base)) throw new Error(`DOCS_BASE must begin and end with a slash: ${JSON.stringify(base)}`);

const start = Date.now();
const seconds = (): string => `${((Date.now() - start) / 1000).toFixed(1)} s`;

await generateApi(root);
process.stdout.write(`API pages: ${seconds()}\n`);
await build(path.join(root, "site"));
// The version switch reads this file. Publishing replaces it by a list of all releases.
writeFileSync(path.join(out, "versions.json"), JSON.stringify([minorVersion(root)]));
const dead = deadLinks(readSite(out), base);
for (const { page, href } of dead) process.stderr.write(`${page}: the link ${href} leads nowhere\n`);
if (dead.length > 0) process.exitCode = 1;
process.stdout.write(`${out}: ${seconds()}\n`);
