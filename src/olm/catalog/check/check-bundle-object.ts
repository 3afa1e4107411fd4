/** The rules of objects in a bundle's properties: base64 of YAML or JSON. Source: operator-registry, alpha/declcfg/load.go. */
import { readYaml } from "../../../apiserver/yaml/read-yaml.js";
import { YamlFault } from "../../../apiserver/yaml/yaml-fault.js";
import type { ValuePath } from "../../../apiserver/yaml/located-document.js";
import type { Blob } from "../read/blob.js";
import type { ReportFault } from "./finding.js";
import { isBase64 } from "./is-base64.js";

export function checkBundleObject(blob: Blob, data: string, at: ValuePath, report: ReportFault): void {
  const path = [...at, "data"];
  if (!isBase64(data)) {
    report(blob, path, "the object is not base64", "Encode the manifest, for example with `base64 -w0`.");
    return;
  }
  const fault = yamlFault(Buffer.from(data, "base64"));
  if (fault !== undefined) report(blob, path, `the object is not YAML: ${fault}`, "Correct the manifest.");
}

/** Text that begins with a brace stays as it is. Source: k8s.io/apimachinery/pkg/util/yaml/decoder.go (ToJSON). */
function yamlFault(bytes: Buffer): string | undefined {
  if (/^\s*\{/.test(bytes.toString("utf8"))) return undefined;
  try {
    readYaml(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof YamlFault) return error.message;
    throw error;
  }
}
