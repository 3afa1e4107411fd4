import { type ApiObject, objectOf, textOf, textsOf } from "../../api-object.js";
import { forbidden, notSupported } from "../../../core/field-error.js";
import { must, rule } from "../rules/index.js";

const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
];

/** Source: kubernetes/pkg/apis/core/helper/helpers.go (GetAccessModesAsString). */
export function showAccessModes(modes: readonly string[]): string {
  return shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(",");
}

export const storageClassAnnotation = "volume.beta.kubernetes.io/storage-class";

/** The annotation is older than the field. */
export function storageClassOf({ metadata, spec }: ApiObject): string {
  const annotation = metadata.annotations?.[storageClassAnnotation];
  return annotation ?? textOf(objectOf({ spec }, "spec"), "storageClassName");
}

/** Returns the phase of a volume or claim as tables show it. */
export function phaseOf({ metadata, status }: ApiObject): string {
  return metadata.deletionTimestamp === undefined ? textOf(objectOf({ status }, "status"), "phase") : "Terminating";
}

export const accessModesRule: rule.Rule<{ accessModes?: string[] }, unknown> = ({ object, path }) => {
  const modes = textsOf(object, "accessModes");
  const [at, once] = [`${path}.accessModes`, "ReadWriteOncePod"];
  const isMixed = modes.includes(once) && modes.some((mode) => mode !== once && accessModes.includes(mode));
  return [
    ...modes.filter((mode) => !accessModes.includes(mode)).map((mode) => notSupported(at, mode, accessModes)),
    ...(isMixed ? [forbidden(at, `may not use ${once} with other access modes`)] : []),
  ];
};

export const volumeMode: rule.Rule<{ volumeMode?: string }, unknown> = rule.textPointer(
  "volumeMode",
  must.beOneOf("Block", "Filesystem"),
);
