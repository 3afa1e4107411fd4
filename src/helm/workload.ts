/** Creates the template of the operator's workload, whose pods the values configure. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../core/json.js";
import { certificateVariables, type Facts } from "./facts.js";
import { at, idOf, listAt, mapAt, textAt, textListAt } from "./objects.js";
import { printed, printedField, type Slots } from "./slots.js";

export interface WorkloadTemplate {
  readonly facts: Facts;
  readonly slots: Slots;
  /** The prefix of the names of the helper templates. */
  readonly helpers: string;
}

/** @param object - the workload, in which names follow the release already */
export function templateWorkload(
  object: ExactJsonObject,
  { facts, slots, helpers }: WorkloadTemplate,
): ExactJsonObject {
  const spec = mapAt(object, "spec");
  const template = mapAt(spec, "template");
  const pod = mapAt(template, "spec");
  const fields = createFields(slots);
  const isManager = (container: ExactJsonValue): boolean =>
    textAt(container, "name") === textAt(facts.container, "name");
  const containers = listAt(pod, "containers").map((container) =>
    isJsonObject(container) && isManager(container)
      ? templateContainer(container, { facts, slots, helpers })
      : container,
  );
  const metadata = mapAt(template, "metadata");
  return {
    ...object,
    spec: {
      ...spec,
      ...("replicas" in spec || idOf(object).kind === "Deployment"
        ? { replicas: slots.whole(".Values.replicas | int") }
        : {}),
      template: {
        ...template,
        metadata: {
          ...metadata,
          ...fields.extended("annotations", metadata, "podAnnotations"),
          ...fields.extended("labels", metadata, "podLabels"),
        },
        spec: omit(
          {
            ...pod,
            containers,
            ...(facts.hasServiceAccount
              ? { serviceAccountName: slots.part(`include "${helpers}.serviceAccountName" $`) }
              : {}),
            ...fields.replaced(pod, podFields),
            ...fields.appended("volumes", conditionalItems(pod, "volumes", facts, slots), "extraVolumes"),
          },
          Object.keys(podFields),
        ),
      },
    },
  };
}

/**
 * Templates another Deployment that runs the operator's image, such as that of an extension API server: the values of the image
 * apply to it, and those of the place of Pods where its own Pod says nothing.
 */
export function templateOther(object: ExactJsonObject, { facts, slots, helpers }: WorkloadTemplate): ExactJsonObject {
  const pod = mapAt(object, "spec", "template", "spec");
  const fields = createFields(slots);
  const image = textAt(facts.container, "image");
  const containers = listAt(pod, "containers").map((container) => {
    if (!isJsonObject(container) || textAt(container, "image") !== image) return container;
    const { name = null, imagePullPolicy, ...rest } = container;
    const policy =
      imagePullPolicy === undefined ? fields.field("imagePullPolicy", "image.pullPolicy") : { imagePullPolicy };
    return { name, ...rest, image: slots.whole(`include "${helpers}.image" . | quote`), ...policy };
  });
  const { imagePullSecrets, nodeSelector, tolerations, affinity } = podFields;
  const placing = Object.entries({ imagePullSecrets, nodeSelector, tolerations, affinity });
  const open = Object.fromEntries(placing.filter(([field]) => !Object.hasOwn(pod, field)));
  const template = mapAt(object, "spec", "template");
  const next = omit({ ...pod, containers, ...fields.replaced(pod, open) }, []);
  return { ...object, spec: { ...mapAt(object, "spec"), template: { ...template, spec: next } } };
}

/** Pod fields that a value sets completely, and the names of the values. */
const podFields = {
  imagePullSecrets: "imagePullSecrets",
  nodeSelector: "nodeSelector",
  tolerations: "tolerations",
  affinity: "affinity",
  topologySpreadConstraints: "topologySpreadConstraints",
  securityContext: "podSecurityContext",
};

function templateContainer(container: ExactJsonObject, { facts, slots, helpers }: WorkloadTemplate): ExactJsonObject {
  const fields = createFields(slots);
  const { name = null, ...rest } = container;
  return omit(
    {
      // A slot's line cannot be the first line of an item.
      name,
      ...rest,
      image: slots.whole(`include "${helpers}.image" . | quote`),
      ...fields.field("imagePullPolicy", "image.pullPolicy"),
      ...fields.appended("args", conditionalArgs(container, facts, slots), "extraArgs"),
      ...environment(container, facts, slots),
      ...(Object.hasOwn(container, "ports") ? { ports: conditionalPorts(container, facts, slots) } : {}),
      ...fields.replaced(container, { resources: "resources", securityContext: "securityContext" }),
      ...fields.appended(
        "volumeMounts",
        conditionalItems(container, "volumeMounts", facts, slots),
        "extraVolumeMounts",
      ),
    },
    ["resources", "securityContext", "imagePullPolicy"],
  );
}

type Entries = Readonly<Record<string, ExactJsonValue | undefined>>;

/** Creates the fields that values set. */
function createFields(slots: Slots) {
  const guarded = (field: string, value: string): Entries => ({
    [slots.block(`with .Values.${value}`, (indent) => printedField(field, ".", indent))]: null,
  });
  const whole = (field: string, value: string): Entries => ({
    [slots.lines((indent) => printedField(field, `.Values.${value}`, indent))]: null,
  });
  return {
    /** Fields that values set completely. Omit them from the object itself. */
    replaced: (object: ExactJsonObject, values: Readonly<Record<string, string>>): Entries => {
      const entries = Object.entries(values).flatMap(([field, value]) =>
        Object.entries(Object.hasOwn(object, field) ? whole(field, value) : guarded(field, value)),
      );
      return Object.fromEntries(entries);
    },
    /** A text field, omitted if its value is empty. */
    field: (field: string, value: string): Entries => ({
      [slots.block(`with .Values.${value}`, () => [`${field}: {{ . }}`])]: null,
    }),
    /** Appends the items of the value to the list. */
    appended: (field: string, list: readonly ExactJsonValue[] | undefined, value: string): Entries => {
      if (list === undefined) return guarded(field, value);
      if (list.length > 0) return { [field]: [...list, itemsOf(value, slots)] };
      return { [field]: undefined, ...whole(field, value) };
    },
    /** Appends the keys of the value to the map. */
    extended: (field: string, object: ExactJsonObject, value: string): Entries =>
      Object.hasOwn(object, field)
        ? { [field]: { ...mapAt(object, field), [itemsOf(value, slots)]: null } }
        : guarded(field, value),
  };
}

/** Prints the items or entries of a value. */
function itemsOf(value: string, slots: Slots): string {
  return slots.block(`with .Values.${value}`, (indent) => [printed(".", indent)]);
}

function conditionalArgs(container: ExactJsonObject, facts: Facts, slots: Slots): ExactJsonValue[] | undefined {
  if (!Object.hasOwn(container, "args")) return undefined;
  return listAt(container, "args").flatMap((arg) => {
    const text = typeof arg === "string" ? arg : "";
    if (/^--leader-elect(?:=true)?$/.test(text)) return slots.itemsIf(".Values.leaderElection.enabled", [arg]);
    if (facts.metrics !== undefined && text.startsWith("--metrics-bind-address=")) {
      const address = `--metrics-bind-address=${facts.metrics.host}:${slots.part(".Values.metrics.port | int")}`;
      const insecure = slots.itemsIf("not .Values.metrics.secure", ["--metrics-secure=false"]);
      return slots.itemsIf(".Values.metrics.enabled", [address, ...insecure]);
    }
    if (facts.metrics !== undefined && text.startsWith("--metrics-secure=")) return [];
    if (facts.metrics !== undefined && /^--metrics-(?:cert-|service=)/.test(text))
      return slots.itemsIf(secureMetrics, [arg]);
    if (facts.webhookServices.size > 0 && text.startsWith("--webhook-"))
      return slots.itemsIf(".Values.webhooks.enabled", [arg]);
    return [arg];
  });
}

const secureMetrics = "and .Values.metrics.enabled .Values.metrics.secure";

/** A variable in the operator's environment that depends on a value. */
interface Variable {
  readonly condition: string;
  readonly item: { readonly name: string; readonly [field: string]: ExactJsonValue };
}

function variablesOf({ webhookServices }: Facts): Variable[] {
  const ownNamespace = { fieldRef: { fieldPath: "metadata.namespace" } };
  const watched: Variable = {
    condition: ".Values.rbac.namespaced",
    item: { name: "WATCH_NAMESPACE", valueFrom: ownNamespace },
  };
  const unserved: Variable = {
    condition: "not .Values.webhooks.enabled",
    item: { name: "ENABLE_WEBHOOKS", value: "false" },
  };
  return webhookServices.size > 0 ? [watched, unserved] : [watched];
}

function environment(container: ExactJsonObject, facts: Facts, slots: Slots): Entries {
  const variables = variablesOf(facts);
  const extra = itemsOf("extraEnv", slots);
  const given = listAt(container, "env");
  const names = given.map((item) => textAt(item, "name"));
  const conditionOf = (name: string): string | undefined => {
    if (facts.webhookServices.size > 0 && certificateVariables.webhook.has(name)) return ".Values.webhooks.enabled";
    if (facts.metrics !== undefined && certificateVariables.metrics.has(name)) return secureMetrics;
    return variables.find(({ item }) => item.name === name)?.condition;
  };
  const items = given.flatMap((item, index) => {
    const condition = conditionOf(names[index] ?? "");
    return condition === undefined ? [item] : slots.itemsIf(condition, [item]);
  });
  const added = variables.filter(({ item }) => !names.includes(item.name));
  const env = [...items, ...added.flatMap(({ condition, item }) => slots.itemsIf(condition, [item])), extra];
  if (Object.hasOwn(container, "env")) return { env };
  // If no item remains, omit the list, too.
  const conditions = [...variables.map(({ condition }) => `(${condition})`), ".Values.extraEnv"];
  return slots.entriesIf(`or ${conditions.join(" ")}`, { env });
}

function conditionalPorts(
  container: ExactJsonObject,
  { metrics, webhookServices, objects }: Facts,
  slots: Slots,
): ExactJsonValue[] {
  const targets = new Set(
    objects
      .filter((object) => webhookServices.has(textAt(object, "metadata", "name")) && idOf(object).kind === "Service")
      .flatMap((object) => listAt(object, "spec", "ports"))
      .map((port) => at(port, "targetPort")),
  );
  return listAt(container, "ports").flatMap((port) => {
    const number = at(port, "containerPort");
    if (isJsonObject(port) && metrics !== undefined && Number(number) === metrics.port) {
      return slots.itemsIf(".Values.metrics.enabled", [templatePort(port, "containerPort", slots)]);
    }
    const isWebhook = targets.has(number) || targets.has(at(port, "name") ?? null);
    return isWebhook ? slots.itemsIf(".Values.webhooks.enabled", [port]) : [port];
  });
}

/** Creates the template of a metrics port: its number, and its name if the name contains the scheme. */
export function templatePort(port: ExactJsonObject, numberField: string, slots: Slots): ExactJsonObject {
  return {
    ...port,
    [numberField]: slots.whole(".Values.metrics.port | int"),
    ...(port["name"] === "https" ? { name: schemePart(slots) } : {}),
  };
}

export function schemePart(slots: Slots): string {
  return slots.part(`ternary "https" "http" .Values.metrics.secure`);
}

/** Returns the condition of a volume, which exists only together with the feature that uses it. */
function volumeCondition(name: string, facts: Facts): string | undefined {
  const { container } = facts;
  const mounts = listAt(container, "volumeMounts").filter((mount) => textAt(mount, "name") === name);
  const folders = (flag: string): string[] =>
    textListAt(container, "args").flatMap((arg) => (arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : []));
  const isMountedAt = (flag: string): boolean =>
    mounts.some((mount) => folders(flag).some((folder) => folder.startsWith(textAt(mount, "mountPath"))));
  if (
    facts.webhookServices.size > 0 &&
    (isMountedAt("--webhook-cert-path") || /^webhook-/.test(name) || mounts.some(isServingFolder))
  ) {
    return ".Values.webhooks.enabled";
  }
  return facts.metrics !== undefined && isMountedAt("--metrics-cert-path") ? secureMetrics : undefined;
}

/** Returns whether a mount is in the default folder for the certificate of webhook servers. */
function isServingFolder(mount: ExactJsonValue): boolean {
  return textAt(mount, "mountPath").startsWith("/tmp/k8s-webhook-server/serving-certs");
}

/** Adds conditions to volumes, or to their mounts. */
function conditionalItems(
  object: ExactJsonObject,
  field: "volumes" | "volumeMounts",
  facts: Facts,
  slots: Slots,
): ExactJsonValue[] | undefined {
  if (!Object.hasOwn(object, field)) return undefined;
  return listAt(object, field).flatMap((item) => {
    const condition = volumeCondition(textAt(item, "name"), facts);
    return condition === undefined ? [item] : slots.itemsIf(condition, [item]);
  });
}

function omit(object: Entries, fields: readonly string[]): ExactJsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
}
