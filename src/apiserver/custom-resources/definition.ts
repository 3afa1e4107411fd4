/** The CustomResourceDefinition of apiextensions.k8s.io/v1. */
import type * as v1 from "../../k8s/apiextensions/v1.js";
import type { ApiObject, AsJson } from "../api-object.js";
import { storageKeyOf } from "../resource.js";
import type { JsonSchema } from "./json-schema.js";

/** The storage key of all definitions. */
export const definitionsKey = storageKeyOf("apiextensions.k8s.io", "customresourcedefinitions");

export interface Definition extends ApiObject {
  readonly spec: DefinitionSpec;
  readonly status?: DefinitionStatus;
}

export type DefinitionSpec = Omit<AsJson<v1.CustomResourceDefinitionSpec>, "names"> & { names: DefinitionNames };
export type DefinitionNames = Partial<AsJson<v1.CustomResourceDefinitionNames>>;
export type DefinitionVersion = AsJson<v1.CustomResourceDefinitionVersion>;
export type DefinitionSubresources = AsJson<v1.CustomResourceSubresources>;
export type ScalePaths = AsJson<v1.CustomResourceSubresourceScale>;
export type PrinterColumn = AsJson<v1.CustomResourceColumnDefinition>;
export type DefinitionConversion = AsJson<v1.CustomResourceConversion>;
export type DefinitionStatus = Omit<AsJson<v1.CustomResourceDefinitionStatus>, "acceptedNames"> & {
  acceptedNames?: DefinitionNames;
};

export function schemaOf({ schema }: DefinitionVersion): JsonSchema | undefined {
  return schema?.openAPIV3Schema;
}

export function isConditionTrue({ status }: Pick<Definition, "status">, type: string): boolean {
  return status?.conditions?.some((each) => each.type === type && each.status === "True") === true;
}
