/** Source: k8s.io/kubernetes/plugin/pkg/admission/nodetaint/admission.go. */
import { ensureObject, listOf, objectsOf } from "../../api-object.js";
import type { AdmissionPlugin } from "../../resource.js";
import { isCreateOf } from "../request-target.js";

const taint = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };

/** Taints a new node, so that nothing is scheduled on it before a controller finds it ready. */
export const notReadyTaint: AdmissionPlugin = {
  mutate: (attributes) => {
    const { object } = attributes;
    if (object === undefined || !isCreateOf(attributes, "", "nodes")) return;
    const spec = ensureObject(object, "spec");
    const isTainted = objectsOf(spec, "taints").some(({ key, effect }) => key === taint.key && effect === taint.effect);
    if (!isTainted) spec["taints"] = [...listOf(spec, "taints"), { ...taint }];
  },
};
