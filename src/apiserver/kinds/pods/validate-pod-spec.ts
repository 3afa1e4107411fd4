/** Source: ValidatePodSpec in pkg/apis/core/validation/validation.go. */
import type { PodResourceClaim, PodSpec } from "../../../k8s/core/v1.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { booleanOf, isSet, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateLabels } from "../validation/labels.js";
import { visitContainers } from "../../pod-containers.js";
import { affinity } from "./validate-affinity.js";
import { type ContainerContext, containers, namesOf } from "./validate-containers.js";
import { dnsConfig, hostAliases, hostnameOverride } from "./validate-pod-dns.js";
import { validatePodLevelResources } from "./validate-pod-resources.js";
import { validateRequirements } from "./validate-resources.js";
import { schedulingGates, tolerations, topologySpread } from "./validate-scheduling.js";
import { podSecurity } from "./validate-security.js";
import { validateVolumes } from "./validate-volumes.js";

interface PodContext extends ContainerContext {
  /** Templates have less strict rules. */
  readonly isPod: boolean;
}

/** `podName`: the name of the pod; undefined for a template. */
export function validatePodSpec(spec: JsonObject, path: string, podName: string | undefined): FieldError[] {
  const { volumes, faults } = validateVolumes(spec, `${path}.volumes`, podName);
  const os = objectOf(spec, "os");
  const context: PodContext = {
    isPod: podName !== undefined,
    volumes,
    claimNames: objectsOf(spec, "resourceClaims").map((claim) => textOf(claim, "name")),
    restartPolicy: textOf(spec, "restartPolicy"),
    hostUsers: booleanOf(spec, "hostUsers") !== false,
    gracePeriod: numberOf(spec, "terminationGracePeriodSeconds"),
    os: os === undefined ? undefined : textOf(os, "name"),
    mainNames: namesOf(spec, "containers"),
    startNames: namesOf(spec, "containers", "initContainers"),
  };
  return [...faults, ...rule.judge(podSpec, spec, path, context)];
}

const resourceClaim: rule.Table<PodResourceClaim> = [
  rule.text("name", must.beSet(), must.beUnique(), must.beLabel),
  ({ object, path }) => {
    const names = ["resourceClaimName", "resourceClaimTemplateName"];
    const { length } = names.filter((field) => typeof object[field] === "string");
    const fault =
      length > 1
        ? "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
        : "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
    return length === 1 ? [] : [invalid(path, object, fault)];
  },
];

const podSpec: rule.Table<PodSpec, PodContext> = [
  rule.each("resourceClaims", resourceClaim),
  ...containers,
  ({ object, path, context }) => validatePodLevelResources(object, path, context.claimNames),
  validateHostNetworkPorts,
  rule.text("restartPolicy", must.choose("Always", "OnFailure", "Never")),
  rule.text("dnsPolicy", must.choose("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")),
  rule.textMap("nodeSelector", validateLabels),
  rule.optional("securityContext", podSecurity),
  rule.optional("affinity", affinity),
  dnsConfig,
  rule.each("readinessGates", [rule.text("conditionType", must.beQualifiedName)]),
  schedulingGates,
  rule.each("topologySpreadConstraints", topologySpread),
  rule.when(({ hostUsers }) => hostUsers === false, ...sharedWithHost()),
  ...hostnameOverride,
  rule.optionalText("serviceAccountName", must.beSubdomain),
  rule.optionalText("nodeName", must.beSubdomain),
  rule.numberPointer("activeDeadlineSeconds", must.beIn(1, 2 ** 31 - 1)),
  rule.optionalText("hostname", must.beLabel),
  rule.optionalText("subdomain", must.beLabel),
  tolerations,
  hostAliases,
  rule.optionalText("priorityClassName", must.beSubdomain),
  rule.textPointer("runtimeClassName", must.beSubdomain),
  rule.textPointer("preemptionPolicy", must.choose("PreemptLowerPriority", "Never")),
  ({ object: { overhead }, path }) => validateRequirements({ limits: overhead }, `${path}.overhead`),
  rule.optional("os", [
    rule.text("name", must.beSet()),
    rule.optionalText(["name", ""], must.beOneOf("linux", "windows")),
  ]),
  rule.when((spec) => textOf(objectOf(spec, "os"), "name") === "linux", validateLinux),
];

/** Messages show two of the names as Go spells them. */
function sharedWithHost(): rule.Table<PodSpec> {
  const shownNames = {
    hostNetwork: "hostNetwork",
    hostPID: "HostPID",
    hostIPC: "HostIPC",
  };
  return Object.entries(shownNames).map(([name, shown]) =>
    rule.forbiddenIf([name, shown], "when `hostUsers` is false", (spec) => isSet(spec, name)),
  );
}

function validateHostNetworkPorts({ object: spec, path, context: { isPod } }: rule.Place<PodContext>): rule.Faults {
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

function validateLinux({ object: spec, path }: rule.Place<unknown>): rule.Faults {
  const holders: [JsonObject, string][] = [
    [spec, path],
    ...visitContainers(spec, path, (container, at): [JsonObject, string][] => [[container, at]]),
  ];
  return holders
    .filter(([holder]) => objectOf(objectOf(holder, "securityContext"), "windowsOptions") !== undefined)
    .map(([, at]) =>
      forbidden(`${at}.securityContext.windowsOptions`, "windows options cannot be set for a linux pod"),
    );
}
