import { fieldOf } from "../schema/schema.js";
import type { Findings } from "./findings.js";
import type { ImportedVersion } from "./imported-crd.js";

/** `CustomResource` says what apiVersion, kind and metadata are; a CRD may say more of them, which its types cannot. */
export function checkRoot(findings: Findings, { name, schema }: ImportedVersion): void {
  for (const field of ["apiVersion", "kind", "metadata"] as const) {
    const keywords = Object.keys(fieldOf(schema, field) ?? {}).filter((key) => key !== "type" && key !== "description");
    if (keywords.length === 0) continue;
    const hint = "Say it as a rule above the interface of the kind, for instance: @cel self.metadata.name.size() <= 63";
    findings.leaveOut(`spec.versions[${name}].schema.${field}`, `${keywords.join(", ")} cannot be said in types`, hint);
  }
}
