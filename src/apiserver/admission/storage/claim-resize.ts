/** Source: k8s.io/kubernetes/plugin/pkg/admission/storage/persistentvolume/resize/admission.go. */
import { type ApiObject, isSet, objectOf, textOf } from "../../api-object.js";
import { storageClassOf } from "../../kinds/volumes/volume-fields.js";
import { type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../../resource.js";
import { type Amount, compareAmounts, noAmount, readAmounts } from "../../types/amount.js";
import { admissionForbidden } from "../request-target.js";

const refusal =
  "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";

/** Lets a claim grow only once it is bound, and only if its class allows it. */
export function claimResize(objects: StoredObjects): AdmissionPlugin {
  return {
    validate: (attributes) => {
      const { resource, subresource, object, oldObject } = attributes;
      const isClaim = resource.group === "" && resource.resource === "persistentvolumeclaims" && subresource === "";
      if (!isClaim || object === undefined || oldObject === undefined) return;
      if (compareAmounts(sizeOf(object), sizeOf(oldObject)) <= 0) return;
      if (textOf(objectOf(oldObject, "status"), "phase") !== "Bound") {
        throw admissionForbidden(attributes, "Only bound persistent volume claims can be expanded");
      }
      const [name, before] = [storageClassOf(object), storageClassOf(oldObject)];
      const storageClass = objects.get(storageKeyOf("storage.k8s.io", "storageclasses"), "", name);
      if (name === before && isSet(storageClass, "allowVolumeExpansion")) return;
      throw admissionForbidden(attributes, refusal);
    },
  };
}

function sizeOf(claim: ApiObject): Amount {
  return readAmounts(objectOf(objectOf(claim, "spec"), "resources"), "requests").get("storage") ?? noAmount;
}
