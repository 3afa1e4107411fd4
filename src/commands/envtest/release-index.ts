import { TsopError } from "../../core/errors.js";
import { isJsonObject } from "../../core/json.js";
import { parseYaml } from "../../core/yaml.js";
import { isVersion } from "./versions.js";

/** An archive of binaries. */
export interface Archive {
  /** Without the `v`. */
  readonly version: string;
  readonly url: string;
  /** SHA-512, in hex. */
  readonly hash: string;
}

/**
 * The archives of one platform that controller-tools' index (envtest-releases.yaml) lists.
 *
 * @throws TsopError `envtest/unavailable` when the text is no such index
 */
export function readIndex(text: string, source: string, platform: string): Archive[] {
  const releases = releasesOf(text, source);
  return Object.entries(releases).flatMap(([name, files]) => {
    const version = name.replace(/^v/, "");
    if (!isVersion(version) || !isJsonObject(files)) return [];
    const file = files[`envtest-v${version}-${platform}.tar.gz`];
    if (!isJsonObject(file) || typeof file["selfLink"] !== "string" || typeof file["hash"] !== "string") return [];
    // An index beside its archives may name them by relative addresses.
    if (!URL.canParse(file["selfLink"], source)) return [];
    return [{ version, url: new URL(file["selfLink"], source).href, hash: file["hash"].toLowerCase() }];
  });
}

function releasesOf(text: string, source: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseYaml(text, source);
    if (isJsonObject(value) && isJsonObject(value["releases"])) return value["releases"];
  } catch {
    // Not even YAML: a proxy's page, most likely.
  }
  throw new TsopError("envtest/unavailable", `${source} is no index of binaries`, {
    hint: "It has to be like controller-tools' envtest-releases.yaml: `releases`, by version and name of the archive.",
  });
}
