import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";

/**
 * The cases by version and area that the embedded server does not yet answer as the version does. docs/reference/apiserver.md says
 * so. A case that agrees has to leave the list.
 */
export const unlikeCases: Readonly<Partial<Record<KubernetesVersion, Readonly<Record<string, readonly string[]>>>>> = {
  "1.37": {
    authorization: ["impersonation of users, groups, accounts and what else there is about them"],
    "cel-evaluation": ["evaluated: object.data == 'x'"],
    "conversion-faults": ["every verb while the webhook fails, v1", "every verb while the webhook fails, v1beta1"],
    "custom-resource-schemas": ["keywords"],
    "definition-schemas": ["list: a set of atomic objects", "list: a set of lists"],
    "kinds-networking": ["ingresses: bad ones"],
    "kinds-server": ["priority levels: good and bad ones"],
    numbers: ["numbers in a field i of a custom resource", "numbers in a field i32 of a custom resource"],
    "pod-parts": ["resources of a whole pod", "resources of init containers"],
    "pod-specs-scheduling": ["pod specs: security contexts of pods"],
    "pod-status": ["claims of the pod", "users and devices of containers"],
    "pod-subresources": ["no node is there to be asked"],
    reviews: ["a binding without its role is named in the refusal"],
    "workload-jobs": ["a suspended Job has no pods; a resumed one starts again"],
    "workload-updates": ["jobs: updates", "statefulsets: updates"],
    workloads: ["statefulsets: what the server fills in"],
    writes: ["update: a bad label"],
  },
};
