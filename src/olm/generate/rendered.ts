/** The rendered objects of an operator, by their part in a bundle. */
import { type ExactJsonObject, withoutKey } from "../../core/json.js";
import { idOf, mapAt, textAt } from "../../core/object-fields.js";

/** Returns the objects of a kind. */
export function ofKind(
  objects: readonly ExactJsonObject[],
  kind: string,
  isInGroup: (group: string) => boolean,
): ExactJsonObject[] {
  return objects.filter((object) => {
    const id = idOf(object);
    return id.kind === kind && isInGroup(id.group);
  });
}

const isIn =
  (wanted: string) =>
  (group: string): boolean =>
    group === wanted;

export interface Rendered {
  readonly all: readonly ExactJsonObject[];
  readonly crds: readonly ExactJsonObject[];
  readonly deployments: readonly ExactJsonObject[];
  readonly webhookConfigurations: readonly ExactJsonObject[];
  readonly services: readonly ExactJsonObject[];
  readonly apiServices: readonly ExactJsonObject[];
}

export function sortRendered(all: readonly ExactJsonObject[]): Rendered {
  const admission = isIn("admissionregistration.k8s.io");
  return {
    all,
    crds: ofKind(all, "CustomResourceDefinition", isIn("apiextensions.k8s.io")),
    deployments: ofKind(all, "Deployment", isIn("apps")),
    webhookConfigurations: [
      ...ofKind(all, "ValidatingWebhookConfiguration", admission),
      ...ofKind(all, "MutatingWebhookConfiguration", admission),
    ],
    services: ofKind(all, "Service", isIn("")),
    apiServices: ofKind(all, "APIService", isIn("apiregistration.k8s.io")),
  };
}

/** Returns the roles or bindings of a kind. */
export function rbacObjects(all: readonly ExactJsonObject[], kind: string): ExactJsonObject[] {
  return ofKind(all, kind, isIn("rbac.authorization.k8s.io"));
}

export function nameOf(object: ExactJsonObject): string {
  return textAt(object, "metadata", "name");
}

/** Returns a rendered object without its namespace: OLM chooses the namespace. */
export function withoutNamespace(object: ExactJsonObject): ExactJsonObject {
  return { ...object, metadata: withoutKey(mapAt(object, "metadata"), "namespace") };
}
