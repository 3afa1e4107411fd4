import { readdirSync, readFileSync, existsSync } from "node:fs";
import path from "node:path";
import { isJsonObject } from "../core/json.js";
import type { ExactJsonValue } from "../core/json.js";
import { parseAllYaml } from "../core/yaml.js";
import type { Sample } from "../reference/reference.js";

const folder = "config/samples";

/**
 * Reads the samples of the project, in the order of their files.
 *
 * @throws TsopError `yaml/invalid`
 */
export function samplesIn(root: string): Sample[] {
  const full = path.join(root, folder);
  const names = existsSync(full) ? readdirSync(full).filter((name) => /\.ya?ml$/.test(name)) : [];
  return names.toSorted().flatMap((name) => {
    const file = `${folder}/${name}`;
    return parseAllYaml(readFileSync(path.join(full, name), "utf8"), file).flatMap((value) =>
      // Parsed YAML consists of these values only.
      isJsonObject(value) ? [{ file, value: value as ExactJsonValue }] : [],
    );
  });
}
