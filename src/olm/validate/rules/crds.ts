/** The rules for the CRDs of a bundle. Source: operator-framework/api, pkg/validation/internal/crd.go. */
import type { FieldError } from "../../../core/field-error.js";
import type { BundleObject } from "../../read/bundle.js";
import type { ValuePath } from "../../../apiserver/yaml/located-document.js";
import type { CrdReading } from "../crd-definition.js";
import type { Facts, Found, Rule } from "../rule.js";

export const crdRules: readonly Rule[] = [
  {
    name: "crd-version",
    severity: "error",
    hint: "Write apiVersion: apiextensions.k8s.io/v1.",
    check: (facts) =>
      each(facts, (reading, { document }) =>
        reading.kind === "unsupported"
          ? [{ at: document.at(["apiVersion"]), message: "tools cannot read this version of CustomResourceDefinition" }]
          : [],
      ),
  },
  {
    name: "crd-types",
    severity: "error",
    hint: "Correct the value: the API server cannot read the CRD.",
    check: (facts) =>
      each(facts, (reading, { document }) =>
        reading.kind === "fault" ? [{ at: document.at(["spec"]), message: reading.message }] : [],
      ),
  },
  {
    name: "crd-invalid",
    severity: "error",
    hint: "Correct the CRD: the API server rejects it.",
    check: (facts) => each(facts, (reading, crd) => faultsOf(reading, crd, (fault) => !isOfSchema(fault))),
  },
  {
    name: "crd-schema",
    severity: "error",
    isOwn: true,
    hint: "Correct the schema: the API server rejects the CRD, so OLM cannot install the operator.",
    check: (facts) =>
      // The API server does not serve v1beta1, whose rules for schemas were weaker.
      each(facts, (reading, crd) => (crd.gvk.version === "v1" ? faultsOf(reading, crd, isOfSchema) : [])),
  },
];

/** Operator Framework's validators drop the faults of schemas. */
function isOfSchema({ field }: FieldError): boolean {
  return field.includes("openAPIV3Schema");
}

function each({ crds }: Facts, check: (reading: CrdReading, crd: BundleObject) => readonly Found[]): readonly Found[] {
  return crds.flatMap(({ crd, reading }) => check(reading, crd));
}

function faultsOf(reading: CrdReading, { document }: BundleObject, isWanted: (fault: FieldError) => boolean): Found[] {
  if (reading.kind !== "crd") return [];
  const faults = reading.faults.filter((fault) => !fault.field.startsWith("status") && isWanted(fault));
  return faults.map((fault) => ({
    at: document.at(pathOf(fault.field)),
    message: `${fault.field}: ${fault.message}`,
  }));
}

/** Splits `spec.versions[0].schema.openAPIV3Schema.properties[spec]` into its steps. */
export function pathOf(field: string): ValuePath {
  return [...field.matchAll(/\[(\d+)\]|\[([^\][]*)\]|([^.[\]]+)/g)].map(([, index, key, name = ""]) =>
    index === undefined ? (key ?? name) : Number(index),
  );
}
