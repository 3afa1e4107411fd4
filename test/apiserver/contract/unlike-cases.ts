import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";

/**
 * The cases by version and area that the embedded server does not yet answer as the version does. docs/reference/apiserver.md says
 * so. A case that agrees has to leave the list.
 */
export const unlikeCases: Readonly<Partial<Record<KubernetesVersion, Readonly<Record<string, readonly string[]>>>>> = {
  "1.37": {
    authorization: ["impersonation of users, groups, accounts and what else there is about them"],
    "cel-evaluation": ["evaluated: object.data == 'x'", "parameters by labels"],
    "conversion-faults": ["every verb while the webhook fails, v1", "every verb while the webhook fails, v1beta1"],
    "custom-resource-schemas": ["keywords"],
    "definition-schemas": ["list: a set of atomic objects", "list: a set of lists"],
    "generate-name": ["a kind whose names are labels: a service"],
    "kind-updates": [
      "CSI drivers: which fields move the generation",
      "autoscalers: updates",
      "network policies: updates",
    ],
    "kinds-networking": ["ingresses: bad ones", "network policies: bad ones"],
    "kinds-quotas": ["nodes: good and bad ones"],
    "kinds-rbac": ["cluster role bindings: the role stays", "role bindings: the role stays"],
    "kinds-server": ["priority levels: good and bad ones"],
    "kinds-services": [
      "services: bad addresses",
      "services: bad fields",
      "services: defaults of each type",
      "services: warnings",
    ],
    "kinds-volumes": [
      "CSI drivers: good and bad ones",
      "CSI drivers: some things stay",
      "attachments: good and bad ones",
    ],
    numbers: ["numbers in a field i of a custom resource", "numbers in a field i32 of a custom resource"],
    "pod-parts": ["resources of a whole pod", "resources of init containers"],
    "pod-specs-scheduling": ["pod specs: security contexts of pods"],
    "pod-status": ["addresses", "claims of the pod", "users and devices of containers"],
    "pod-subresources": ["no node is there to be asked"],
    "pod-updates": [
      "a pod that waits at a gate narrows its affinity",
      "a pod that waits at a gate narrows its labels of nodes",
      "gates are removed",
      "what else differs is shown",
      "what is applied is judged as what is put",
    ],
    "pod-warnings": ["pods: what they are warned of"],
    reviews: [
      "a binding without its role is named in the refusal",
      "access in a namespace",
      "access of others: bad ones",
      "one's own access",
    ],
    "workload-jobs": ["a suspended Job has no pods; a resumed one starts again"],
    "workload-updates": ["jobs: updates", "statefulsets: updates"],
    workloads: ["statefulsets: only some fields may be changed", "statefulsets: what the server fills in"],
    "workloads-policies": ["autoscalers: faults", "autoscalers: what the server fills in"],
    writes: ["update: a bad label"],
  },
};
