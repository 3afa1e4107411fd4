/** Source: validateContainers, validateInitContainers, validateEphemeralContainers in pkg/apis/core/validation/validation.go. */
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  tooLong,
} from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { listOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { checkDns1123Label } from "../validation/names.js";
import { faultsAt, validateChoice } from "../validation/values.js";
import { validateContainerPorts, validateHostPorts } from "./validate-container-ports.js";
import { validateEnvironment, validateEnvironmentSources } from "./validate-environment.js";
import { validateDevices, validateMounts, type Volumes } from "./validate-mounts.js";
import { type ProbeContext, validateLifecycle, validateProbes } from "./validate-probes.js";
import { validateRequirements } from "./validate-resources.js";
import { validateContainerSecurity } from "./validate-security.js";

/** What containers need to know of their pod. */
export interface ContainerContext extends ProbeContext {
  readonly volumes: Volumes;
  readonly claimNames: readonly string[];
  readonly restartPolicy: string;
  readonly hostUsers: boolean;
}

export function validateContainers(spec: JsonObject, path: string, context: ContainerContext): FieldError[] {
  const containers = objectsOf(spec, "containers");
  if (containers.length === 0) return [required(path)];
  const names = new Set<string>();
  return [
    ...containers.flatMap((container, index) => {
      const at = `${path}[${index}]`;
      const name = textOf(container, "name");
      const isRepeated = names.has(name);
      names.add(name);
      return [
        ...validateContainer(container, at, context),
        ...(isRepeated ? [duplicate(`${at}.name`, name)] : []),
        ...validateRunning(container, at, context),
        ...validateContainerRestart(container, at),
      ];
    }),
    ...validateHostPorts(containers, path),
  ];
}

export function validateInitContainers(spec: JsonObject, path: string, context: ContainerContext): FieldError[] {
  const names = new Set(objectsOf(spec, "containers").map((container) => textOf(container, "name")));
  return objectsOf(spec, "initContainers").flatMap((container, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(container, "name");
    const isRepeated = names.has(name);
    if (name !== "") names.add(name);
    const isSidecar = textOf(container, "restartPolicy") === "Always";
    return [
      ...validateContainer(container, at, context),
      ...validateInitRestart(container, at, isSidecar),
      ...(isRepeated ? [duplicate(`${at}.name`, name)] : []),
      ...validateHostPorts([container], path),
      ...(isSidecar ? validateRunning(container, at, context) : validateNotRunning(container, at)),
    ];
  });
}

function validateRunning(container: JsonObject, path: string, context: ContainerContext): FieldError[] {
  const lifecycle = objectOf(container, "lifecycle");
  return [
    ...(lifecycle === undefined ? [] : validateLifecycle(lifecycle, `${path}.lifecycle`, context)),
    ...validateProbes(container, path, context),
  ];
}

function validateNotRunning(container: JsonObject, path: string): FieldError[] {
  return ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"]
    .filter((name) => objectOf(container, name) !== undefined)
    .map((name) => forbidden(`${path}.${name}`, "may not be set for init containers without restartPolicy=Always"));
}

const mayNotForEphemeral = "cannot be set for an Ephemeral Container";
const ephemeralForbidden = [
  ...["ports", "resources", "resizePolicy", "restartPolicy", "restartPolicyRules"],
  ...["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"],
];

export function validateEphemeralContainers(spec: JsonObject, path: string, context: ContainerContext): FieldError[] {
  const others = [...objectsOf(spec, "containers"), ...objectsOf(spec, "initContainers")].map((each) =>
    textOf(each, "name"),
  );
  const names = new Set(others);
  return objectsOf(spec, "ephemeralContainers").flatMap((container, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(container, "name");
    const target = textOf(container, "targetContainerName");
    const isRepeated = names.has(name);
    names.add(name);
    return [
      ...validateContainer(container, at, context),
      ...validateImageSpace(container, at),
      ...(isRepeated ? [duplicate(`${at}.name`, name)] : []),
      ...(target !== "" && !others.includes(target) ? [notFound(`${at}.targetContainerName`, target)] : []),
      ...ephemeralForbidden
        .filter((field) => hasAny(container, field))
        .map((field) => forbidden(`${at}.${field}`, mayNotForEphemeral)),
      ...objectsOf(container, "volumeMounts").flatMap((mount, mountIndex) =>
        ["subPath", "subPathExpr"]
          .filter((field) => textOf(mount, field) !== "")
          .map((field) => forbidden(`${at}.volumeMounts[${mountIndex}].${field}`, mayNotForEphemeral)),
      ),
    ];
  });
}

function hasAny(container: JsonObject, field: string): boolean {
  const count = Object.keys(objectOf(container, field) ?? {}).length + listOf(container, field).length;
  return count > 0 || typeof container[field] === "string";
}

/** Of pods alone, not of templates. */
export function validateImageSpace(container: JsonObject, path: string): FieldError[] {
  const image = textOf(container, "image");
  const isTrimmed = image === image.trim();
  return isTrimmed ? [] : [invalid(`${path}.image`, image, "must not have leading or trailing whitespace")];
}

function validateContainer(container: JsonObject, path: string, context: ContainerContext): FieldError[] {
  const name = textOf(container, "name");
  const { volumes, claimNames } = context;
  return [
    ...(name === "" ? [required(`${path}.name`)] : faultsAt(`${path}.name`, name, checkDns1123Label(name))),
    ...(textOf(container, "image") === "" ? [required(`${path}.image`)] : []),
    ...validateChoice(
      textOf(container, "terminationMessagePolicy"),
      ["File", "FallbackToLogsOnError"],
      `${path}.terminationMessagePolicy`,
    ),
    ...validateContainerPorts(container, `${path}.ports`),
    ...validateEnvironment(container, `${path}.env`),
    ...validateEnvironmentSources(container, `${path}.envFrom`),
    ...validateMounts(container, volumes, `${path}.volumeMounts`),
    ...validateDevices(container, volumes, `${path}.volumeDevices`),
    ...validatePullPolicy(textOf(container, "imagePullPolicy"), `${path}.imagePullPolicy`),
    ...validateRequirements(objectOf(container, "resources"), `${path}.resources`, { isPodLevel: false, claimNames }),
    ...validateResizePolicy(container, `${path}.resizePolicy`, context.restartPolicy),
    ...validateContainerSecurity(container, `${path}.securityContext`, context.hostUsers),
  ];
}

export function validatePullPolicy(policy: string, path: string): FieldError[] {
  return validateChoice(policy, ["Always", "IfNotPresent", "Never"], path);
}

function validateResizePolicy(container: JsonObject, path: string, podRestartPolicy: string): FieldError[] {
  const seen = new Set<string>();
  return objectsOf(container, "resizePolicy").flatMap((policy, index) => {
    const resource = textOf(policy, "resourceName");
    const restart = textOf(policy, "restartPolicy");
    const isRepeated = seen.has(resource);
    seen.add(resource);
    return [
      ...(isRepeated ? [duplicate(`${path}[${index}]`, resource)] : []),
      ...validateChoice(resource, ["cpu", "memory"], path),
      ...validateChoice(restart, ["NotRequired", "RestartContainer"], path),
      ...(podRestartPolicy === "Never" && restart !== "NotRequired"
        ? [invalid(path, restart, "must be 'NotRequired' when `restartPolicy` is 'Never'")]
        : []),
    ];
  });
}

const mustHavePolicy = "must specify restartPolicy when restart rules are used";

function validateInitRestart(container: JsonObject, path: string, isSidecar: boolean): FieldError[] {
  const rules = objectsOf(container, "restartPolicyRules");
  if (!isSidecar) return validateContainerRestart(container, path);
  const detail = "restartPolicyRules are not allowed for init containers with restart policy Always";
  return rules.length > 0 ? [forbidden(`${path}.restartPolicyRules`, detail)] : [];
}

function validateContainerRestart(container: JsonObject, path: string): FieldError[] {
  const policy = container["restartPolicy"];
  const rules = objectsOf(container, "restartPolicyRules");
  const policies = ["Always", "Never", "OnFailure"];
  return [
    ...(typeof policy !== "string" && rules.length > 0 ? [required(`${path}.restartPolicy`, mustHavePolicy)] : []),
    ...(typeof policy === "string" && !policies.includes(policy)
      ? [notSupported(`${path}.restartPolicy`, policy, policies)]
      : []),
    ...(rules.length > 20 ? [tooLong(`${path}.restartPolicyRules`, 20)] : []),
    ...rules.flatMap((rule, index) => validateRestartRule(rule, `${path}.restartPolicyRules[${index}]`)),
  ];
}

function validateRestartRule(rule: JsonObject, path: string): FieldError[] {
  const action = textOf(rule, "action");
  const exitCodes = objectOf(rule, "exitCodes");
  const faults = action === "Restart" ? [] : [notSupported(`${path}.action`, action, ["Restart"])];
  if (exitCodes === undefined) return [...faults, required(`${path}.exitCodes`, "must be specified")];
  const operator = textOf(exitCodes, "operator");
  return [
    ...faults,
    ...(["In", "NotIn"].includes(operator)
      ? []
      : [notSupported(`${path}.exitCodes.operator`, operator, ["In", "NotIn"])]),
    ...(listOf(exitCodes, "values").length > 255 ? [tooLong(`${path}.exitCodes.values`, 255)] : []),
  ];
}
