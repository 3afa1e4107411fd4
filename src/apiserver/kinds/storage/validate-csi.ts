/** Source: pkg/apis/storage/validation/validation.go, the strategies of pkg/registry/storage. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { booleanOf, numberOf, objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { isSame } from "../common-strategy.js";
import { isNegative, readQuantity, zero } from "../pods/resource-lists.js";
import { driverName } from "../pods/volume-sources.js";
import { formOfFields, invalidInternal, selectorForm } from "../validation/internal-forms.js";
import { validateLabelSelector } from "../validation/labels.js";
import { checkQualifiedName, nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";

const fsGroupPolicies = ["File", "None", "ReadWriteOnceWithFSType"];
const lifecycleModes = ["Persistent", "Ephemeral"];
const maxNodeId = 256;

export function validateDriver(object: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec") ?? {};
  const policy = textOf(spec, "fsGroupPolicy");
  const requests = objectsOf(spec, "tokenRequests");
  const period = numberOf(spec, "nodeAllocatableUpdatePeriodSeconds");
  const inSecrets = booleanOf(spec, "serviceAccountTokenInSecrets");
  return [
    ...(policy === "" || fsGroupPolicies.includes(policy)
      ? []
      : [notSupported("spec.fsGroupPolicy", policy, fsGroupPolicies)]),
    ...validateTokenRequests(requests, "spec.tokenRequests"),
    ...textsOf(spec, "volumeLifecycleModes").flatMap((mode) =>
      lifecycleModes.includes(mode) ? [] : [notSupported("spec.volumeLifecycleModes", mode, lifecycleModes)],
    ),
    ...(period !== undefined && period < 10
      ? [invalid("spec.nodeAllocatableUpdatePeriodSeconds", period, "must be greater than or equal to 10 seconds")]
      : []),
    ...(inSecrets !== undefined && requests.length === 0
      ? [
          invalid(
            "spec.serviceAccountTokenInSecrets",
            inSecrets,
            "serviceAccountTokenInSecrets is set but no tokenRequests are specified",
          ),
        ]
      : []),
  ];
}

export function validateDriverUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const [spec, before] = [objectOf(object, "spec") ?? {}, objectOf(old, "spec") ?? {}];
  return [
    ...validateDriver(object),
    ...immutable("spec.attachedRequired", spec["attachRequired"], before["attachRequired"]),
    ...immutable("spec.volumeLifecycleModes", spec["volumeLifecycleModes"], before["volumeLifecycleModes"]),
  ];
}

function validateTokenRequests(requests: readonly JsonObject[], path: string): FieldError[] {
  const audiences = requests.map((request) => textOf(request, "audience"));
  return requests.flatMap((request, index) => {
    const audience = audiences[index] ?? "";
    if (audiences.indexOf(audience) < index) return [duplicate(`${path}[${index}].audience`, audience)];
    const seconds = numberOf(request, "expirationSeconds");
    const at = `${path}[${index}].expirationSeconds`;
    if (seconds === undefined) return [];
    return [
      ...(seconds < 600 ? [invalid(at, seconds, "may not specify a duration less than 10 minutes")] : []),
      ...(seconds > 2 ** 32 ? [invalid(at, seconds, "may not specify a duration larger than 2^32 seconds")] : []),
    ];
  });
}

/** When tokens are asked for, or others than before. */
export function driverWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const [spec, before] = [object, old].map((each) => objectOf(each, "spec"));
  const isUnset = spec?.["serviceAccountTokenInSecrets"] === undefined;
  const isChanged = old === undefined || !isSame(spec?.["tokenRequests"], before?.["tokenRequests"]);
  if (!isUnset || !isChanged || objectsOf(spec, "tokenRequests").length === 0) return [];
  const advice =
    "if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes";
  return [`spec.serviceAccountTokenInSecrets is unset; ${advice}`];
}

export function validateNodeOfDrivers(object: ApiObject): FieldError[] {
  const drivers = objectsOf(objectOf(object, "spec"), "drivers");
  const names = drivers.map((driver) => textOf(driver, "name"));
  return drivers.flatMap((driver, index) => {
    const at = `spec.drivers[${index}]`;
    const name = names[index] ?? "";
    const id = textOf(driver, "nodeID");
    const count = numberOf(objectOf(driver, "allocatable"), "count") ?? 0;
    return [
      ...driverName(name, `${at}.name`),
      ...(id === "" ? [required(`${at}.nodeID`)] : []),
      ...(Buffer.byteLength(id) > maxNodeId
        ? [invalid(`${at}.nodeID`, id, `must be ${maxNodeId} characters or less`)]
        : []),
      ...(count < 0 ? [invalid(`${at}.allocatable.count`, count, "must be greater than or equal to 0")] : []),
      ...(names.indexOf(name) < index ? [duplicate(`${at}.name`, name)] : []),
      ...validateTopologyKeys(textsOf(driver, "topologyKeys"), at),
    ];
  });
}

function validateTopologyKeys(keys: readonly string[], path: string): FieldError[] {
  return keys.flatMap((key, index) => [
    ...(key === "" ? [required(path)] : []),
    ...(keys.indexOf(key) < index ? [duplicate(path, key)] : []),
    ...faultsAt(path, key, checkQualifiedName(key)),
  ]);
}

const driverForm = formOfFields("Name:name NodeID:nodeID TopologyKeys:topologyKeys? Allocatable:allocatable?");

/** Each fault is listed twice, and what is immutable is shown as a whole: so it is in Kubernetes. */
export function validateNodeOfDriversUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const faults = validateNodeOfDrivers(object);
  const drivers = objectsOf(objectOf(object, "spec"), "drivers");
  const changed = objectsOf(objectOf(old, "spec"), "drivers").flatMap((before) =>
    drivers
      .filter((driver) => textOf(driver, "name") === textOf(before, "name"))
      .map((driver) => ({ ...driver, allocatable: null }))
      .filter((driver) => !isSame(driver, { ...before, allocatable: null })),
  );
  return [
    ...faults,
    ...faults,
    ...changed.map((driver) => invalidInternal("spec.drivers", driver, driverForm, "field is immutable")),
  ];
}

export function validateCapacity(object: ApiObject): FieldError[] {
  const className = textOf(object, "storageClassName");
  const { capacity } = object;
  return [
    ...validateLabelSelector(objectOf(object, "nodeTopology"), "nodeTopology"),
    ...faultsAt("storageClassName", className, nameIsDnsSubdomain(className, false)),
    ...(isNegative(readQuantity(capacity) ?? zero)
      ? [invalid("capacity", capacity, "must be greater than or equal to 0")]
      : []),
  ];
}

export function validateCapacityUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const topology = objectOf(object, "nodeTopology");
  const detail = "field is immutable";
  const validateTopology = (): FieldError[] => {
    if (isSame(topology, old["nodeTopology"])) return [];
    if (topology === undefined) return [invalid("nodeTopology", null, detail)];
    return [invalidInternal("nodeTopology", topology, selectorForm, detail)];
  };
  return [
    ...validateCapacity(object),
    ...validateTopology(),
    ...immutable("storageClassName", textOf(object, "storageClassName"), textOf(old, "storageClassName")),
  ];
}
