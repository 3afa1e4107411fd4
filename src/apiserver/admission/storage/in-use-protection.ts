/** Source: k8s.io/kubernetes/plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go. */
import { type AdmissionPlugin, storageKeyOf } from "../../resource.js";

const finalizers: ReadonlyMap<string, string> = new Map([
  ["persistentvolumes", "kubernetes.io/pv-protection"],
  ["persistentvolumeclaims", "kubernetes.io/pvc-protection"],
  ["storage.k8s.io/volumeattributesclasses", "kubernetes.io/vac-protection"],
]);

/** Adds the finalizer that keeps an object while it is in use; a controller removes it. */
export const inUseProtection: AdmissionPlugin = {
  mutate: ({ operation, resource, subresource, object }) => {
    const finalizer = finalizers.get(storageKeyOf(resource.group, resource.resource));
    if (operation !== "CREATE" || subresource !== "" || object === undefined || finalizer === undefined) return;
    const { metadata } = object;
    const known = metadata.finalizers ?? [];
    if (!known.includes(finalizer)) metadata.finalizers = [...known, finalizer];
  },
};
