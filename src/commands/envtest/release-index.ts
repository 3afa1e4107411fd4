import { TsopError } from "../../core/errors.js";
import { isJsonObject } from "../../core/json.js";
import { parseYaml } from "../../core/yaml.js";
import { isVersion } from "./versions.js";

/** An archive of binaries. */
export interface Archive {
  /** The version, without the `v`. */
  readonly version: string;
  readonly url: string;
  /** The SHA-512 checksum, in hex. */
  readonly hash: string;
}

/**
 * Returns the archives for one platform in controller-tools' index (envtest-releases.yaml).
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
    // An index may name its archives by relative URLs.
    if (!URL.canParse(file["selfLink"], source)) return [];
    return [{ version, url: new URL(file["selfLink"], source).href, hash: file["hash"].toLowerCase() }];
  });
}

function releasesOf(text: string, source: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseYaml(text, source);
    if (isJsonObject(value) && isJsonObject(value["releases"])) return value["releases"];
  } catch {
    // The text is not even YAML: most likely it is a page of a proxy.
  }
  throw new TsopError("envtest/unavailable", `${source} is not an index of binaries`, {
    hint: "An index has the format of controller-tools' envtest-releases.yaml: `releases`, by version and archive name.",
  });
}
