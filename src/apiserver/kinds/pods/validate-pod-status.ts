/** Source: ValidatePodStatusUpdate in pkg/apis/core/validation/validation.go. */
import type { LinuxContainerUser, PodStatus } from "../../../k8s/core/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, listOf, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { must, rule } from "../rules/index.js";
import { ipWarnings } from "../validation/addresses.js";
import { specOf, statusOf } from "../workload-parts.js";
import { validateAnnotationUpdates } from "./validate-pod-annotations.js";
import { extendedClaim, validateDevices } from "./validate-device-status.js";
import { validateHostAddresses, validatePodAddresses } from "./pod-addresses.js";

const systemConditions = ["PodScheduled", "Ready", "Initialized"];
const statusLists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const;

interface StatusContext {
  /** The spec of the old pod. */
  readonly spec: JsonObject;
}

const beObserved = must.beIn(0, Infinity, "must be a non-negative integer");
const beId = must.beIn(0, 2 ** 31 - 1);
/** Since 1.36, the runtime may report each ID of a user that Linux has. */
const beUser = must.beIn(0, 2 ** 32 - 1);

function linuxUser(version: KubernetesVersion): rule.Rule<LinuxContainerUser, StatusContext> {
  return rule.first(
    ({ path, context: { spec } }) =>
      textOf(objectOf(spec, "os"), "name") === "windows" ? [forbidden(path, "cannot be set for a windows pod")] : [],
    rule.all(
      rule.number("uid", isSince(version, "1.37") ? beUser : beId),
      rule.number("gid", beId),
      rule.eachNumber("supplementalGroups", beId),
    ),
  );
}

const podStatus = (version: KubernetesVersion): rule.Table<PodStatus, StatusContext> => [
  rule.each("conditions", [
    rule.number("observedGeneration", beObserved),
    rule.text(["type", "Type"], (type, path) =>
      systemConditions.includes(type) ? [] : must.beQualifiedName(type, path),
    ),
  ]),
  rule.when(
    (status, { old }) => textOf(status, "nominatedNodeName") !== textOf(old, "nominatedNodeName"),
    rule.optionalText("nominatedNodeName", must.beSubdomain),
    rule.optionalText("nominatedNodeName", (_name, path, { context: { spec } }) =>
      textOf(spec, "nodeName") === ""
        ? []
        : [forbidden(path, "may not be set on pods that are already bound to a node")],
    ),
  ),
  rule.number("observedGeneration", beObserved),
  rule.unchanged("qosClass"),
  ...statusLists.map((list) => transitions(list)),
  rule.each("resourceClaimStatuses", [
    rule.text("name", [
      (name, { context: { spec } }) =>
        objectsOf(spec, "resourceClaims").some((claim) => textOf(claim, "name") === name),
      "must match the name of an entry in `spec.resourceClaims`",
    ]),
    rule.text("name", must.beUnique()),
    rule.textPointer(["resourceClaimName", isSince(version, "1.37") ? "resourceClaimName" : "name"], must.beSubdomain),
  ]),
  rule.optional("extendedResourceClaimStatus", extendedClaim),
  ({ object, old = {} }) => [...validatePodAddresses(object, old), ...validateHostAddresses(object, old)],
  ...statusLists.map((list) =>
    rule.each<PodStatus, StatusContext, typeof list>(list, [
      rule.optional("user", [rule.optional("linux", [linuxUser(version)])]),
    ]),
  ),
  ({ object, context: { spec } }) => validateDevices(object, spec),
];
const tables = { "1.35": podStatus("1.35"), "1.37": podStatus("1.37") };

/** The status has devices since 1.36 only. */
export function validatePodStatus(object: ApiObject, old: ApiObject, version: KubernetesVersion): FieldError[] {
  return [
    ...validateAnnotationUpdates(object, old),
    ...rule.judge(tables[version], statusOf(object), "status", { spec: specOf(old) }, statusOf(old)),
  ];
}

export function podStatusWarnings(object: ApiObject): string[] {
  return ["podIPs", "hostIPs"].flatMap((list) =>
    objectsOf(statusOf(object), list).flatMap((each, index) =>
      ipWarnings(`status.${list}[${index}].ip`, textOf(each, "ip")),
    ),
  );
}

/** A terminated container that is not restarted stays terminated. */
function transitions(list: (typeof statusLists)[number]): rule.Rule<PodStatus, StatusContext> {
  return ({ object: status, old, path, context: { spec } }) => {
    const containers = objectsOf(spec, list === "containerStatuses" ? "containers" : "initContainers");
    return objectsOf(old, list).flatMap((before, index) => {
      const ofSameName = (each: JsonObject): boolean => textOf(each, "name") === textOf(before, "name");
      const now = objectsOf(status, list).find(ofSameName);
      const ended = endOf(before);
      if (ended === undefined || now === undefined || endOf(now) !== undefined) return [];
      const exitCode = numberOf(ended, "exitCode") ?? 0;
      const mayRestart = list !== "ephemeralContainerStatuses";
      if (mayRestart && shouldRestart(containers.find(ofSameName), spec, exitCode)) return [];
      return [forbidden(`${path}.${list}[${index}].state`, "may not be transitioned to non-terminated state")];
    });
  };
}

function endOf(status: JsonObject): JsonObject | undefined {
  return objectOf(objectOf(status, "state"), "terminated");
}

/** Source: ContainerShouldRestart in pkg/api/v1/pod/util.go. */
function shouldRestart(container: JsonObject | undefined, spec: JsonObject, exitCode: number): boolean {
  if (container === undefined) return false;
  const own = textOf(container, "restartPolicy");
  if (own !== "" && objectsOf(container, "restartPolicyRules").some((each) => isMatch(each, exitCode))) return true;
  const policy = own === "" ? textOf(spec, "restartPolicy") : own;
  return policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}

function isMatch(restartRule: JsonObject, exitCode: number): boolean {
  const codes = objectOf(restartRule, "exitCodes");
  if (textOf(restartRule, "action") !== "Restart" || codes === undefined) return false;
  return listOf(codes, "values").includes(exitCode) === (textOf(codes, "operator") === "In");
}
