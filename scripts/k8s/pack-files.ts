import { packModule } from "./pack-module.js";
import type { Modules } from "./render-module.js";

/**
 * Returns the schema files by path: for each module, its types and, in a separate file, its descriptions; and two
 * tables of all modules.
 */
export function packFiles(modules: Modules): Map<string, string> {
  const files = new Map<string, string>();
  const names: Record<string, string[]> = {};
  const resources: Record<string, unknown> = {};
  for (const [module, { apiVersion, resources: served }] of modules) {
    const { types, texts } = packModule(module, modules);
    files.set(`${module}.json`, print(types));
    files.set(`${module}.texts.json`, print(texts));
    names[module] = Object.keys(types);
    const kinds = Object.fromEntries(served.map(({ kind, name, namespaced }) => [kind, { name, namespaced }]));
    resources[module] = { apiVersion, kinds };
  }
  files.set("types.json", print(names));
  files.set("resources.json", print(resources));
  return files;
}

/** Prints one entry per line. */
function print(entries: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(entries).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
