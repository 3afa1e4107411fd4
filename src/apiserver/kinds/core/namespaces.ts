/** Source: kubernetes/pkg/registry/core/namespace/strategy.go. */
import { type ApiObject, ensureObject, objectOf, textOf, textsOf } from "../../api-object.js";
import { type FieldError, invalid } from "../../../core/field-error.js";
import { copyField } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { must } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { validateFinalizerName } from "../validation/finalizer-names.js";
import { nameIsDnsLabel } from "../validation/names.js";

export const namespaces: KindRules = {
  validateName: nameIsDnsLabel,
  setDefaults(namespace) {
    nameInLabels(namespace);
    ensureObject(namespace, "status")["phase"] ??= "Active";
  },
  prepareForCreate(namespace) {
    // The name may have been generated after the defaults were set.
    nameInLabels(namespace);
    namespace["status"] = { phase: "Active" };
    const spec = ensureObject(namespace, "spec");
    const finalizers = textsOf(spec, "finalizers");
    if (!finalizers.includes("kubernetes")) spec["finalizers"] = [...finalizers, "kubernetes"];
  },
  prepareForUpdate(namespace, old) {
    nameInLabels(namespace);
    const spec = ensureObject(namespace, "spec");
    copyField(spec, objectOf(old, "spec") ?? {}, "finalizers");
  },
  validate: (namespace) =>
    finalizersOf(namespace).flatMap((finalizer) => validateFinalizer(finalizer, "spec.finalizers")),
  ownFinalizers: {
    isPending: (namespace) => finalizersOf(namespace).length > 0,
    mark: (namespace) => (ensureObject(namespace, "status")["phase"] = "Terminating"),
  },
  status: {
    validateUpdate(namespace) {
      const phase = textOf(objectOf(namespace, "status"), "phase");
      const isDeleted = namespace.metadata.deletionTimestamp !== undefined;
      const [wanted, when] = isDeleted ? ["Terminating", "not empty"] : ["Active", "empty"];
      if (phase === wanted) return [];
      return [invalid("status.Phase", phase, `may only be '${wanted}' if \`deletionTimestamp\` is ${when}`)];
    },
  },
  subresources: {
    finalize: {
      type: "update",
      verbs: ["update"],
      resetFields: [["status"]],
      strategy: {
        prepareForUpdate: (namespace, old) => copyField(namespace, old, "status"),
        validateUpdate: (namespace) =>
          finalizersOf(namespace).flatMap((finalizer, index) =>
            validateFinalizer(finalizer, `spec.finalizers[${index}]`),
          ),
      },
    },
  },
  cells: cell.named("status.phase"),
  selectableFields: { ...cell.selectable("status.phase"), name: cell.nameOf },
};

function nameInLabels({ metadata }: ApiObject): void {
  const { name = "" } = metadata;
  if (name !== "") metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": name };
}

function finalizersOf(namespace: ApiObject): readonly string[] {
  return textsOf(objectOf(namespace, "spec"), "finalizers");
}

function validateFinalizer(finalizer: string, path: string): FieldError[] {
  return [...must.beQualifiedName(finalizer, path), ...validateFinalizerName(finalizer, path)];
}
