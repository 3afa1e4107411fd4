/** Source: ValidatePodSpec in pkg/apis/core/validation/validation.go. */
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { booleanOf, isSet, numberOf, objectOf, objectsOf, textMapOf, textOf } from "../../json-fields.js";
import { visitContainers } from "../../pod-containers.js";
import { validateLabelName, validateLabels } from "../validation/labels.js";
import {
  checkDns1123Label,
  checkInRange,
  type NameCheck,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
} from "../validation/names.js";
import { faultsAt, validateChoice } from "../validation/values.js";
import { validateAffinity } from "./validate-affinity.js";
import {
  type ContainerContext,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from "./validate-containers.js";
import { validateDnsConfig, validateHostAliases, validateHostnameOverride } from "./validate-pod-dns.js";
import { validatePodLevelResources } from "./validate-pod-resources.js";
import { validateRequirements } from "./validate-resources.js";
import { validateSchedulingGates, validateTolerations, validateTopologySpread } from "./validate-scheduling.js";
import { validatePodSecurity } from "./validate-security.js";
import { validateVolumes } from "./validate-volumes.js";

const maxInt32 = 2 ** 31 - 1;

/** `podName`: of a pod; undefined of a template, which is judged more mildly. */
export function validatePodSpec(spec: JsonObject, path: string, podName: string | undefined): FieldError[] {
  const { volumes, faults } = validateVolumes(spec, `${path}.volumes`, podName);
  const claims = objectsOf(spec, "resourceClaims");
  const os = objectOf(spec, "os");
  const context: ContainerContext = {
    volumes,
    claimNames: claims.map((claim) => textOf(claim, "name")),
    restartPolicy: textOf(spec, "restartPolicy"),
    hostUsers: booleanOf(spec, "hostUsers") !== false,
    gracePeriod: numberOf(spec, "terminationGracePeriodSeconds"),
    os: os === undefined ? undefined : textOf(os, "name"),
  };
  return [
    ...faults,
    ...validateResourceClaims(claims, `${path}.resourceClaims`),
    ...validateContainers(spec, `${path}.containers`, context),
    ...validateInitContainers(spec, `${path}.initContainers`, context),
    ...validateEphemeralContainers(spec, `${path}.ephemeralContainers`, context),
    ...validatePodLevelResources(spec, path, context.claimNames),
    ...validateHostNetworkPorts(spec, path, podName !== undefined),
    ...validateChoice(textOf(spec, "restartPolicy"), ["Always", "OnFailure", "Never"], `${path}.restartPolicy`),
    ...validateChoice(
      textOf(spec, "dnsPolicy"),
      ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
      `${path}.dnsPolicy`,
    ),
    ...validateLabels(textMapOf(spec, "nodeSelector"), `${path}.nodeSelector`),
    ...validatePodSecurity(spec, `${path}.securityContext`),
    ...validateAffinity(spec, `${path}.affinity`),
    ...validateDnsConfig(spec, `${path}.dnsConfig`),
    ...objectsOf(spec, "readinessGates").flatMap((gate, index) =>
      validateLabelName(textOf(gate, "conditionType"), `${path}.readinessGates[${index}].conditionType`),
    ),
    ...validateSchedulingGates(spec, `${path}.schedulingGates`),
    ...validateTopologySpread(spec, `${path}.topologySpreadConstraints`),
    ...validateHostUsers(spec, path, context.hostUsers),
    ...validateHostnameOverride(spec, `${path}.hostnameOverride`),
    ...validateNames(spec, path),
    ...validateOs(spec, os, path),
  ];
}

/** In the order in which they are checked. */
const nameChecks: readonly (readonly [field: string, check: NameCheck])[] = [
  ["serviceAccountName", nameIsDnsSubdomain],
  ["nodeName", nameIsDnsSubdomain],
];
const laterNameChecks: readonly (readonly [field: string, check: NameCheck])[] = [
  ["hostname", nameIsDnsLabel],
  ["subdomain", nameIsDnsLabel],
];

function validateNames(spec: JsonObject, path: string): FieldError[] {
  const validateAll = (checks: typeof nameChecks): FieldError[] =>
    checks.flatMap(([field, check]) => {
      const value = textOf(spec, field);
      return value === "" ? [] : faultsAt(`${path}.${field}`, value, check(value, false));
    });
  const deadline = numberOf(spec, "activeDeadlineSeconds");
  const preemption = spec["preemptionPolicy"];
  const overhead = objectOf(spec, "overhead");
  const runtimeClass = spec["runtimeClassName"];
  return [
    ...validateAll(nameChecks),
    ...(deadline === undefined
      ? []
      : faultsAt(`${path}.activeDeadlineSeconds`, deadline, checkInRange(deadline, 1, maxInt32))),
    ...validateAll(laterNameChecks),
    ...validateTolerations(objectsOf(spec, "tolerations"), `${path}.tolerations`),
    ...validateHostAliases(spec, `${path}.hostAliases`),
    ...validateAll([["priorityClassName", nameIsDnsSubdomain]]),
    ...(typeof runtimeClass === "string"
      ? faultsAt(`${path}.runtimeClassName`, runtimeClass, nameIsDnsSubdomain(runtimeClass, false))
      : []),
    ...(typeof preemption === "string"
      ? validateChoice(preemption, ["PreemptLowerPriority", "Never"], `${path}.preemptionPolicy`)
      : []),
    ...(overhead === undefined
      ? []
      : validateRequirements({ limits: overhead }, `${path}.overhead`, { isPodLevel: false, claimNames: [] })),
  ];
}

function validateResourceClaims(claims: readonly JsonObject[], path: string): FieldError[] {
  const seen = new Set<string>();
  return claims.flatMap((claim, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(claim, "name");
    const sources = ["resourceClaimName", "resourceClaimTemplateName"].filter(
      (field) => typeof claim[field] === "string",
    );
    const isRepeated = seen.has(name);
    seen.add(name);
    return [
      ...(name === "" ? [required(`${at}.name`)] : []),
      ...(isRepeated && name !== "" ? [duplicate(`${at}.name`, name)] : []),
      ...(name === "" || isRepeated ? [] : faultsAt(`${at}.name`, name, checkDns1123Label(name))),
      ...(sources.length === 1 ? [] : validateClaimSources(sources, claim, at)),
    ];
  });
}

function validateClaimSources(sources: readonly string[], claim: JsonObject, path: string): FieldError[] {
  if (sources.length > 1) {
    return [invalid(path, claim, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified")];
  }
  return [invalid(path, claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`")];
}

function validateHostNetworkPorts(spec: JsonObject, path: string, isPod: boolean): FieldError[] {
  if (!isSet(spec, "hostNetwork")) return [];
  return objectsOf(spec, "containers").flatMap((container, index) =>
    objectsOf(container, "ports").flatMap((port, portIndex) => {
      const hostPort = numberOf(port, "hostPort") ?? 0;
      const at = `${path}.containers[${index}].ports[${portIndex}].hostPort`;
      if ((hostPort === 0 && !isPod) || hostPort === (numberOf(port, "containerPort") ?? 0)) return [];
      return [invalid(at, hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}

function validateHostUsers(spec: JsonObject, path: string, hostUsers: boolean): FieldError[] {
  if (hostUsers) return [];
  // Two of the names are shown as Go spells them.
  const shownNames = { hostNetwork: "hostNetwork", hostPID: "HostPID", hostIPC: "HostIPC" };
  return Object.entries(shownNames)
    .filter(([name]) => isSet(spec, name))
    .map(([, shown]) => forbidden(`${path}.${shown}`, "when `hostUsers` is false"));
}

function validateOs(spec: JsonObject, os: JsonObject | undefined, path: string): FieldError[] {
  if (os === undefined) return [];
  const name = textOf(os, "name");
  if (name === "") return [required(`${path}.os.name`)];
  if (name !== "linux" && name !== "windows") return [notSupported(`${path}.os`, name, ["linux", "windows"])];
  if (name !== "linux") return [];
  const detail = "windows options cannot be set for a linux pod";
  const holders: [JsonObject, string][] = [
    [spec, path],
    ...visitContainers(spec, path, (container, at): [JsonObject, string][] => [[container, at]]),
  ];
  return holders
    .filter(([holder]) => objectOf(objectOf(holder, "securityContext"), "windowsOptions") !== undefined)
    .map(([, at]) => forbidden(`${at}.securityContext.windowsOptions`, detail));
}
