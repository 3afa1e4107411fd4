import { GoFields } from "../../schema/go-fields.js";
import { type KubernetesVersion, newestVersion } from "../../schema/kubernetes-versions.js";
import { OpenApiData } from "../../schema/openapi-data.js";
import type { BootstrapObject } from "../kinds/bootstrap/bootstrap-objects.js";
import { builtInResources } from "../kinds/built-in-resources.js";
import { readRecordedObjects } from "../recorded-objects.js";
import type { ServedResource } from "../resource.js";
import { BuiltInTypes } from "../types/built-in-types.js";

/** Kubernetes' own kinds. */
export interface BuiltIns {
  readonly openApi: OpenApiData;
  readonly types: BuiltInTypes;
  readonly resources: readonly ServedResource[];
}

const made = new Map<KubernetesVersion, BuiltIns>();

/**
 * Returns the built-in kinds, which all servers of a process share: they never change, and reading them is the slowest part of a
 * start.
 */
export function builtIns(version = newestVersion): BuiltIns {
  const known = made.get(version);
  if (known !== undefined) return known;
  const openApi = new OpenApiData(version);
  const types = new BuiltInTypes(openApi, new GoFields(version));
  const all = { openApi, types, resources: builtInResources(openApi, types) };
  made.set(version, all);
  return all;
}

const classes = new Map<KubernetesVersion, readonly BootstrapObject[]>();

/** The priority classes of every cluster. */
export function priorityClasses(version: KubernetesVersion): readonly BootstrapObject[] {
  const storageKey = "scheduling.k8s.io/priorityclasses";
  const known = classes.get(version);
  if (known !== undefined) return known;
  const read = (readRecordedObjects("", version)[storageKey] ?? []).map((object) => ({ storageKey, object }));
  classes.set(version, read);
  return read;
}
