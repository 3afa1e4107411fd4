/** A custom resource for all scenarios. */
import type { Scenario } from "./scenario.js";

const schema = {
  type: "object",
  description: "Widget is what a shop sells.",
  properties: {
    spec: {
      type: "object",
      description: "What it is to be.",
      required: ["size"],
      properties: {
        size: { type: "integer", format: "int32", minimum: 1, maximum: 10, description: "How large it is." },
        colour: { type: "string", enum: ["red", "green"], default: "red", description: "How it looks." },
        replicas: { type: "integer", format: "int32" },
        parts: {
          type: "array",
          description: "What it is made of.",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: {
              name: { type: "string" },
              count: { type: "integer" },
              weight: { "x-kubernetes-int-or-string": true },
            },
          },
        },
        notes: { type: "object", additionalProperties: { type: "string" } },
      },
    },
    status: {
      type: "object",
      properties: {
        ready: { type: "boolean" },
        replicas: { type: "integer", format: "int32" },
        selector: { type: "string" },
        conditions: {
          type: "array",
          items: {
            type: "object",
            properties: {
              type: { type: "string" },
              status: { type: "string" },
              reason: { type: "string" },
              lastTransitionTime: { type: "string", format: "date-time" },
            },
          },
        },
      },
    },
  },
};

const version = {
  served: true,
  schema: { openAPIV3Schema: schema },
  subresources: {
    status: {},
    scale: {
      specReplicasPath: ".spec.replicas",
      statusReplicasPath: ".status.replicas",
      labelSelectorPath: ".status.selector",
    },
  },
  additionalPrinterColumns: [
    { name: "Size", type: "integer", jsonPath: ".spec.size" },
    { name: "Ready", type: "boolean", jsonPath: ".status.ready" },
    { name: "Colour", type: "string", jsonPath: ".spec.colour", priority: 1 },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
  ],
  selectableFields: [{ jsonPath: ".spec.colour" }],
};

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.kubectl.example.com" },
  spec: {
    group: "kubectl.example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", shortNames: ["wd"], categories: ["shop"] },
    versions: [
      { name: "v1", storage: true, ...version },
      { name: "v1beta1", storage: false, deprecated: true, ...version },
    ],
  },
};

/** Runs before all other scenarios. */
export const installWidgets: Scenario = {
  name: "install",
  files: { "widgets.json": JSON.stringify(definition) },
  steps: [
    "kubectl apply --server-side -f widgets.json",
    "kubectl wait --for=condition=Established crd/widgets.kubectl.example.com",
    // kubectl discovers the kind a moment later.
    "until kubectl get widgets -A > /dev/null 2>&1; do sleep 0.1; done",
    "until kubectl explain widget --api-version=kubectl.example.com/v1 > /dev/null 2>&1; do sleep 0.1; done",
  ],
};

export function widget(name: string, spec: object = { size: 1 }): object {
  return { apiVersion: "kubectl.example.com/v1", kind: "Widget", metadata: { name }, spec };
}
