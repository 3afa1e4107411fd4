/** The parts of a bundle that tools cannot read. They end Operator Framework's validators at the first fault. */
import type { BundleFaultKind } from "../../read/bundle.js";
import type { Rule } from "../rule.js";

const faults: Readonly<Record<BundleFaultKind, { readonly name: string; readonly hint: string }>> = {
  "no-manifests": { name: "manifests-folder", hint: "Name the folder that contains manifests/ and metadata/." },
  "no-metadata": { name: "metadata-folder", hint: "Add metadata/annotations.yaml: `tsop bundle` generates it." },
  "no-annotations": { name: "annotations-file", hint: "Add metadata/annotations.yaml: `tsop bundle` generates it." },
  "no-csv": { name: "csv-missing", hint: "Run `tsop bundle`, which generates the ClusterServiceVersion." },
  "several-csvs": {
    name: "csv-twice",
    hint: "Keep one ClusterServiceVersion: a bundle is one version of an operator.",
  },
  "hidden-file": { name: "hidden-file", hint: "Delete the file: OLM rejects bundles with hidden files." },
  "nested-folder": { name: "nested-folder", hint: "Move its files into manifests/ itself." },
  unreadable: { name: "unreadable-file", hint: "Correct the file at this position." },
  "wrong-type": { name: "wrong-type", hint: "Correct the value, or quote it if it is a text." },
};

export const unreadableRules: readonly Rule[] = [
  ...Object.entries(faults).map(([kind, { name, hint }]): Rule => ({
    ...{ name, severity: "error", hint },
    check: ({ bundle }) => bundle.faults.filter((fault) => fault.kind === kind),
  })),
  {
    name: "object-kind-missing",
    severity: "error",
    hint: "Set apiVersion and kind.",
    check: ({ bundle }) =>
      bundle.objects
        .filter(({ gvk }) => gvk.kind === "")
        .map(({ document }) => ({ at: document.at([]), message: "the object has no kind" })),
  },
];
