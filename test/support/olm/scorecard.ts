import type { Bundle } from "../../../src/olm/read/bundle.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { toFiles, validBundle } from "./valid-bundle.js";

export const csvFile = "manifests/demo.clusterserviceversion.yaml";
export const crdFile = "manifests/example.com_bars.yaml";
export const configFile = "tests/scorecard/config.yaml";

/** Reads the valid bundle with other files. */
export function bundleWith(files: Readonly<Record<string, string | undefined>> = {}): Bundle {
  const all = toFiles(validBundle());
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) all.delete(file);
    else all.set(file, text);
  }
  return readBundle(all, "bundle");
}
