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
    nameOverride: text("Replaces the project's name in the names of objects.", ""),
    fullnameOverride: text("The prefix of object names, instead of the release's name.", ""),
    image: group("The operator's image.", {
      repository: leaf("", image.repository, { type: "string", minLength: 1 }),
      tag: leaf("If empty, the chart's appVersion.", image.tag, {
        type: "string",
        pattern: "^([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?$",
      }),
      digest: leaf("Such as sha256:…. If set, the tag is ignored.", image.digest, {
        type: "string",
        pattern: "^([A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$",
      }),
      pullPolicy: leaf("If empty, Kubernetes' default.", textAt(container, "imagePullPolicy"), {
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
      ? leaf(
          "With several replicas, one is the leader, and the others wait to replace it.",
          at(workload, "spec", "replicas") ?? 1,
          {
            type: "integer",
            minimum: 0,
          },
        )
      : undefined,
    resources: leaf("", at(container, "resources") ?? {}, k8s("ResourceRequirements")),
    nodeSelector: leaf("", at(pod, "nodeSelector") ?? {}, stringMap),
    tolerations: leaf("", listAt(pod, "tolerations"), listOf("Toleration")),
    affinity: leaf("", at(pod, "affinity") ?? {}, k8s("Affinity")),
    topologySpreadConstraints: leaf("", listAt(pod, "topologySpreadConstraints"), listOf("TopologySpreadConstraint")),
    podAnnotations: leaf("", {}, stringMap),
    podLabels: leaf("", {}, stringMap),
    podSecurityContext: leaf(
      "The security context of the pod.",
      at(pod, "securityContext") ?? {},
      k8s("PodSecurityContext"),
    ),
    securityContext: leaf(
      "The security context of the operator's container.",
      at(container, "securityContext") ?? {},
      k8s("SecurityContext"),
    ),
    extraArgs: leaf("More arguments of the operator.", [], {
      type: "array",
      items: { type: "string" },
    }),
    extraEnv: leaf("More environment variables: `- name: KEY`, `  value: text`.", [], listOf("EnvVar")),
    extraVolumes: leaf("More volumes of the pod, and their mounts.", [], named),
    extraVolumeMounts: leaf("", [], named),
    serviceAccount: group(
      "The operator's service account.",
      facts.hasServiceAccount
        ? {
            create: flag("Whether the chart creates it. If false, set the name of an existing account.", true),
            name: text("If empty, derived from the release's name.", ""),
            annotations: leaf("For example, annotations that bind it to a cloud account.", {}, stringMap),
          }
        : {},
    ),
    leaderElection: group("With several replicas, only one works at a time.", {
      enabled: flag(
        "",
        textListAt(container, "args").some((arg) => /^--leader-elect(?:=true)?$/.test(arg)),
      ),
    }),
    metrics:
      metrics &&
      group("The metrics for Prometheus.", {
        enabled: flag("", true),
        port: leaf("", metrics.port, { type: "integer", minimum: 1, maximum: 65535 }),
        secure: flag("Serve over HTTPS, and only to clients that RBAC allows.", metrics.isSecure),
      }),
    webhooks:
      has("webhooks.enabled") || facts.webhookServices.size > 0
        ? group("The webhooks, which the API server calls before it stores objects.", {
            enabled: flag(
              "If false, the webhooks validate no objects, and the API server serves only one version.",
              true,
            ),
            caBundle: text("The CA certificate (base64) of the webhooks, if cert-manager does not inject it.", ""),
          })
        : undefined,
    certManager: optional("certManager.enabled", "Certificates that cert-manager creates. It must be in the cluster."),
    networkPolicy: optional(
      "networkPolicy.enabled",
      "Who can connect to the operator: pods in namespaces with the labels that the policies name.",
    ),
    prometheus: optional("prometheus.enabled", "A ServiceMonitor, for clusters with the Prometheus operator."),
    podDisruptionBudget: optional(
      "podDisruptionBudget.enabled",
      "A PodDisruptionBudget: limits how many pods a node upgrade evicts at a time.",
    ),
    crds: has("crds.enabled")
      ? group("The CRDs of the operator.", {
          enabled: flag("Whether the chart installs and upgrades them.", true),
          keep: flag("Whether an uninstall keeps the CRDs, and with them all objects of their kinds.", true),
        })
      : undefined,
    rbac: group("The operator's permissions.", {
      namespaced: flag(
        "Grant permissions only in the release's namespace; the operator then works only there.",
        isNamespaced(facts),
      ),
      userRoles: has("rbac.userRoles")
        ? flag("Roles (admin, editor, viewer) for users of the operator's kinds.", true)
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
