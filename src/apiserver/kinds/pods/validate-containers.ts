/** Source: validateContainers, validateInitContainers, validateEphemeralContainers in pkg/apis/core/validation/validation.go. */
import type { Container, ContainerRestartRule, EphemeralContainer, PodSpec } from "../../../k8s/core/v1.js";
import { duplicate, forbidden, notFound, tooLong } from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { listOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { portRules, validateHostPorts } from "./validate-container-ports.js";
import { environment, environmentSources } from "./validate-environment.js";
import { devices, mounts, type Volumes } from "./validate-mounts.js";
import { lifecycle, type ProbeContext, probes } from "./validate-probes.js";
import { validateRequirements } from "./validate-resources.js";
import { containerSecurity } from "./validate-security.js";

/** The data about the pod that container rules need. */
export interface ContainerContext extends ProbeContext {
  readonly volumes: Volumes;
  readonly claimNames: readonly string[];
  readonly restartPolicy: string;
  readonly hostUsers: boolean;
  /** The names of the containers, and the names of containers and init containers together. */
  readonly mainNames: ReadonlySet<string>;
  readonly startNames: ReadonlySet<string>;
}

type ContainerTable = rule.Table<Container, ContainerContext>;

function beFree(others: "mainNames" | "startNames"): rule.Check<string, ContainerContext> {
  return (name, path, { context }) => (context[others].has(name) ? [duplicate(path, name)] : []);
}

function fitList(limit: number): rule.PlainCheck<Json[]> {
  return (list, path) => (list.length > limit ? [tooLong(path, limit)] : []);
}

export const bePullPolicy = must.choose("Always", "IfNotPresent", "Never");

const container: ContainerTable = [
  rule.text("name", must.beSet(), must.beLabel),
  rule.text("image", must.beSet()),
  rule.text("terminationMessagePolicy", must.choose("File", "FallbackToLogsOnError")),
  rule.each("ports", portRules),
  rule.each("env", environment),
  rule.each("envFrom", environmentSources),
  rule.each("volumeMounts", mounts),
  rule.each("volumeDevices", devices),
  rule.text("imagePullPolicy", bePullPolicy),
  ({ object, path, context: { claimNames } }) =>
    validateRequirements(objectOf(object, "resources"), `${path}.resources`, { claimNames }),
  rule.each("resizePolicy", [
    rule.text(["resourceName", ""], must.beUnique()),
    rule.atList(
      rule.text(["resourceName", ""], must.choose("cpu", "memory")),
      rule.text(["restartPolicy", ""], must.choose("NotRequired", "RestartContainer")),
      rule.text(
        ["restartPolicy", ""],
        [
          (policy, { context: { restartPolicy } }) => restartPolicy !== "Never" || policy === "NotRequired",
          "must be 'NotRequired' when `restartPolicy` is 'Never'",
        ],
      ),
    ),
  ]),
  rule.optional("securityContext", containerSecurity),
];

const running: ContainerTable = [rule.optional("lifecycle", lifecycle), ...probes];

const restartRule: rule.Table<ContainerRestartRule> = [
  rule.text("action", must.beOneOf("Restart")),
  rule.requiredObject("exitCodes", "must be specified", [
    rule.text("operator", must.beOneOf("In", "NotIn")),
    rule.list("values", fitList(255)),
  ]),
];

const restart: ContainerTable = [
  rule.requiredIf(
    "restartPolicy",
    "must specify restartPolicy when restart rules are used",
    (each) => typeof each["restartPolicy"] !== "string" && objectsOf(each, "restartPolicyRules").length > 0,
  ),
  rule.textPointer("restartPolicy", must.beOneOf("Always", "Never", "OnFailure")),
  rule.list("restartPolicyRules", fitList(20)),
  rule.each("restartPolicyRules", restartRule),
];

/** A sidecar keeps running beside the init containers after it. */
function isSidecar({ restartPolicy }: JsonObject): boolean {
  return restartPolicy === "Always";
}

const initContainer: ContainerTable = [
  ...container,
  rule.when((each) => !isSidecar(each), ...restart),
  rule.forbiddenIf(
    "restartPolicyRules",
    "restartPolicyRules are not allowed for init containers with restart policy Always",
    (each) => isSidecar(each) && objectsOf(each, "restartPolicyRules").length > 0,
  ),
  rule.first(rule.text("name", beFree("mainNames")), rule.optionalText("name", must.beUnique())),
  rule.atList(({ object, path }) => validateHostPorts([object], path)),
  rule.when(isSidecar, ...running),
  rule.when(
    (each) => !isSidecar(each),
    ({ object, path }) =>
      rule
        .given(object, ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"])
        .map((name) => forbidden(`${path}.${name}`, "may not be set for init containers without restartPolicy=Always")),
  ),
];

const notEphemeral = "cannot be set for an Ephemeral Container";
const notOfEphemeral = [
  ...["ports", "resources", "resizePolicy", "restartPolicy", "restartPolicyRules"],
  ...["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"],
];

/** Applies to pods, not to templates. */
export const trimmedImage: rule.Rule<{ image?: string }, unknown> = rule.text("image", [
  (image) => image === image.trim(),
  "must not have leading or trailing whitespace",
]);

const ephemeralContainer: rule.Table<EphemeralContainer, ContainerContext> = [
  ...container,
  trimmedImage,
  rule.text("name", beFree("startNames"), must.beUnique()),
  rule.optionalText("targetContainerName", (name, path, { context: { startNames } }) =>
    startNames.has(name) ? [] : [notFound(path, name)],
  ),
  ({ object, path }) =>
    notOfEphemeral.filter((field) => hasAny(object, field)).map((field) => forbidden(`${path}.${field}`, notEphemeral)),
  rule.each("volumeMounts", [
    rule.text("subPath", must.notBeSet(notEphemeral)),
    rule.text("subPathExpr", must.notBeSet(notEphemeral)),
  ]),
];

function hasAny(holder: JsonObject, field: string): boolean {
  const count = Object.keys(objectOf(holder, field) ?? {}).length + listOf(holder, field).length;
  return count > 0 || typeof holder[field] === "string";
}

export const containers: rule.Table<PodSpec, ContainerContext> = [
  rule.list("containers", must.beSet()),
  rule.each("containers", [...container, rule.text("name", must.beUnique()), ...running, ...restart]),
  ({ object, path }) => validateHostPorts(objectsOf(object, "containers"), `${path}.containers`),
  rule.each("initContainers", initContainer),
  rule.each("ephemeralContainers", ephemeralContainer),
];

export function namesOf(spec: JsonObject, ...lists: readonly string[]): Set<string> {
  return new Set(lists.flatMap((list) => objectsOf(spec, list).map((each) => textOf(each, "name"))));
}
