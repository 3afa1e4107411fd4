/** Source: k8s.io/kubernetes/plugin/pkg/admission/network/defaultingressclass/admission.go. */
import { ensureObject } from "../../json-fields.js";
import { type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../../resource.js";
import { findDefaultClass } from "../default-class.js";
import { isCreateOf } from "../request-target.js";

const group = "networking.k8s.io";
const annotations = ["ingressclass.kubernetes.io/is-default-class"];

/** An Ingress that names no class is of the default one. */
export function defaultIngressClass(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      const { object } = attributes;
      if (object === undefined || !isCreateOf(attributes, group, "ingresses")) return Promise.resolve();
      const spec = ensureObject(object, "spec");
      const hasOldForm = object.metadata.annotations?.["kubernetes.io/ingress.class"] !== undefined;
      if (hasOldForm || typeof spec["ingressClassName"] === "string") return Promise.resolve();
      const name = findDefaultClass(objects, storageKeyOf(group, "ingressclasses"), annotations);
      if (name !== undefined) spec["ingressClassName"] = name;
      return Promise.resolve();
    },
  };
}
