import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";

/**
 * The cases by version and area that the embedded server does not yet answer as the version does. docs/reference/apiserver.md says
 * so. A case that agrees has to leave the list.
 */
export const unlikeCases: Readonly<Partial<Record<KubernetesVersion, Readonly<Record<string, readonly string[]>>>>> =
  {};
