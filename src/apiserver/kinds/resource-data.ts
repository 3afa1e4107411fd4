/** The built-in resources that the API server serves, as recorded from a real one (scripts/k8s/fetch-resources.ts). */
import type { OpenApiData } from "../../schema/openapi-data.js";
import type { TableColumn, Verb } from "../resource.js";

export interface ResourceData {
  readonly kind: string;
  /** The plural, as in a URL. */
  readonly name: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  readonly subresources: readonly SubresourceData[];
  /** Empty for a resource that cannot be listed. */
  readonly columns: readonly TableColumn[];
}

export interface SubresourceData {
  readonly name: string;
  readonly kind: string;
  /** The apiVersion of the kind, if it differs from the resource's. */
  readonly apiVersion?: string;
  readonly verbs: readonly Verb[];
}

export function resourcesOf(data: OpenApiData, apiVersion: string): readonly ResourceData[] {
  // The scripts record more data for a resource than the types of src/schema declare.
  return (data.module(apiVersion)?.resources ?? []) as readonly ResourceData[];
}
