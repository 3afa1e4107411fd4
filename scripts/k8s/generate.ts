/** `npm run generate:k8s` writes src/k8s from data/openapi. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readModules } from "./read-modules.js";
import { renderModule } from "./render-module.js";

const target = fileURLToPath(new URL("../../src/k8s", import.meta.url));
const modules = readModules();

rmSync(target, { recursive: true, force: true });
for (const module of modules.keys()) {
  const file = path.join(target, `${module}.ts`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, renderModule(module, modules));
}
