import { quoteText } from "../../core/go-text.js";
import type { ApiObject } from "../api-object.js";
import { checkQualifiedName } from "../kinds/validation/names.js";

const standardFinalizers: ReadonlySet<string> = new Set(["orphan", "foregroundDeletion", "kubernetes"]);

/**
 * Returns warnings for new finalizers.
 * Source: generateWarningsFromObj in k8s.io/apiextensions-apiserver/pkg/registry/customresource.
 */
export function finalizerWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const known = new Set(old?.metadata.finalizers);
  const added = [...new Set(object.metadata.finalizers)].filter((each) => !known.has(each)).sort();
  return added.flatMap((finalizer) => {
    const said = (why: string): string => `metadata.finalizers: ${quoteText(finalizer)}: ${why}`;
    const wrong = checkQualifiedName(finalizer).map(said);
    if (finalizer.includes("/") || standardFinalizers.has(finalizer)) return wrong;
    const how = finalizer.includes(".")
      ? "a domain-qualified finalizer name including a path (/)"
      : "a domain-qualified finalizer name";
    return [...wrong, said(`prefer ${how} to avoid accidental conflicts with other finalizer writers`)];
  });
}
