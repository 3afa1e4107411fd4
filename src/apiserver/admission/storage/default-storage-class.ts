/** Source: k8s.io/kubernetes/plugin/pkg/admission/storage/storageclass/setdefault/admission.go. */
import { ensureObject } from "../../json-fields.js";
import { type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../../resource.js";
import { findDefaultClass } from "../default-class.js";
import { isCreateOf } from "../request-target.js";

const annotations = ["storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"];

/** A claim that names no class is of the default one. */
export function defaultStorageClass(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      const { object } = attributes;
      if (object === undefined || !isCreateOf(attributes, "", "persistentvolumeclaims")) return Promise.resolve();
      const spec = ensureObject(object, "spec");
      const hasOldForm = object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] !== undefined;
      if (hasOldForm || typeof spec["storageClassName"] === "string") return Promise.resolve();
      const name = findDefaultClass(objects, storageKeyOf("storage.k8s.io", "storageclasses"), annotations);
      if (name !== undefined) spec["storageClassName"] = name;
      return Promise.resolve();
    },
  };
}
