/** Serves the site while its pages are written: `npm run docs:dev`. It generates the pages of the API if they do not exist. */
import { existsSync } from "node:fs";
import path from "node:path";
import { createServer } from "vitepress";
import { generateApi } from "./api.js";
import { generatedFolder } from "./pages.js";

const root = process.cwd();
if (!existsSync(path.join(root, generatedFolder))) await generateApi(root);
const server = await createServer(path.join(root, "site"));
await server.listen();
server.printUrls();
