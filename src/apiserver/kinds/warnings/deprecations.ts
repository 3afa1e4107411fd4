/** Removed and renamed fields. Source: kubernetes/pkg/api/pod/warnings.go, kubernetes/pkg/api/persistentvolume/util.go. */
import type { JsonObject } from "../../../core/json.js";
import { objectOf, textMapOf } from "../../api-object.js";

interface Deprecation {
  /** The name in the warning, if it differs. */
  readonly shownAs?: string;
  readonly advice: string;
}

/** The volume sources by field, in the order of the warnings for pod volumes. */
const sources: Readonly<Record<string, Deprecation>> = {
  photonPersistentDisk: { advice: "deprecated in v1.11, non-functional in v1.16+" },
  gitRepo: { advice: "deprecated in v1.11, and disabled by default in v1.33+" },
  scaleIO: { advice: "deprecated in v1.16, non-functional in v1.22+" },
  flocker: { advice: "deprecated in v1.22, non-functional in v1.25+" },
  storageos: { advice: "deprecated in v1.22, non-functional in v1.25+", shownAs: "storageOS" },
  quobyte: { advice: "deprecated in v1.22, non-functional in v1.25+" },
  glusterfs: { advice: "deprecated in v1.25, non-functional in v1.26+" },
  cephfs: { advice: "deprecated in v1.28, non-functional in v1.31+" },
  rbd: { advice: "deprecated in v1.28, non-functional in v1.31+" },
};

export function sourceWarnings(
  holder: JsonObject | undefined,
  path: string,
  fields: readonly string[] = Object.keys(sources),
): string[] {
  return fields.flatMap((field) => {
    const known = objectOf(holder, field) === undefined ? undefined : sources[field];
    return known === undefined ? [] : [`${path}.${known.shownAs ?? field}: ${known.advice}`];
  });
}

/** `start`: the beginning of the metadata path. */
export function annotationWarnings(
  advices: Readonly<Record<string, string>>,
  metadata: JsonObject | undefined,
  start: string,
): string[] {
  const annotations = textMapOf(metadata, "annotations");
  return Object.entries(advices)
    .filter(([key]) => annotations[key] !== undefined)
    .map(([key, advice]) => `${start}metadata.annotations[${key}]: ${advice}`);
}
