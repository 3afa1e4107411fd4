/** `npm run generate:k8s` writes src/k8s and schemas from data/openapi. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packModule } from "./pack-module.js";
import { readModules } from "./read-modules.js";
import { renderModule } from "./render-module.js";

const target = fileURLToPath(new URL("../../src/k8s", import.meta.url));
const schemas = fileURLToPath(new URL("../../schemas", import.meta.url));
const modules = readModules();

for (const folder of [target, schemas]) rmSync(folder, { recursive: true, force: true });
for (const module of modules.keys()) {
  const file = path.join(target, `${module}.ts`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, renderModule(module, modules));
  const packed = path.join(schemas, `${module}.json`);
  mkdirSync(path.dirname(packed), { recursive: true });
  writeFileSync(packed, printTypes(packModule(module, modules)));
}

const resources = [...modules].map(([module, { apiVersion, resources: served }]) => [
  module,
  { apiVersion, kinds: Object.fromEntries(served.map(({ kind, name, namespaced }) => [kind, { name, namespaced }])) },
]);
writeFileSync(
  path.join(schemas, "resources.json"),
  printTypes(Object.fromEntries(resources) as Record<string, unknown>),
);

/** One line a type. */
function printTypes(types: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(types).map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
