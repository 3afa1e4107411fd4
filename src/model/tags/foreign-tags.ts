import { tag, type TagRecord } from "../tag-record.js";

function goOnly(name: string, markers: readonly string[], reason: string = goCode): TagRecord {
  return tag(`+${markers[0] ?? name}`, ["anywhere"], {
    name,
    markers,
    argument: { kind: "text", optional: true },
    repeatable: true,
    effect: { kind: "needless", reason },
    summary: reason,
  });
}

const goCode = "It controls a generator of Go code, which TypeScript does not need.";

/** Markers that users bring from Go, which tsop ignores. */
export const foreignTags: readonly TagRecord[] = [
  goOnly("goObject", [
    ...["kubebuilder:object:root", "kubebuilder:object:generate"],
    ...["kubebuilder:ac:generate", "kubebuilder:ac:output:package"],
  ]),
  goOnly("goCode", [
    ...["k8s:deepcopy-gen", "k8s:deepcopy-gen:interfaces"],
    ...["k8s:openapi-gen", "k8s:conversion-gen", "k8s:defaulter-gen"],
  ]),
  goOnly("goClient", ["genclient", "genclient:nonNamespaced", "protobuf", "patchStrategy", "patchMergeKey"]),
  goOnly("goScaffold", ["kubebuilder:scaffold", "tsop:scaffold"], "It marks where a scaffold inserts code."),
];
