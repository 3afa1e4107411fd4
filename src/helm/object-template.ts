/** Creates one template per object, and replaces the parts that values control. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, withoutKey } from "../core/json.js";
import { type Facts, boundRoleKey, isBinding, isCrd, isKind, isMetricsService, isRole, roleKey } from "./facts.js";
import { createFollowNames, type FollowNames, withReleaseLabels } from "./follow-names.js";
import { at, listAt, mapAt, mapMembers, textAt, withAt } from "./objects.js";
import { placeOf } from "./object-place.js";
import { printed, printedField, type Slots } from "./slots.js";
import { schemePart, templateOther, templatePort, templateWorkload } from "./workload.js";

export interface ObjectTemplate {
  /** The folder below templates/. */
  readonly folder: string;
  /** The names of the values that must all be true: `metrics.enabled`. */
  readonly conditions: readonly string[];
  readonly object: ExactJsonObject;
}

export interface TemplateContext {
  readonly facts: Facts;
  readonly slots: Slots;
  readonly helpers: string;
}

export function templateObject(object: ExactJsonObject, context: TemplateContext): ObjectTemplate {
  const { folder, conditions } = placeOf(object, context.facts);
  return { folder, conditions, object: templateKind(object, context) };
}

function templateKind(object: ExactJsonObject, context: TemplateContext): ExactJsonObject {
  const { facts, slots, helpers } = context;
  const follow = createFollower(context);
  if (isCrd(object)) return templateCrd(object, follow, slots);
  const followed = asMap(withReleaseLabels(asMap(follow(object)), slots));
  const withInjected = conditionalInjection(followed, slots);
  if (object === facts.workload) return templateWorkload(withInjected, { facts, slots, helpers });
  if (isKind(object, "apps", "Deployment")) return templateOther(withInjected, { facts, slots, helpers });
  if (isKind(object, "", "PersistentVolumeClaim")) return keptByHelm(withInjected);
  if (isRole(object) || isBinding(object)) return templateRbac(object, withInjected, context);
  if (isKind(object, "", "ServiceAccount") && textAt(object, "metadata", "name") === facts.serviceAccount) {
    return templateAccount(withInjected, context);
  }
  if (isMetricsService(object, facts)) return templateMetricsService(withInjected, facts, slots);
  if (isKind(object, "monitoring.coreos.com", "ServiceMonitor")) return templateMonitor(withInjected, facts, slots);
  if (isKind(object, "networking.k8s.io", "NetworkPolicy")) return asMap(withMetricsPorts(withInjected, facts, slots));
  if (at(object, "webhooks") !== undefined) {
    const webhooks = listAt(withInjected, "webhooks").map((webhook) =>
      isJsonObject(webhook)
        ? withAt(webhook, ["clientConfig"], withBundle(at(webhook, "clientConfig"), slots))
        : webhook,
    );
    return { ...withInjected, webhooks };
  }
  return withInjected;
}

/** `helm uninstall` does not delete the object: its data would be lost. */
function keptByHelm(object: ExactJsonObject): ExactJsonObject {
  const annotations = { ...mapAt(object, "metadata", "annotations"), "helm.sh/resource-policy": "keep" };
  return withAt(object, ["metadata", "annotations"], annotations);
}

function createFollower({ facts, slots, helpers }: TemplateContext): FollowNames {
  const nameOf = (name: string): string =>
    name === facts.prefix
      ? `include "${helpers}.fullname" $`
      : `include "${helpers}.resourceName" (dict "suffix" ${JSON.stringify(name.slice(facts.prefix.length + 1))} "context" $)`;
  const serviceAccount = facts.hasServiceAccount
    ? `include "${helpers}.serviceAccountName" $`
    : nameOf(facts.serviceAccount);
  return createFollowNames(facts, { nameOf, namespace: "$.Release.Namespace", serviceAccount }, slots);
}

function templateCrd(object: ExactJsonObject, follow: FollowNames, slots: Slots): ExactJsonObject {
  const annotations = at(object, "metadata", "annotations");
  const kept = (...lines: string[]): string => slots.block("if .Values.crds.keep", () => lines);
  const metadata = mapAt(object, "metadata");
  const own = annotations === undefined ? {} : { annotations: follow(annotations) };
  const injected = conditionalInjection({ metadata: { ...metadata, ...own } }, slots);
  const labelled = asMap(withReleaseLabels(mapAt(injected, "metadata"), slots));
  const next = {
    ...object,
    metadata:
      annotations === undefined
        ? { [kept("annotations:", "  helm.sh/resource-policy: keep")]: null, ...labelled }
        : {
            ...labelled,
            annotations: { ...mapAt(labelled, "annotations"), [kept("helm.sh/resource-policy: keep")]: null },
          },
  };
  const conversion = at(object, "spec", "conversion");
  if (at(conversion, "webhook") === undefined) return next;
  const config = withBundle(follow(at(conversion, "webhook", "clientConfig") ?? {}), slots);
  return {
    ...next,
    spec: {
      ...slots.entriesIf(".Values.webhooks.enabled", {
        conversion: withAt(conversion, ["webhook", "clientConfig"], config),
      }),
      ...withoutKey(mapAt(object, "spec"), "conversion"),
    },
  };
}

/** Adds the CA bundle of a webhook server, if cert-manager does not inject it. */
function withBundle(config: ExactJsonValue | undefined, slots: Slots): ExactJsonObject {
  const map = isJsonObject(config) ? config : {};
  if (at(map, "service") === undefined || at(map, "caBundle") !== undefined) return map;
  return { ...map, [slots.block("with $.Values.webhooks.caBundle", () => ["caBundle: {{ . }}"])]: null };
}

/** Makes the cert-manager annotations depend on the value that turns cert-manager on. */
function conditionalInjection(object: ExactJsonObject, slots: Slots): ExactJsonObject {
  const annotations = at(object, "metadata", "annotations");
  if (!isJsonObject(annotations)) return object;
  const entries = Object.entries(annotations);
  const injected = entries.filter(([name]) => name.startsWith("cert-manager.io/"));
  if (injected.length === 0) return object;
  return withAt(object, ["metadata", "annotations"], {
    ...Object.fromEntries(entries.filter((entry) => !injected.includes(entry))),
    ...slots.entriesIf(".Values.certManager.enabled", Object.fromEntries(injected)),
  });
}

/** Creates templates for the operator's rights: in the whole cluster, or in the namespace of the release. */
function templateRbac(
  original: ExactJsonObject,
  followed: ExactJsonObject,
  { facts, slots, helpers }: TemplateContext,
): ExactJsonObject {
  const subjects = listAt(original, "subjects");
  const withAccount = subjects.length === 0 ? followed : { ...followed, subjects: accounts(subjects, followed) };
  const key = isBinding(original) ? boundRoleKey(original) : roleKey(original);
  const namespace = textAt(original, "metadata", "namespace");
  if (!facts.managerRoles.has(key) || (namespace !== "" && namespace !== facts.namespace)) return withAccount;
  const kind = (suffix: string): string =>
    slots.part(`ternary "Role${suffix}" "ClusterRole${suffix}" .Values.rbac.namespaced`);
  const metadata = withoutKey(mapAt(withAccount, "metadata"), "namespace");
  const where = slots.block("if .Values.rbac.namespaced", () => ["namespace: {{ .Release.Namespace | quote }}"]);
  return {
    ...withAccount,
    kind: kind(isBinding(original) ? "Binding" : ""),
    metadata: { ...metadata, [where]: null },
    ...(isBinding(original) ? { roleRef: { ...mapAt(withAccount, "roleRef"), kind: kind("") } } : {}),
  };

  function accounts(given: readonly ExactJsonValue[], { subjects: next }: ExactJsonObject): ExactJsonValue[] {
    return given.map((subject, index) => {
      const isOurs =
        facts.hasServiceAccount &&
        textAt(subject, "kind") === "ServiceAccount" &&
        textAt(subject, "name") === facts.serviceAccount &&
        textAt(subject, "namespace") === facts.namespace;
      const other = listAt({ next }, "next")[index] ?? null;
      return isOurs ? withAt(other, ["name"], slots.part(`include "${helpers}.serviceAccountName" $`)) : other;
    });
  }
}

function templateAccount(object: ExactJsonObject, { slots, helpers }: TemplateContext): ExactJsonObject {
  const metadata = mapAt(object, "metadata");
  const own = at(metadata, "annotations");
  const more = slots.block("with .Values.serviceAccount.annotations", (indent) =>
    own === undefined ? printedField("annotations", ".", indent) : [printed(".", indent)],
  );
  const annotated =
    own === undefined ? { [more]: null, ...metadata } : { ...metadata, annotations: { ...mapAt(own), [more]: null } };
  return { ...object, metadata: { ...annotated, name: slots.part(`include "${helpers}.serviceAccountName" $`) } };
}

function templateMetricsService(object: ExactJsonObject, { metrics }: Facts, slots: Slots): ExactJsonObject {
  const ports = listAt(object, "spec", "ports").map((port) => {
    if (!isJsonObject(port)) return port;
    const numbered = Number(port["port"]) === metrics?.port ? templatePort(port, "port", slots) : port;
    if (numbered["targetPort"] === "https") return { ...numbered, targetPort: schemePart(slots) };
    return Number(numbered["targetPort"]) === metrics?.port
      ? { ...numbered, targetPort: slots.whole(".Values.metrics.port | int") }
      : numbered;
  });
  return withAt(object, ["spec", "ports"], ports);
}

function templateMonitor(object: ExactJsonObject, { metrics }: Facts, slots: Slots): ExactJsonObject {
  if (metrics === undefined) return object;
  const ofSecure = new Set(["bearerTokenFile", "tlsConfig", "authorization"]);
  const endpoints = listAt(object, "spec", "endpoints").map((endpoint) => {
    if (!isJsonObject(endpoint)) return endpoint;
    const entries = Object.entries(endpoint);
    const secure = entries.filter(([name]) => ofSecure.has(name));
    const { port, scheme, ...rest } = Object.fromEntries(entries.filter(([name]) => !ofSecure.has(name)));
    return {
      ...(port === undefined ? {} : { port: port === "https" ? schemePart(slots) : port }),
      ...(scheme === undefined ? {} : { scheme: scheme === "https" ? schemePart(slots) : scheme }),
      ...rest,
      ...slots.entriesIf(".Values.metrics.secure", Object.fromEntries(secure)),
    };
  });
  return withAt(object, ["spec", "endpoints"], endpoints);
}

function withMetricsPorts(value: ExactJsonValue, facts: Facts, slots: Slots): ExactJsonValue {
  const isMetrics = (name: string, item: ExactJsonValue): boolean =>
    name === "port" && facts.metrics !== undefined && typeof item !== "object" && Number(item) === facts.metrics.port;
  return mapMembers(value, (item, name) =>
    isMetrics(name, item) ? slots.whole(".Values.metrics.port | int") : withMetricsPorts(item, facts, slots),
  );
}

function asMap(value: ExactJsonValue): ExactJsonObject {
  return isJsonObject(value) ? value : {};
}
