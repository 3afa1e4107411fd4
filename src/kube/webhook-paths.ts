/**
 * The paths of webhooks, the same as controller-runtime's, because the manifests and the operator must agree. Source:
 * sigs.k8s.io/controller-runtime/pkg/builder/webhook.go (generateMutatePath, generateValidatePath).
 */
import type { GroupVersionKind } from "../core/gvk.js";
import { isSubdomain } from "../core/name-forms.js";
import type { NameProblem } from "../core/names.js";

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

/**
 * Checks a path by the requirements of the API server, and of the operator, which serves conversions at its own path.
 * Source: k8s.io/apiserver/pkg/util/webhook/validation.go.
 */
export function checkWebhookPath(path: string): NameProblem | undefined {
  if (path === convertPath) {
    return { message: `the operator serves conversions at ${convertPath}`, hint: "Choose another path: /check-pods" };
  }
  if (path === "/") return undefined;
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  if (path.startsWith("/") && segments.every((segment) => isSubdomain(segment))) return undefined;
  return {
    message: `the API server rejects the path ${JSON.stringify(path)}`,
    hint: 'Start it with a slash, and write its parts with lower-case letters, digits, "-" and ".": /check-pods',
  };
}

function suffix({ group, version, kind }: GroupVersionKind): string {
  return `${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}
