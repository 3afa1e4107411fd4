import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import { simpleCrd } from "../../test/support/crds.js";

export interface Rule {
  host: string;
  port: number;
  protocol: "TCP" | "UDP";
  paths: string[];
  labels: Record<string, string>;
}

/** The objects that the benchmarks write and that the operators of both sides reconcile. The operators have their own types. */
export interface Widget extends KubeObject {
  apiVersion: "bench.tsop.dev/v1";
  kind: "Widget";
  spec: { size: number; rules?: Rule[]; text?: string; sentAt?: number };
  status?: { ready?: boolean };
}

/** The content of a widget besides its size. */
export interface Filling {
  /** The number of rules of 150 bytes each. */
  readonly rules?: number;
  /** The length of a text in characters. */
  readonly text?: number;
}

export const Widget = defineKind<Widget>("bench.tsop.dev/v1", "Widget");

const [text, integer] = [{ type: "string" }, { type: "integer" }];

/** Rules are a list map by host, so the API server tracks the owner of each rule separately, as for containers and ports. */
const spec = {
  type: "object",
  properties: {
    size: integer,
    sentAt: integer,
    text,
    rules: {
      ...{ type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["host"] },
      items: {
        type: "object",
        required: ["host"],
        properties: {
          ...{ host: text, port: integer, protocol: text, paths: { type: "array", items: text } },
          labels: { type: "object", additionalProperties: text },
        },
      },
    },
  },
};

export function widgetCrd(): CustomResourceDefinition {
  const crd = simpleCrd("bench.tsop.dev", "widgets", "Widget");
  const status = { type: "object", properties: { ready: { type: "boolean" }, observedGeneration: integer } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec, status } } };
  const versions = crd.spec.versions.map((version) => ({ ...version, schema }));
  return { ...crd, spec: { ...crd.spec, versions } };
}

export function nameOf(index: number): string {
  return `widget-${index}`;
}

export function widget(namespace: string, index: number, { rules = 0, text: length = 0 }: Filling = {}): Widget {
  return {
    ...{ apiVersion: "bench.tsop.dev/v1", kind: "Widget", metadata: { namespace, name: nameOf(index) } },
    spec: {
      size: index + 1,
      ...(rules === 0 ? {} : { rules: rulesOf(index, rules) }),
      ...(length === 0 ? {} : { text: `text of widget ${index} `.repeat(length).slice(0, length) }),
    },
  };
}

/** Returns rules that are partly different between objects and partly equal, as in real objects. */
function rulesOf(index: number, count: number): Rule[] {
  return Array.from({ length: count }, (_, rule) => ({
    host: `host-${rule}.tenant-${index}.example.com`,
    port: 8000 + rule,
    protocol: rule % 2 === 0 ? "TCP" : "UDP",
    paths: ["/healthz", `/api/v1/tenants/${index}`],
    labels: { tier: "backend", tenant: `tenant-${index}` },
  }));
}
