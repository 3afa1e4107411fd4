import type { PodSpec } from "../../k8s/core/v1.js";
import type { KubeObject } from "../../kube/objects.js";

export interface Workload extends KubeObject {
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly template?: { readonly metadata?: { readonly labels?: Record<string, string> }; readonly spec?: PodSpec };
  };
}
