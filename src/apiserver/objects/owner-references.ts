import type { ApiObject, OwnerReference } from "../api-object.js";
import { isSameJson } from "../../core/json.js";

/** Drops duplicate references, and warns about them. Source: endpoints/handlers/rest.go (dedupOwnerReferences). */
export function dedupeOwnerReferences({ metadata }: ApiObject, warnings: string[]): void {
  const references = metadata.ownerReferences ?? [];
  const kept: OwnerReference[] = [];
  const repeated: string[] = [];
  for (const reference of references) {
    if (kept.some((each) => isSameJson(each, reference))) repeated.push(reference.uid);
    else kept.push(reference);
  }
  if (repeated.length === 0) return;
  metadata.ownerReferences = kept;
  const uids = `duplicate UID(s) observed: ${repeated.join(", ")}`;
  warnings.push(
    `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; ${uids}`,
  );
}
