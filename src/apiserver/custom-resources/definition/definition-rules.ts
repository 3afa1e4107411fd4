/**
 * The rules of the kind CustomResourceDefinition.
 * Sources: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go, pkg/apis/apiextensions/v1/defaults.go.
 */
import type { JsonObject } from "../../../core/json.js";
import {
  type ApiObject,
  ensureObject,
  isSet,
  listOf,
  objectOf,
  objectsOf,
  setDefault,
  textOf,
  textsOf,
} from "../../api-object.js";
import { compareText } from "../../../core/compare-text.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import type { GroupRules, KindRules } from "../../kinds/kind-rules.js";
import * as cell from "../../kinds/tables/cells.js";
import { isConditionTrue } from "../definition.js";
import { cleanupFinalizer, terminatingStatus } from "./definition-status.js";
import { toDefinition } from "./to-definition.js";
import { schemaWarnings } from "./schema-warnings.js";
import { validateDefinition, validateDefinitionStatus, validateDefinitionUpdate } from "./validate-definition.js";

export const apiextensionsRules: GroupRules = {
  customresourcedefinitions: definitionRules("1.35"),
};

export function definitionRules(version: KubernetesVersion): KindRules {
  return {
    setDefaults: setDefinitionDefaults,
    prepareForCreate(object) {
      object["status"] = { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: null };
      addStoredVersion(object);
    },
    prepareForUpdate: addStoredVersion,
    validate: (object) => validateDefinition(toDefinition(object), version),
    validateUpdate: (object, old) => validateDefinitionUpdate(toDefinition(object), toDefinition(old), version),
    allowsUnconditionalUpdate: false,
    generationOf: (object) => object["spec"],
    ownFinalizers: {
      // A CRD that was never established has no objects.
      isPending: (object) =>
        object.metadata.deletionTimestamp === undefined && isConditionTrue(toDefinition(object), "Established"),
      mark(object, now) {
        object["status"] = terminatingStatus(toDefinition(object), "pending", now);
        object.metadata.finalizers = [...(object.metadata.finalizers ?? []), cleanupFinalizer];
      },
    },
    ...(isSince(version, "1.37") ? { cells, nullIfEmpty: true } : {}),
    warnings: (object, old) => schemaWarnings(toDefinition(object), old && toDefinition(old), version),
    status: {
      prepareForUpdate(object, old) {
        // The spec of a stored object, which is large, never changes: both objects can share it.
        if (old["spec"] === undefined) delete object["spec"];
        else object["spec"] = old["spec"];
        object.metadata = {
          ...structuredClone(old.metadata),
          ...(object.metadata.managedFields === undefined ? {} : { managedFields: object.metadata.managedFields }),
          ...(object.metadata.resourceVersion === undefined
            ? {}
            : { resourceVersion: object.metadata.resourceVersion }),
          ...(object.metadata.finalizers === undefined ? {} : { finalizers: object.metadata.finalizers }),
        };
      },
      validateUpdate: (object) => validateDefinitionStatus(toDefinition(object)),
      resetFields: [["metadata"], ["spec"]],
    },
  };
}

/** Source: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor/tableconvertor.go (v0.37.2). */
const cells = cell.row(
  cell.nameOf,
  "spec.scope",
  servedVersions,
  "metadata.creationTimestamp",
  "spec.group",
  "spec.names.kind",
  (object) => textsOf(objectOf(objectOf(object, "spec"), "names"), "shortNames").join(","),
  (object) => isConditionTrue(toDefinition(object), "Established"),
);

function servedVersions(object: ApiObject): string {
  return objectsOf(objectOf(object, "spec"), "versions")
    .filter((version) => isSet(version, "served"))
    .map((version) => `${textOf(version, "name")}${isSet(version, "storage") ? "(storage)" : ""}`)
    .toSorted(compareText)
    .join(",");
}

function setDefinitionDefaults(object: ApiObject): void {
  const spec = ensureObject(object, "spec");
  const names = ensureObject(spec, "names");
  const kind = textOf(names, "kind");
  if (textOf(names, "singular") === "" && kind !== "") names["singular"] = kind.toLowerCase();
  if (textOf(names, "listKind") === "" && kind !== "") names["listKind"] = `${kind}List`;
  setDefault(spec, "conversion", { strategy: "None" });
  if (spec["preserveUnknownFields"] === false) delete spec["preserveUnknownFields"];
  for (const version of objectsOf(spec, "versions")) {
    setDefault(version, "served", false);
    setDefault(version, "storage", false);
  }
  const service = objectOf(objectOf(objectOf(objectOf(spec, "conversion"), "webhook"), "clientConfig"), "service");
  if (service !== undefined) setDefault(service, "port", 443);
}

function addStoredVersion(object: ApiObject): void {
  const spec = objectOf(object, "spec");
  const stored = objectsOf(spec, "versions").find((version: JsonObject) => version["storage"] === true);
  const name = textOf(stored, "name");
  if (stored === undefined) return;
  const status = ensureObject(object, "status");
  if (!textsOf(status, "storedVersions").includes(name)) {
    status["storedVersions"] = [...listOf(status, "storedVersions"), name];
  }
}
