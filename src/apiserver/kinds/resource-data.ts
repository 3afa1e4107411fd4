/** What the API server serves of its own kinds, as recorded from a real one (scripts/k8s/fetch-resources.ts). */
import type { OpenApiData } from "../../schema/openapi-data.js";
import type { TableColumn, Verb } from "../resource.js";

export interface ResourceData {
  readonly kind: string;
  /** Plural, as in a URL. */
  readonly name: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  readonly subresources: readonly SubresourceData[];
  /** None of what can't be listed. */
  readonly columns: readonly TableColumn[];
}

export interface SubresourceData {
  readonly name: string;
  readonly kind: string;
  /** Of the kind, where it is not the resource's own. */
  readonly apiVersion?: string;
  readonly verbs: readonly Verb[];
}

export function resourcesOf(data: OpenApiData, apiVersion: string): readonly ResourceData[] {
  // The scripts write more of a resource than the types of src/schema say.
  return (data.module(apiVersion)?.resources ?? []) as readonly ResourceData[];
}
