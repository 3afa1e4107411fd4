import type { CustomResource, Kind } from "../../src/kube/objects.js";
import { defineKind } from "../../src/kube/objects.js";
import type { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";

export interface Reading extends CustomResource<"metrics.abc.com/v1", "Reading"> {
  spec: { sensor: string; celsius?: number };
  status?: { seen?: boolean };
}
export const Reading: Kind<Reading> = defineKind<Reading>("metrics.abc.com/v1", "Reading");

export interface Load extends CustomResource<"metrics.abc.com/v1", "Load"> {
  status: { value: number };
}
export const Load: Kind<Load> = defineKind<Load>("metrics.abc.com/v1", "Load");

/** Namespaced, with a status, columns, a default and limits. */
export const readings: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "readings.metrics.abc.com" },
  spec: {
    group: "metrics.abc.com",
    scope: "Namespaced",
    names: { plural: "readings", kind: "Reading", shortNames: ["rd"], categories: ["sensors"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: "Sensor", type: "string", jsonPath: ".spec.sensor" },
          { name: "Celsius", type: "integer", jsonPath: ".spec.celsius", priority: 1 },
        ],
        selectableFields: [{ jsonPath: ".spec.sensor" }],
        schema: {
          openAPIV3Schema: {
            description: "Reading is a value that a sensor measured.",
            type: "object",
            required: ["spec"],
            properties: {
              spec: {
                type: "object",
                required: ["sensor"],
                properties: {
                  sensor: { type: "string", minLength: 1, description: "The name of the sensor." },
                  celsius: { type: "integer", minimum: -273, default: 20 },
                },
              },
              status: { type: "object", properties: { seen: { type: "boolean" } } },
            },
          },
        },
      },
    ],
  },
};

/** Cluster-scoped, computed on read. */
export const loads: CustomResourceDefinition = {
  ...readings,
  metadata: { name: "loads.metrics.abc.com" },
  spec: {
    group: "metrics.abc.com",
    scope: "Cluster",
    names: { plural: "loads", kind: "Load" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        additionalPrinterColumns: [{ name: "Value", type: "integer", jsonPath: ".status.value" }],
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { status: { type: "object", properties: { value: { type: "integer", minimum: 0 } } } },
          },
        },
      },
    ],
  },
};
