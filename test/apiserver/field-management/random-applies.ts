/** Random writes by several managers to objects with every kind of list and map. */
import type { Json, JsonObject } from "../../../src/core/json.js";

export const group = "random-applies.example.com";

const text = { type: "string" } as const;
const parts = {
  text,
  number: { type: "integer" },
  map: { type: "object", additionalProperties: text },
  set: { type: "array", "x-kubernetes-list-type": "set", items: text },
  list: { type: "array", items: text },
  untyped: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  whole: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: text, b: text } },
  nested: { type: "object", properties: { a: text, b: { type: "object", properties: { c: text, d: text } } } },
  items: {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name", "protocol"],
    items: {
      type: "object",
      required: ["name"],
      properties: { name: text, protocol: { ...text, default: "TCP" }, a: text, b: text },
    },
  },
} as const;

export const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: parts },
              status: { type: "object", properties: { text, number: { type: "integer" } } },
            },
          },
        },
      },
    ],
  },
};

export interface RandomWrite {
  readonly method: "PATCH" | "PUT" | "POST";
  /** The path below the object. */
  readonly subresource: string;
  readonly query: string;
  readonly contentType: string;
  readonly body: JsonObject;
}

export interface RandomKind {
  readonly name: string;
  readonly path: string;
  readonly head: { readonly apiVersion: string; readonly kind: string };
  content(random: () => number): JsonObject;
}

export const kinds: readonly RandomKind[] = [
  {
    name: "custom resources",
    path: `/apis/${group}/v1/namespaces/$ns/widgets`,
    head: { apiVersion: `${group}/v1`, kind: "Widget" },
    content: (random) => some(random, { spec: () => widgetSpec(random), status: () => ({ text: word(random) }) }),
  },
  {
    name: "config maps",
    path: "/api/v1/namespaces/$ns/configmaps",
    head: { apiVersion: "v1", kind: "ConfigMap" },
    content: (random) =>
      some(random, { data: () => someWords(random), binaryData: () => ({ [`bin-${word(random)}`]: "YQ==" }) }),
  },
  {
    name: "roles",
    path: "/apis/rbac.authorization.k8s.io/v1/namespaces/$ns/roles",
    head: { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role" },
    content: (random) =>
      some(random, { rules: () => [{ apiGroups: [""], resources: [word(random)], verbs: ["get", word(random)] }] }),
  },
];

/** Creates a random write. The body lacks its name. */
export function randomWrite(random: () => number, kind: RandomKind): RandomWrite {
  const body = { ...kind.head, metadata: metadata(random), ...kind.content(random) };
  const manager = pick(random, ["anna", "bert", "cleo"]);
  const chance = random();
  if (chance < 0.7) {
    const force = random() < 0.4 ? "&force=true" : "";
    const subresource = kind.head.kind === "Widget" && random() < 0.15 ? "/status" : "";
    return {
      method: "PATCH",
      subresource,
      query: `fieldManager=${manager}${force}`,
      contentType: "application/apply-patch+yaml",
      body,
    };
  }
  const query = `fieldManager=${manager}`;
  return { method: "PATCH", subresource: "", query, contentType: "application/merge-patch+json", body };
}

function metadata(random: () => number): JsonObject {
  return some(random, {
    labels: () => someWords(random),
    annotations: () => someWords(random),
    finalizers: () => [...new Set([`a.b/${word(random)}`, `a.b/${word(random)}`])],
  });
}

function widgetSpec(random: () => number): JsonObject {
  return some(random, {
    text: () => word(random),
    number: () => Math.floor(random() * 3),
    map: () => someWords(random),
    set: () => words(random),
    list: () => words(random),
    untyped: () => some(random, { a: () => word(random), b: () => ({ [word(random)]: words(random) }), c: () => ({}) }),
    whole: () => some(random, { a: () => word(random), b: () => word(random) }),
    nested: () =>
      some(random, { a: () => word(random), b: () => some(random, { c: () => word(random), d: () => word(random) }) }),
    items: () => items(random),
  });
}

function items(random: () => number): Json[] {
  const found = new Map<string, JsonObject>();
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    const key = some(random, { protocol: () => pick(random, ["TCP", "UDP"]) });
    const name = word(random);
    found.set(`${name}/${JSON.stringify(key["protocol"] ?? "TCP")}`, {
      name,
      ...key,
      ...some(random, { a: () => word(random), b: () => word(random) }),
    });
  }
  return [...found.values()];
}

function words(random: () => number): string[] {
  return [...new Set(Array.from({ length: Math.floor(random() * 4) }, () => word(random)))];
}

function someWords(random: () => number): JsonObject {
  return Object.fromEntries(words(random).map((each) => [each, word(random)]));
}

function some(random: () => number, members: Readonly<Record<string, () => Json>>): JsonObject {
  const chosen = Object.entries(members).filter(() => random() < 0.55);
  return Object.fromEntries(chosen.map(([name, make]) => [name, make()]));
}

function word(random: () => number): string {
  return pick(random, ["one", "two", "six"]);
}

function pick<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)]!;
}
