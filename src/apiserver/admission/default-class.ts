/**
 * Sources: k8s.io/kubernetes/plugin/pkg/admission/{storage/storageclass/setdefault,network/defaultingressclass}/admission.go.
 */
import { type ApiObject, ensureObject } from "../api-object.js";
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
  marks: ["storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"],
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

/** Returns the name of the class marked as the default: of several the newest, and of equally old classes the first by name. */
export function findDefaultClass(
  objects: StoredObjects,
  storageKey: string,
  annotations: readonly string[],
): string | undefined {
  const isDefault = ({ metadata }: ApiObject): boolean =>
    annotations.some((name) => metadata.annotations?.[name] === "true");
  const [newest] = objects.list(storageKey).filter(isDefault).toSorted(byAge);
  return newest?.metadata.name;
}

function byAge({ metadata: left }: ApiObject, { metadata: right }: ApiObject): number {
  const [mine, other] = [left.creationTimestamp ?? "", right.creationTimestamp ?? ""];
  if (mine !== other) return mine > other ? -1 : 1;
  return (left.name ?? "") < (right.name ?? "") ? -1 : 1;
}
