/** The values that the user of a chart can set: names, defaults, explanations, and schemas. */
import type { ExactJsonValue } from "../core/json.js";
import { PackedTypes } from "../schema/packed-types.js";
import { type Facts, podOf } from "./facts.js";
import { at, listAt, textAt, textListAt } from "./objects.js";
import { type JsonSchema, typeSchema } from "./json-schema.js";

export type ValueNode = ValueGroup | ValueLeaf;

export interface ValueGroup {
  readonly kind: "group";
  readonly comment: string;
  readonly fields: Readonly<Record<string, ValueNode>>;
}

export interface ValueLeaf {
  readonly kind: "leaf";
  readonly comment: string;
  readonly value: ExactJsonValue;
  readonly schema: JsonSchema;
}

export interface Image {
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
}

export interface ValuesInput {
  readonly facts: Facts;
  readonly image: Image;
  /** The names of the values that at least one object depends on: `prometheus.enabled`. */
  readonly conditions: ReadonlySet<string>;
  /** The names of the values that are true for the objects that `deploy` applies. */
  readonly defaults: ReadonlySet<string>;
}

export function planValues(input: ValuesInput): ValueGroup {
  const { facts, image } = input;
  const { workload, container } = facts;
  const pod = podOf(workload);
  const types = new PackedTypes();
  const k8s = (name: string): JsonSchema => {
    const type = types.find("core/v1", name);
    if (type === undefined) throw new Error(`the packed schemas have no ${name}`);
    return typeSchema(type.schema({ descriptions: false }));
  };
  const listOf = (name: string): JsonSchema => ({ type: "array", items: k8s(name) });
  const { metrics } = facts;
  const isWanted = (name: string): boolean => input.defaults.has(name);
  const has = (name: string): boolean => input.conditions.has(name);
  const optional = (condition: string, comment: string): ValueGroup | undefined =>
    has(condition) ? group(comment, { enabled: flag("", isWanted(condition)) }) : undefined;
  const hasReplicas = at(workload, "spec", "replicas") !== undefined || textAt(workload, "kind") === "Deployment";
  return group("", {
    nameOverride: text("Stands for the project's name in the names of objects.", ""),
    fullnameOverride: text("Stands before the names of objects, instead of the release's name.", ""),
    image: group("The operator's image.", {
      repository: leaf("", image.repository, { type: "string", minLength: 1 }),
      tag: leaf("The chart's appVersion where it is empty.", image.tag, {
        type: "string",
        pattern: "^([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?$",
      }),
      digest: leaf("Such as sha256:…; then the tag does not count.", image.digest, {
        type: "string",
        pattern: "^([A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$",
      }),
      pullPolicy: leaf("Kubernetes' own choice where it is empty.", textAt(container, "imagePullPolicy"), {
        type: "string",
        enum: ["", "Always", "IfNotPresent", "Never"],
      }),
    }),
    imagePullSecrets: leaf(
      "Secrets of the registry: `- name: registry-key`.",
      listAt(pod, "imagePullSecrets"),
      listOf("LocalObjectReference"),
    ),
    replicas: hasReplicas
      ? leaf("With more than one, the others wait for the leader to go.", at(workload, "spec", "replicas") ?? 1, {
          type: "integer",
          minimum: 0,
        })
      : undefined,
    resources: leaf("", at(container, "resources") ?? {}, k8s("ResourceRequirements")),
    nodeSelector: leaf("", at(pod, "nodeSelector") ?? {}, stringMap),
    tolerations: leaf("", listAt(pod, "tolerations"), listOf("Toleration")),
    affinity: leaf("", at(pod, "affinity") ?? {}, k8s("Affinity")),
    topologySpreadConstraints: leaf("", listAt(pod, "topologySpreadConstraints"), listOf("TopologySpreadConstraint")),
    podAnnotations: leaf("", {}, stringMap),
    podLabels: leaf("", {}, stringMap),
    podSecurityContext: leaf("Of the pod.", at(pod, "securityContext") ?? {}, k8s("PodSecurityContext")),
    securityContext: leaf(
      "Of the operator's container.",
      at(container, "securityContext") ?? {},
      k8s("SecurityContext"),
    ),
    extraArgs: leaf("More arguments of the operator.", [], {
      type: "array",
      items: { type: "string" },
    }),
    extraEnv: leaf("More environment variables: `- name: KEY`, `  value: text`.", [], listOf("EnvVar")),
    extraVolumes: leaf("More volumes of the pod, and where they are mounted.", [], named),
    extraVolumeMounts: leaf("", [], named),
    serviceAccount: group(
      "The account that the operator runs under.",
      facts.hasServiceAccount
        ? {
            create: flag("Whether the chart makes it; if not, name one that is there.", true),
            name: text("Made from the release's name where it is empty.", ""),
            annotations: leaf("Such as those that bind it to an account of a cloud.", {}, stringMap),
          }
        : {},
    ),
    leaderElection: group("Only one of several replicas works at a time.", {
      enabled: flag(
        "",
        textListAt(container, "args").some((arg) => /^--leader-elect(?:=true)?$/.test(arg)),
      ),
    }),
    metrics:
      metrics &&
      group("What the operator tells Prometheus.", {
        enabled: flag("", true),
        port: leaf("", metrics.port, { type: "integer", minimum: 1, maximum: 65535 }),
        secure: flag("By HTTPS, and only to those whom RBAC allows it.", metrics.isSecure),
      }),
    webhooks:
      has("webhooks.enabled") || facts.webhookServices.size > 0
        ? group("What checks objects before they are stored.", {
            enabled: flag("Without them, objects are stored unchecked, and in one version alone.", true),
            caBundle: text(
              "The certificate (base64) that they are trusted by, where cert-manager does not put it in.",
              "",
            ),
          })
        : undefined,
    certManager: optional("certManager.enabled", "Certificates, made by cert-manager, which has to be in the cluster."),
    networkPolicy: optional(
      "networkPolicy.enabled",
      "Who may reach the operator: pods of namespaces with the labels that the policies name.",
    ),
    prometheus: optional("prometheus.enabled", "A ServiceMonitor, for clusters with the Prometheus operator."),
    podDisruptionBudget: optional("podDisruptionBudget.enabled", "How many pods an upgrade of nodes may take away."),
    crds: has("crds.enabled")
      ? group("The definitions of the operator's kinds.", {
          enabled: flag("Whether the chart installs and upgrades them.", true),
          keep: flag(
            "Whether they, and with them all objects of their kinds, stay when the chart is uninstalled.",
            true,
          ),
        })
      : undefined,
    rbac: group("The operator's rights.", {
      namespaced: flag(
        "In the release's namespace alone, which is then the only one that it works in.",
        isNamespaced(facts),
      ),
      userRoles: has("rbac.userRoles")
        ? flag("Roles (admin, editor, viewer) to give to the users of the operator's kinds.", true)
        : undefined,
    }),
  });
}

function isNamespaced({ managerRoles }: Facts): boolean {
  return managerRoles.size > 0 && [...managerRoles].every((key) => key.startsWith("Role/"));
}

/** A list of items with any form. The schema requires only a name. */
const named: JsonSchema = {
  type: "array",
  items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

const stringMap: JsonSchema = { type: "object", additionalProperties: { type: "string" } };

/** Creates a group. Omits undefined fields. */
function group(comment: string, fields: Readonly<Record<string, ValueNode | undefined>>): ValueGroup {
  const present = Object.entries(fields).filter((entry): entry is [string, ValueNode] => entry[1] !== undefined);
  return { kind: "group", comment, fields: Object.fromEntries(present) };
}

function leaf(comment: string, value: ExactJsonValue, schema: JsonSchema): ValueLeaf {
  return { kind: "leaf", comment, value, schema };
}

function text(comment: string, value: string): ValueLeaf {
  return leaf(comment, value, { type: "string" });
}

function flag(comment: string, value: boolean): ValueLeaf {
  return leaf(comment, value, { type: "boolean" });
}

/** Returns whether a path leads to a group, which is a map whose keys the chart knows. */
export function isGroupAt(node: ValueGroup, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const field = Object.hasOwn(node.fields, name) ? node.fields[name] : undefined;
  return field?.kind === "group" && isGroupAt(field, rest);
}
