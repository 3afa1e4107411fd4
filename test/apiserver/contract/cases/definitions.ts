/** The allowed contents of a CustomResourceDefinition outside of its schema. */
import type { ContractCase } from "../contract-case.js";
import { version, widgetDefinition } from "../custom-kinds.js";
import { names, ofSpec, ofVersion, tries } from "../definition-cases.js";

/** Certificates without a line break between them. */
const gluedCertificates = Buffer.from(
  "-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----".repeat(2),
).toString("base64");

const ofNames = tries(
  "names",
  ofSpec({
    "no group": { group: "" },
    "a group without a dot": { group: "widgets" },
    "a bad group": { group: "A_b.example.com" },
    "another name than plural and group": { group: "other.example.com" },
    "no plural": { names: { kind: "Widget" } },
    "no kind": { names: { plural: "widgets" } },
    "a bad plural": { names: { plural: "Wid_gets", kind: "Widget" } },
    "a bad kind": names({ kind: "wid-get_s" }),
    "a bad singular": names({ singular: "Wid get" }),
    "a list kind that is the kind": names({ listKind: "Widget" }),
    "bad short names": names({ shortNames: ["A", "b b", "ok"] }),
    "bad categories": names({ categories: ["A", "ok"] }),
    "no scope": { scope: "" },
    "an unknown scope": { scope: "Galactic" },
  }),
);

const ofVersions = tries(
  "versions",
  ofSpec({
    none: { versions: [] },
    "none stored": { versions: [version("v1", { type: "object" }, { storage: false })] },
    "two stored": { versions: [version("v1", { type: "object" }), version("v2", { type: "object" })] },
    "twice the same": {
      versions: [version("v1", { type: "object" }), version("v1", { type: "object" }, { storage: false })],
    },
    "a bad name": { versions: [version("V1.0", { type: "object" })] },
    "without a schema": { versions: [{ name: "v1", served: true, storage: true }] },
    "not served": { versions: [version("v1", { type: "object" }, { served: false })] },
    "a warning without deprecation": {
      versions: [version("v1", { type: "object" }, { deprecationWarning: "old" })],
    },
    "a warning with a line break": {
      versions: [version("v1", { type: "object" }, { deprecated: true, deprecationWarning: "a\nb" })],
    },
    "a warning that is too long": {
      versions: [version("v1", { type: "object" }, { deprecated: true, deprecationWarning: "x".repeat(300) })],
    },
    "unknown fields kept": { preserveUnknownFields: true },
  }),
);

const ofParts = [
  ...tries(
    "column",
    ofVersion({
      "no name": { additionalPrinterColumns: [{ name: "", type: "string", jsonPath: ".spec.a" }] },
      "no type": { additionalPrinterColumns: [{ name: "A", type: "", jsonPath: ".spec.a" }] },
      "an unknown type": { additionalPrinterColumns: [{ name: "A", type: "text", jsonPath: ".spec.a" }] },
      "an unknown format": {
        additionalPrinterColumns: [{ name: "A", type: "string", format: "long", jsonPath: ".spec.a" }],
      },
      "no path": { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "" }] },
      "a path without a dot": { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "spec.a" }] },
      "a bad path": { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec[" }] },
      "all types": {
        additionalPrinterColumns: ["integer", "number", "string", "boolean", "date"].map((type) => ({
          ...{ name: type, type, jsonPath: ".spec.a" },
        })),
      },
    }),
  ),
  ...tries(
    "scale",
    ofVersion({
      "no paths": { subresources: { scale: { specReplicasPath: "", statusReplicasPath: "" } } },
      "a path beside the spec": {
        subresources: { scale: { specReplicasPath: ".status.n", statusReplicasPath: ".spec.n" } },
      },
      "a path into a list": {
        subresources: { scale: { specReplicasPath: ".spec.n[0]", statusReplicasPath: ".status.n" } },
      },
      "a bad selector": {
        subresources: {
          scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".metadata.x" },
        },
      },
    }),
  ),
  ...tries(
    "selectable field",
    ofVersion({
      "no path": { selectableFields: [{ jsonPath: "" }] },
      "a path that leads nowhere": { selectableFields: [{ jsonPath: ".spec.nothing" }] },
      "a path to an object": { selectableFields: [{ jsonPath: ".spec" }] },
      "a path into metadata": { selectableFields: [{ jsonPath: ".metadata.name" }] },
      twice: { selectableFields: [{ jsonPath: ".spec.a" }, { jsonPath: ".spec.a" }] },
      "nine of them": { selectableFields: Array.from({ length: 9 }, (_, index) => ({ jsonPath: `.spec.a${index}` })) },
      "a text and an integer": { selectableFields: [{ jsonPath: ".spec.a" }, { jsonPath: ".spec.n" }] },
      "a path into a list": { selectableFields: [{ jsonPath: ".spec.a[0]" }] },
    }),
  ),
  ...tries(
    "conversion",
    ofSpec({
      "an unknown strategy": { conversion: { strategy: "Magic" } },
      "a webhook without one": { conversion: { strategy: "Webhook" } },
      "no webhook with one": {
        conversion: {
          strategy: "None",
          webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://a" } },
        },
      },
      "neither URL nor service": {
        conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig: {} } },
      },
      "no versions": {
        conversion: { strategy: "Webhook", webhook: { clientConfig: { url: "https://a.example.com/" } } },
      },
      "versions that nobody knows": {
        conversion: {
          strategy: "Webhook",
          webhook: { conversionReviewVersions: ["v9"], clientConfig: { url: "https://a.example.com/" } },
        },
      },
      "a URL that is not HTTPS": {
        conversion: {
          strategy: "Webhook",
          webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "http://u:p@a.example.com/?x#y" } },
        },
      },
      "a service without a name": {
        conversion: {
          strategy: "Webhook",
          webhook: {
            conversionReviewVersions: ["v1"],
            clientConfig: { service: { namespace: "a", name: "", port: 0 } },
          },
        },
      },
      "a bad bundle": {
        conversion: {
          strategy: "Webhook",
          webhook: {
            conversionReviewVersions: ["v1"],
            clientConfig: { url: "https://a.example.com/", caBundle: "bm90aGluZw==" },
          },
        },
      },
      "a bundle whose certificates run into each other": {
        conversion: {
          strategy: "Webhook",
          webhook: {
            conversionReviewVersions: ["v1"],
            clientConfig: { url: "https://a.example.com/", caBundle: gluedCertificates },
          },
        },
      },
    }),
  ),
  ...tries("group", {
    "of Kubernetes, without approval": {
      ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
      metadata: { name: "widgets.$id.k8s.io" },
    },
    "of Kubernetes, approved": {
      ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
      metadata: {
        name: "widgets.$id.k8s.io",
        annotations: { "api-approved.kubernetes.io": "https://github.com/kubernetes/kubernetes/pull/1" },
      },
    },
    "of Kubernetes, approved by nonsense": {
      ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
      metadata: { name: "widgets.$id.k8s.io", annotations: { "api-approved.kubernetes.io": "yes" } },
    },
  }),
];

export const cases: readonly ContractCase[] = [...ofNames, ...ofVersions, ...ofParts];
