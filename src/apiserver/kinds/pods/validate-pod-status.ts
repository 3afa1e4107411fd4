/** Source: ValidatePodStatusUpdate in pkg/apis/core/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import { listOf, numberOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { ipWarnings } from "../validation/addresses.js";
import { validateLabelName } from "../validation/labels.js";
import { checkInRange, nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { specOf, statusOf } from "../workload-parts.js";
import { validateAnnotationUpdates } from "./validate-pod-annotations.js";
import { validateHostAddresses, validatePodAddresses } from "./pod-addresses.js";

const systemConditions = ["PodScheduled", "Ready", "Initialized"];
const statusLists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];

export function validatePodStatus(object: ApiObject, old: ApiObject): FieldError[] {
  const [status, oldStatus] = [statusOf(object), statusOf(old)];
  const spec = specOf(old);
  return [
    ...validateAnnotationUpdates(object, old),
    ...objectsOf(status, "conditions").flatMap((condition, index) =>
      validateCondition(condition, `status.conditions[${index}]`),
    ),
    ...validateNomination(status, oldStatus, spec),
    ...validateObserved(status, "status"),
    ...immutable("status.qosClass", status["qosClass"], oldStatus["qosClass"]),
    ...statusLists.flatMap((list) => validateTransitions(status, oldStatus, list, spec)),
    ...validateClaimStatuses(objectsOf(status, "resourceClaimStatuses"), spec, "status.resourceClaimStatuses"),
    ...validatePodAddresses(status, oldStatus),
    ...validateHostAddresses(status, oldStatus),
    ...statusLists.flatMap((list) =>
      objectsOf(status, list).flatMap((each, index) => validateUser(each, spec, `status.${list}[${index}].user.linux`)),
    ),
  ];
}

export function podStatusWarnings(object: ApiObject): string[] {
  return ["podIPs", "hostIPs"].flatMap((list) =>
    objectsOf(statusOf(object), list).flatMap((each, index) =>
      ipWarnings(`status.${list}[${index}].ip`, textOf(each, "ip")),
    ),
  );
}

function validateNomination(status: JsonObject, old: JsonObject, spec: JsonObject): FieldError[] {
  const nominated = textOf(status, "nominatedNodeName");
  if (nominated === "" || nominated === textOf(old, "nominatedNodeName")) return [];
  const path = "status.nominatedNodeName";
  return [
    ...faultsAt(path, nominated, nameIsDnsSubdomain(nominated, false)),
    ...(textOf(spec, "nodeName") === ""
      ? []
      : [forbidden(path, "may not be set on pods that are already bound to a node")]),
  ];
}

function validateObserved(holder: JsonObject, path: string): FieldError[] {
  const generation = numberOf(holder, "observedGeneration") ?? 0;
  return generation < 0 ? [invalid(`${path}.observedGeneration`, generation, "must be a non-negative integer")] : [];
}

function validateCondition(condition: JsonObject, path: string): FieldError[] {
  const type = textOf(condition, "type");
  return [
    ...validateObserved(condition, path),
    ...(systemConditions.includes(type) ? [] : validateLabelName(type, `${path}.Type`)),
  ];
}

/** A container that has ended and is not restarted stays so. */
function validateTransitions(status: JsonObject, old: JsonObject, list: string, spec: JsonObject): FieldError[] {
  const containers = objectsOf(spec, list === "containerStatuses" ? "containers" : "initContainers");
  return objectsOf(old, list).flatMap((before, index) => {
    const ended = objectOf(objectOf(before, "state"), "terminated");
    const now = objectsOf(status, list).find((each) => textOf(each, "name") === textOf(before, "name"));
    if (ended === undefined || now === undefined || objectOf(objectOf(now, "state"), "terminated") !== undefined)
      return [];
    const container = containers.find((each) => textOf(each, "name") === textOf(before, "name"));
    const exitCode = numberOf(ended, "exitCode") ?? 0;
    const isRestarted = list !== "ephemeralContainerStatuses" && shouldRestart(container, spec, exitCode);
    if (isRestarted) return [];
    return [forbidden(`status.${list}[${index}].state`, "may not be transitioned to non-terminated state")];
  });
}

/** Source: ContainerShouldRestart in pkg/api/v1/pod/util.go. */
function shouldRestart(container: JsonObject | undefined, spec: JsonObject, exitCode: number): boolean {
  if (container === undefined) return false;
  const own = textOf(container, "restartPolicy");
  if (own !== "" && objectsOf(container, "restartPolicyRules").some((rule) => isMatch(rule, exitCode))) return true;
  const policy = own === "" ? textOf(spec, "restartPolicy") : own;
  return policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}

function isMatch(rule: JsonObject, exitCode: number): boolean {
  const codes = objectOf(rule, "exitCodes");
  if (textOf(rule, "action") !== "Restart" || codes === undefined) return false;
  return listOf(codes, "values").includes(exitCode) === (textOf(codes, "operator") === "In");
}

function validateClaimStatuses(statuses: readonly JsonObject[], spec: JsonObject, path: string): FieldError[] {
  const claims = objectsOf(spec, "resourceClaims").map((claim) => textOf(claim, "name"));
  const seen = new Set<string>();
  return statuses.flatMap((status, index) => {
    const at = `${path}[${index}].name`;
    const [name, claimName] = [textOf(status, "name"), status["resourceClaimName"]];
    const isRepeated = seen.has(name);
    seen.add(name);
    return [
      ...(claims.includes(name) ? [] : [invalid(at, name, "must match the name of an entry in `spec.resourceClaims`")]),
      ...(isRepeated ? [duplicate(at, name)] : []),
      ...(typeof claimName === "string" ? faultsAt(at, claimName, nameIsDnsSubdomain(claimName, false)) : []),
    ];
  });
}

function validateUser(status: JsonObject, spec: JsonObject, path: string): FieldError[] {
  const user = objectOf(objectOf(status, "user"), "linux");
  if (user === undefined) return [];
  if (textOf(objectOf(spec, "os"), "name") === "windows") return [forbidden(path, "cannot be set for a windows pod")];
  const validateId = (value: number, at: string): FieldError[] =>
    faultsAt(at, value, checkInRange(value, 0, 2 ** 31 - 1));
  return [
    ...["uid", "gid"].flatMap((name) => validateId(numberOf(user, name) ?? 0, `${path}.${name}`)),
    ...listOf(user, "supplementalGroups").flatMap((group, index) =>
      validateId(typeof group === "number" ? group : 0, `${path}.supplementalGroups[${index}]`),
    ),
  ];
}
