import type { TagRecord } from "../tag-record.js";

function foreign(name: string, markers: readonly string[], effect: TagRecord["effect"]): TagRecord {
  return {
    name,
    markers,
    places: ["anywhere"],
    argument: { kind: "text", optional: true },
    repeatable: true,
    effect,
    summary: effect.kind === "needless" ? effect.reason : effect.kind === "refused" ? effect.hint : "",
    example: `+${markers[0] ?? name}`,
  };
}

const goOnly = "It steers a generator of Go code; TypeScript has no need of it.";

/** Markers that people bring along from Go: harmless ones are passed over, misleading ones explained. */
export const foreignTags: readonly TagRecord[] = [
  foreign(
    "goObject",
    [
      "kubebuilder:object:root",
      "kubebuilder:object:generate",
      "kubebuilder:ac:generate",
      "kubebuilder:ac:output:package",
    ],
    { kind: "needless", reason: goOnly },
  ),
  foreign(
    "goCode",
    ["k8s:deepcopy-gen", "k8s:deepcopy-gen:interfaces", "k8s:openapi-gen", "k8s:conversion-gen", "k8s:defaulter-gen"],
    { kind: "needless", reason: goOnly },
  ),
  foreign("goClient", ["genclient", "genclient:nonNamespaced", "protobuf", "patchStrategy", "patchMergeKey"], {
    kind: "needless",
    reason: goOnly,
  }),
  foreign("goScaffold", ["kubebuilder:scaffold", "tsop:scaffold"], {
    kind: "needless",
    reason: "It marks a place where a scaffold inserts code.",
  }),
];
