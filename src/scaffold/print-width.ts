import { field } from "../core/json-fields.js";
import { parseYaml } from "../core/yaml.js";
import type { Snapshot } from "../machinery/snapshot.js";

/** How long Prettier lets a line be, in characters. */
const defaultWidth = 80;
const files = [".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml"];

/** How long a line may be, where the project has a configuration of Prettier that is data; undefined where it has none. */
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

/** JSON is YAML. What cannot be read says nothing. */
function parse(text: string): unknown {
  try {
    return parseYaml(text, "prettier");
  } catch {
    return undefined;
  }
}
