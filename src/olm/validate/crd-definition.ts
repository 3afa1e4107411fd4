/** CRDs as the API server reads them. */
import { defaultVersion } from "../../schema/kubernetes-versions.js";
import { apiextensionsRules } from "../../apiserver/custom-resources/definition/definition-rules.js";
import { toDefinition } from "../../apiserver/custom-resources/definition/to-definition.js";
import { validateDefinition } from "../../apiserver/custom-resources/definition/validate-definition.js";
import { nameIsDnsSubdomain } from "../../apiserver/kinds/validation/names.js";
import { validateObjectMeta } from "../../apiserver/objects/validate-metadata.js";
import type { ApiObject } from "../../apiserver/api-object.js";
import { builtIns } from "../../apiserver/server/built-ins.js";
import { decodeBuiltIn } from "../../apiserver/types/decode.js";
import type { FieldError } from "../../core/field-error.js";
import { isJsonObject, isList, type Json, type JsonObject } from "../../core/json.js";
import type { BundleObject } from "../read/bundle.js";
import { withTexts } from "./typed-objects.js";

const group = "apiextensions.k8s.io";

export type CrdReading =
  | { readonly kind: "unsupported" }
  | { readonly kind: "fault"; readonly message: string }
  | { readonly kind: "crd"; readonly faults: readonly FieldError[] };

/** Validates a CRD like the API server does when a client creates it. */
export function readCrdDefinition({ gvk, document }: BundleObject): CrdReading {
  if (gvk.group !== group || !["v1", "v1beta1"].includes(gvk.version)) return { kind: "unsupported" };
  const value = gvk.version === "v1" ? document.value : toVersion1(document.value);
  const type = builtIns().types.ofKind(`${group}/v1`, "CustomResourceDefinition");
  if (type === undefined) return { kind: "unsupported" };
  const { object, fault } = decodeBuiltIn(withTexts(value, type), type);
  if (fault !== undefined) return { kind: "fault", message: fault };
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  const created: ApiObject = { ...object, apiVersion: `${group}/v1`, kind: gvk.kind, metadata };
  const { setDefaults, prepareForCreate } = apiextensionsRules["customresourcedefinitions"] ?? {};
  setDefaults?.(created);
  prepareForCreate?.(created, { username: "", groups: [] });
  const options = { namespaced: false, validateName: nameIsDnsSubdomain, version: defaultVersion };
  return {
    kind: "crd",
    faults: [
      ...validateObjectMeta(created.metadata, options, "metadata"),
      ...validateDefinition(toDefinition(created), defaultVersion),
    ],
  };
}

/** The versions of a CRD, also of the old form with one version. */
export function versionNamesOf({ document }: BundleObject): readonly string[] {
  const spec = isJsonObject(document.value["spec"]) ? document.value["spec"] : {};
  const versions = isList(spec["versions"]) ? spec["versions"] : [];
  const names = versions.map((each) => (isJsonObject(each) && typeof each["name"] === "string" ? each["name"] : ""));
  return names.length === 0 && typeof spec["version"] === "string" ? [spec["version"]] : names;
}

/** Converts a CRD of v1beta1, whose versions share one schema, subresources and columns. */
function toVersion1(crd: JsonObject): JsonObject {
  const spec = isJsonObject(crd["spec"]) ? crd["spec"] : {};
  const { version, validation, subresources, additionalPrinterColumns, versions, conversion, ...rest } = spec;
  const given = isList(versions) ? versions.filter((each): each is JsonObject => isJsonObject(each)) : [];
  const single = version === undefined ? [] : [{ name: version, served: true, storage: true }];
  const strategy = isJsonObject(conversion) ? conversion["strategy"] : undefined;
  const converted = (given.length > 0 ? given : single).map((each: JsonObject): JsonObject => ({
    ...(isJsonObject(validation) ? { schema: validation } : {}),
    ...(subresources === undefined ? {} : { subresources }),
    ...each,
    additionalPrinterColumns: columnsOf(each["additionalPrinterColumns"] ?? additionalPrinterColumns),
  }));
  return {
    ...crd,
    apiVersion: `${group}/v1`,
    spec: {
      scope: "Namespaced",
      preserveUnknownFields: true,
      ...rest,
      ...(strategy === undefined ? {} : { conversion: { strategy } }),
      versions: converted,
    },
  };
}

function columnsOf(value: Json | undefined): JsonObject[] {
  const columns = isList(value) ? value.filter((each): each is JsonObject => isJsonObject(each)) : [];
  return columns.map(({ JSONPath, ...column }): JsonObject => ({ ...column, jsonPath: JSONPath ?? "" }));
}
