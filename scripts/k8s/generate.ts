/** `npm run generate:k8s` writes src/k8s and schemas from data/<version>/openapi of the newest version. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packFiles } from "./pack-files.js";
import { readModules } from "./read-modules.js";
import { renderModule } from "./render-module.js";

const modules = readModules();
const typeScript = [...modules.keys()].map((module) => [`${module}.ts`, renderModule(module, modules)] as const);
writeAll("src/k8s", typeScript);
writeAll("schemas", packFiles(modules));

/** Replaces the contents of the folder. */
function writeAll(name: string, files: Iterable<readonly [file: string, text: string]>): void {
  const folder = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}
