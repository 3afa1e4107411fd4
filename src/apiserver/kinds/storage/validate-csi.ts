/** Source: pkg/apis/storage/validation/validation.go, the strategies of pkg/registry/storage. */
import type * as storage from "../../../k8s/storage/v1.js";
import { type ApiObject, objectOf, objectsOf, textOf, textsOf } from "../../api-object.js";
import { duplicate, notSupported } from "../../../core/field-error.js";
import { isSame } from "../common-strategy.js";
import { isNegative, readQuantity, zero } from "../pods/resource-lists.js";
import { beTokenLife } from "../pods/projected-sources.js";
import { driverName } from "../pods/volume-sources.js";
import { must, rule } from "../rules/index.js";
import { immutableInternal, invalidInternal } from "../validation/internal-forms.js";
import { labelSelector } from "../validation/labels.js";

const lifecycleModes = ["Persistent", "Ephemeral"];

export const driverRules: rule.Table<storage.CSIDriver> = [
  rule.object("spec", [
    rule.optionalText("fsGroupPolicy", must.beOneOf("File", "None", "ReadWriteOnceWithFSType")),
    rule.each("tokenRequests", [
      rule.first(rule.text("audience", must.beUnique()), rule.numberPointer("expirationSeconds", beTokenLife)),
    ]),
    ({ object, path }) =>
      textsOf(object, "volumeLifecycleModes")
        .filter((mode) => !lifecycleModes.includes(mode))
        .map((mode) => notSupported(`${path}.volumeLifecycleModes`, mode, lifecycleModes)),
    rule.numberPointer(
      "nodeAllocatableUpdatePeriodSeconds",
      must.beIn(10, Infinity, "must be greater than or equal to 10 seconds"),
    ),
    rule.invalidIf(
      "serviceAccountTokenInSecrets",
      "serviceAccountTokenInSecrets is set but no tokenRequests are specified",
      (spec) =>
        typeof spec["serviceAccountTokenInSecrets"] === "boolean" && objectsOf(spec, "tokenRequests").length === 0,
    ),
  ]),
];
export const driverUpdate: rule.Table<storage.CSIDriver> = [
  ...driverRules,
  rule.object("spec", [rule.unchanged(["attachRequired", "attachedRequired"], "volumeLifecycleModes")]),
];

/** Warns if the driver requests tokens for the first time, or requests other tokens than before. */
export function driverWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const [spec, before] = [object, old].map((each) => objectOf(each, "spec"));
  const isUnset = spec?.["serviceAccountTokenInSecrets"] === undefined;
  const isChanged = old === undefined || !isSame(spec?.["tokenRequests"], before?.["tokenRequests"]);
  if (!isUnset || !isChanged || objectsOf(spec, "tokenRequests").length === 0) return [];
  const advice =
    "if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes";
  return [`spec.serviceAccountTokenInSecrets is unset; ${advice}`];
}

const nodeDriver: rule.Table<storage.CSINodeDriver> = [
  rule.text("name", driverName),
  rule.text("nodeID", must.beSet()),
  rule.text("nodeID", [(id) => Buffer.byteLength(id) <= 256, "must be 256 characters or less"]),
  rule.optional("allocatable", [rule.nonnegative("count")]),
  rule.text("name", must.beUnique()),
  // The paths of keys omit the list and the index.
  ({ object, path }) => {
    const seen = new Set<string>();
    return textsOf(object, "topologyKeys").flatMap((key) => {
      const isRepeated = seen.has(key);
      seen.add(key);
      return [
        ...must.beSet()(key, path),
        ...(isRepeated ? [duplicate(path, key)] : []),
        ...must.beQualifiedName(key, path),
      ];
    });
  },
];

export const nodeOfDrivers: rule.Table<storage.CSINode> = [rule.object("spec", [rule.each("drivers", nodeDriver)])];

/** Kubernetes reports each error twice, and shows an immutable field as a whole. */
export const nodeOfDriversUpdate: rule.Table<storage.CSINode> = [
  ...nodeOfDrivers,
  ...nodeOfDrivers,
  ({ object, old }) => {
    const drivers = objectsOf(objectOf(object, "spec"), "drivers");
    return objectsOf(objectOf(old, "spec"), "drivers").flatMap((before) =>
      drivers
        .filter((driver) => textOf(driver, "name") === textOf(before, "name"))
        .map((driver) => ({ ...driver, allocatable: null }))
        .filter((driver) => !isSame(driver, { ...before, allocatable: null }))
        .map((driver) =>
          invalidInternal("spec.drivers", driver, "storage.k8s.io/v1.CSINodeDriver", "field is immutable"),
        ),
    );
  },
];

export const capacityRules: rule.Table<storage.CSIStorageCapacity> = [
  rule.object("nodeTopology", labelSelector),
  rule.text("storageClassName", must.beSubdomain),
  rule.invalidIf("capacity", "must be greater than or equal to 0", ({ capacity }) =>
    isNegative(readQuantity(capacity) ?? zero),
  ),
];

export const capacityUpdate: rule.Table<storage.CSIStorageCapacity> = [
  ...capacityRules,
  ({ object, old }) =>
    immutableInternal("nodeTopology", object["nodeTopology"], old?.["nodeTopology"], "meta.k8s.io/v1.LabelSelector"),
  rule.text("storageClassName", [(name, { old }) => name === textOf(old, "storageClassName"), "field is immutable"]),
];
