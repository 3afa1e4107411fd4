/**
 * Where webhooks are served, as controller-runtime has it: the manifests and the operator have to agree.
 * Source: sigs.k8s.io/controller-runtime/pkg/builder/webhook.go (generateMutatePath, generateValidatePath).
 */
import type { GroupVersionKind } from "../core/gvk.js";

/** `/mutate-foo-abc-com-v1-bar`; `/mutate--v1-pod` of the core group. */
export function mutatePath(kind: GroupVersionKind): string {
  return `/mutate-${suffix(kind)}`;
}

/** `/validate-foo-abc-com-v1-bar` */
export function validatePath(kind: GroupVersionKind): string {
  return `/validate-${suffix(kind)}`;
}

/** One for the conversions of all kinds. */
export const convertPath = "/convert";

function suffix({ group, version, kind }: GroupVersionKind): string {
  return `${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}
