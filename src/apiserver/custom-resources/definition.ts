/** A CustomResourceDefinition as apiextensions.k8s.io/v1 has it. */
import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { WebhookClientConfig } from "../webhooks/webhook-client-config.js";
import type { JsonSchema } from "./json-schema.js";

export interface Definition extends ApiObject {
  readonly spec: DefinitionSpec;
  readonly status?: DefinitionStatus;
}

// As a type, for an object of the API has an index and an interface has none.
export type DefinitionSpec = {
  readonly group: string;
  readonly names: DefinitionNames;
  readonly scope: string;
  readonly versions: DefinitionVersion[];
  readonly conversion?: DefinitionConversion;
  readonly preserveUnknownFields?: boolean;
};

export type DefinitionNames = {
  readonly plural?: string;
  readonly singular?: string;
  readonly kind?: string;
  readonly listKind?: string;
  readonly shortNames?: string[];
  readonly categories?: string[];
};

export type DefinitionVersion = {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonObject };
  readonly subresources?: DefinitionSubresources;
  readonly additionalPrinterColumns?: PrinterColumn[];
  readonly selectableFields?: { readonly jsonPath: string }[];
};

export type DefinitionSubresources = {
  readonly status?: JsonObject;
  readonly scale?: ScalePaths;
};

export type ScalePaths = {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
};

export type PrinterColumn = {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
};

export type DefinitionConversion = {
  readonly strategy: string;
  readonly webhook?: {
    readonly conversionReviewVersions?: string[];
    readonly clientConfig?: WebhookClientConfig;
  };
};

export type DefinitionStatus = {
  readonly conditions?: DefinitionCondition[];
  readonly acceptedNames?: DefinitionNames;
  readonly storedVersions?: string[];
};

export type DefinitionCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
};

export function schemaOf({ schema }: DefinitionVersion): JsonSchema | undefined {
  return schema?.openAPIV3Schema; // its type is that of the CRD's own schema
}

export function isConditionTrue({ status }: Definition, type: string): boolean {
  return status?.conditions?.some((each) => each.type === type && each.status === "True") === true;
}
