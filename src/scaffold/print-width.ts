import { field, readJson } from "../core/json-fields.js";
import { parseYaml } from "../core/yaml.js";
import type { Snapshot } from "../machinery/snapshot.js";

/** The default line length of Prettier, in characters. */
const defaultWidth = 80;
const files = [".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml"];

/** Returns the line length from Prettier's configuration, if the configuration is a data file. Returns undefined without one. */
export function printWidth(snapshot: Snapshot): number | undefined {
  const settings = files.map((file) => snapshot.read(file)).find((text) => text !== undefined);
  if (settings !== undefined) return widthIn(parse(settings)) ?? defaultWidth;
  const prettier = field(parse(snapshot.read("package.json") ?? ""), "prettier");
  return typeof prettier === "object" && prettier !== null ? (widthIn(prettier) ?? defaultWidth) : undefined;
}

function widthIn(settings: unknown): number | undefined {
  const width = field(settings, "printWidth");
  return typeof width === "number" && width > 0 ? width : undefined;
}

/** Parses JSON, or else YAML, which takes much longer. Returns undefined for an unreadable text. */
function parse(text: string): unknown {
  try {
    return readJson(text) ?? parseYaml(text, "prettier");
  } catch {
    return undefined;
  }
}
