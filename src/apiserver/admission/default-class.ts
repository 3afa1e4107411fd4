/**
 * Sources: k8s.io/kubernetes/plugin/pkg/admission/{storage/storageclass/setdefault,network/defaultingressclass}/admission.go.
 */
import { ensureObject } from "../api-object.js";
import { defaultClassOf, storageClassMarks } from "../kinds/storage/default-class.js";
import { type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../resource.js";
import { isCreateOf } from "./request-target.js";

interface ClassOf {
  /** The group, resource and field of the objects that name a class. */
  readonly group: string;
  readonly resource: string;
  readonly field: string;
  /** The annotation that named the class before the field existed. */
  readonly oldForm: string;
  readonly classes: string;
  readonly marks: readonly string[];
}

const storage: ClassOf = {
  ...{ group: "", resource: "persistentvolumeclaims", field: "storageClassName" },
  oldForm: "volume.beta.kubernetes.io/storage-class",
  classes: storageKeyOf("storage.k8s.io", "storageclasses"),
  marks: storageClassMarks,
};
const ingress: ClassOf = {
  ...{ group: "networking.k8s.io", resource: "ingresses", field: "ingressClassName" },
  oldForm: "kubernetes.io/ingress.class",
  classes: storageKeyOf("networking.k8s.io", "ingressclasses"),
  marks: ["ingressclass.kubernetes.io/is-default-class"],
};

export const defaultStorageClass = (objects: StoredObjects): AdmissionPlugin => defaultClass(storage, objects);
export const defaultIngressClass = (objects: StoredObjects): AdmissionPlugin => defaultClass(ingress, objects);

/** Sets the default class on objects that name none. */
function defaultClass(
  { group, resource, field, oldForm, classes, marks }: ClassOf,
  objects: StoredObjects,
): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      const { object } = attributes;
      if (object === undefined || !isCreateOf(attributes, group, resource)) return;
      const spec = ensureObject(object, "spec");
      if (object.metadata.annotations?.[oldForm] !== undefined || typeof spec[field] === "string") return;
      const name = findDefaultClass(objects, classes, marks);
      if (name !== undefined) spec[field] = name;
    },
  };
}

export function findDefaultStorageClass(objects: StoredObjects): string | undefined {
  return findDefaultClass(objects, storage.classes, storage.marks);
}

/** Returns the name of the class marked as the default. */
export function findDefaultClass(
  objects: StoredObjects,
  storageKey: string,
  marks: readonly string[],
): string | undefined {
  return defaultClassOf(objects.list(storageKey), marks)?.metadata.name;
}
