/**
 * The paths of webhooks, the same as controller-runtime's, because the manifests and the operator must agree. Source:
 * sigs.k8s.io/controller-runtime/pkg/builder/webhook.go (generateMutatePath, generateValidatePath).
 */
import type { GroupVersionKind } from "../core/gvk.js";

/** Returns a path such as `/mutate-foo-abc-com-v1-bar`; for the core group, `/mutate--v1-pod`. */
export function mutatePath(kind: GroupVersionKind): string {
  return `/mutate-${suffix(kind)}`;
}

/** Returns a path such as `/validate-foo-abc-com-v1-bar`. */
export function validatePath(kind: GroupVersionKind): string {
  return `/validate-${suffix(kind)}`;
}

/** One path for the conversions of all kinds. */
export const convertPath = "/convert";

function suffix({ group, version, kind }: GroupVersionKind): string {
  return `${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}
