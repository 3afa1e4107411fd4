/**
 * Drops the fields of pods whose features are off, unless the stored object has such a field already.
 * Source: dropDisabledFields in kubernetes/pkg/api/pod/util.go.
 */
import { isJsonObject, type JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf } from "../../api-object.js";
import type { Features } from "../../features/features.js";
import { containerLists, containersOf } from "../../pod-containers.js";
import { podSpecOf } from "./pod-specs.js";

/** The fields of one feature, as paths from the spec: `volumes[].emptyDir.mode`. */
interface FeatureFields {
  /** Undefined: the server does not have the feature, which is off by default. */
  readonly feature?: "projectsTrustBundles" | "projectsPodCertificates";
  readonly fields: readonly string[];
}

const ofContainers = (...fields: readonly string[]): string[] =>
  containerLists.flatMap((list) => fields.map((field) => `${list}[].${field}`));
const probes = ["livenessProbe", "readinessProbe", "startupProbe"];
const sources = "volumes[].projected.sources[]";

const all: readonly FeatureFields[] = [
  { feature: "projectsTrustBundles", fields: [`${sources}.clusterTrustBundle`] },
  { feature: "projectsPodCertificates", fields: [`${sources}.podCertificate`] },
  // AtomicWriteVolumeUserFields
  {
    fields: [
      ...["secret", "configMap", "downwardAPI"].flatMap((kind) => [
        `volumes[].${kind}.defaultUser`,
        `volumes[].${kind}.items[].user`,
        `${sources}.${kind}.items[].user`,
      ]),
      "volumes[].projected.defaultUser",
      ...["serviceAccountToken", "clusterTrustBundle", "podCertificate"].map((kind) => `${sources}.${kind}.user`),
    ],
  },
  // GenericWorkload, in 1.35 and in 1.37
  { fields: ["workloadRef"] },
  { fields: ["schedulingGroup"] },
  // EvictionRequestAPI
  { fields: ["evictionResponders"] },
  // EmptyDirVolumeMode
  { fields: ["volumes[].emptyDir.mode"] },
  // VolumeBindMountOptions
  { fields: ofContainers("volumeMounts[].bindMountOptions") },
  // GRPCContainerProbeTLS
  { fields: ofContainers(...probes.map((probe) => `${probe}.grpc.mode`)) },
  // H2CContainerProbe
  {
    fields: ofContainers(
      ...[...probes, "lifecycle.postStart", "lifecycle.preStop"].map((holder) => `${holder}.httpGet.protocol`),
    ),
  },
];

/** @param old - the stored object; undefined for a new one */
export function dropDisabledFields(
  storageKey: string,
  object: JsonObject,
  old: JsonObject | undefined,
  features: Features,
): void {
  const spec = podSpecOf(storageKey, object);
  if (spec === undefined) return;
  const before = old === undefined ? undefined : podSpecOf(storageKey, old);
  for (const { feature, fields } of all) {
    if (feature !== undefined && features[feature]) continue;
    const isUsed = fields.some((field) =>
      holdersOf(before, field).some(([holder, name]) => holder[name] !== undefined),
    );
    if (isUsed) continue;
    for (const [holder, name] of fields.flatMap((field) => holdersOf(spec, field)))
      Reflect.deleteProperty(holder, name);
  }
  dropStopSignals(spec, before);
}

/** Returns the objects at a path that can have its last field, and the name of that field. */
function holdersOf(spec: JsonObject | undefined, path: string): (readonly [JsonObject, string])[] {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  let holders = spec === undefined ? [] : [spec];
  for (const part of parts) {
    holders = holders.flatMap((holder) => {
      if (part.endsWith("[]")) return objectsOf(holder, part.slice(0, -2));
      const member = holder[part];
      return isJsonObject(member) ? [member] : [];
    });
  }
  return holders.map((holder) => [holder, last] as const);
}

/** ContainerStopSignals: without its signal, an empty lifecycle goes, too. */
function dropStopSignals(spec: JsonObject, before: JsonObject | undefined): void {
  const stops = (container: JsonObject): boolean => objectOf(container, "lifecycle")?.["stopSignal"] !== undefined;
  if (containersOf(before).some(stops)) return;
  for (const container of containersOf(spec).filter(stops)) {
    const lifecycle = objectOf(container, "lifecycle") ?? {};
    delete lifecycle["stopSignal"];
    if (Object.keys(lifecycle).length === 0) delete container["lifecycle"];
  }
}
