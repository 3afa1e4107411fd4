/** Source: k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds/admission.go. */
import type { AdmissionPlugin } from "../../resource.js";
import { writtenPod, type Toleration } from "./pod-object.js";

/** Lets a pod stay five minutes on a node that is not ready or unreachable, unless the pod sets its own tolerations. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  mutate: (attributes) => {
    const pod = attributes.operation === "DELETE" ? undefined : writtenPod(attributes);
    if (pod === undefined) return;
    const tolerations = pod.spec.tolerations ?? [];
    const missing = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"].filter(
      (key) => !tolerations.some((each) => doesTolerate(each, key)),
    );
    const added = missing.map((key) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 }));
    if (added.length > 0) pod.spec.tolerations = [...tolerations, ...added];
  },
};

function doesTolerate({ key = "", effect = "" }: Toleration, taint: string): boolean {
  return (key === taint || key === "") && (effect === "NoExecute" || effect === "");
}
