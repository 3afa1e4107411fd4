/** The rules for the files of a bundle. Source: operator-registry, pkg/lib/bundle/validate.go. */
import { bundleFolders, bundleKeys, bundleMediaTypes } from "../../annotations.js";
import type { BundleObject } from "../../read/bundle.js";
import type { Facts, Found, Rule } from "../rule.js";
import { fieldAt } from "../field-at.js";

/** The kinds that OLM installs from a bundle. Source: operator-registry, pkg/lib/bundle/supported_resources.go. */
const supportedKinds: ReadonlySet<string> = new Set([
  ...["ClusterServiceVersion", "CustomResourceDefinition", "Secret", "ClusterRole", "ClusterRoleBinding"],
  ...["ConfigMap", "ServiceAccount", "Service", "Role", "RoleBinding", "PrometheusRule", "ServiceMonitor"],
  ...["PodMonitor", "PodDisruptionBudget", "PriorityClass", "VerticalPodAutoscaler", "ConsoleYAMLSample"],
  ...["ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink", "ConsolePlugin", "NetworkPolicy"],
]);

const requiredKeys = [
  ...[bundleKeys.mediaType, bundleKeys.manifests, bundleKeys.metadata, bundleKeys.package, bundleKeys.channels],
];

const fixedValues: Readonly<Record<string, string>> = {
  [bundleKeys.mediaType]: bundleMediaTypes.registry,
  [bundleKeys.manifests]: bundleFolders.manifests,
  [bundleKeys.metadata]: bundleFolders.metadata,
};

export const formatRules: readonly Rule[] = [
  {
    name: "annotation-missing",
    severity: "error",
    hint: "Run `tsop bundle`, which generates metadata/annotations.yaml.",
    check: ({ bundle: { annotations } }) =>
      annotations === undefined
        ? []
        : requiredKeys
            .filter((key) => !Object.hasOwn(annotations.value, key))
            .map((key) => ({
              at: annotations.document.at(["annotations"]),
              message: `the annotation ${key} is missing`,
            })),
  },
  {
    name: "annotation-empty",
    severity: "error",
    hint: "Write a value.",
    check: (facts) =>
      annotated(facts, [bundleKeys.channels, bundleKeys.defaultChannel], (key, value) =>
        value === "" ? `the annotation ${key} is empty` : undefined,
      ),
  },
  {
    name: "package-empty",
    severity: "error",
    isOwn: true,
    hint: "Write the name of the package.",
    check: (facts) =>
      annotated(facts, [bundleKeys.package], (key, value) =>
        value === "" ? `the annotation ${key} is empty` : undefined,
      ),
  },
  {
    name: "media-type",
    severity: "error",
    hint: `Write ${bundleMediaTypes.registry}: the bundle contains a ClusterServiceVersion.`,
    check: (facts) => annotated(facts, [bundleKeys.mediaType], otherThanFixed),
  },
  {
    name: "folder-annotation",
    severity: "error",
    isOwn: true,
    hint: "Write manifests/ and metadata/, the folders of the bundle.",
    check: (facts) => annotated(facts, [bundleKeys.manifests, bundleKeys.metadata], otherThanFixed),
  },
  {
    name: "default-channel",
    severity: "error",
    isOwn: true,
    hint: "Add it to the channels, or choose one of them.",
    check: (facts) =>
      annotated(facts, [bundleKeys.defaultChannel], (_, value, all) => {
        const channels = (all[bundleKeys.channels] ?? "").split(",").map((name) => name.trim());
        return value === "" || channels.includes(value.trim())
          ? undefined
          : `the default channel ${value} is not one of the channels: ${channels.join(", ")}`;
      }),
  },
  {
    name: "object-kind",
    severity: "error",
    hint: "Remove the file: OLM installs only some kinds. Let the operator create the object.",
    check: (facts) =>
      objects(facts, ({ gvk, document }) =>
        gvk.kind === "" || supportedKinds.has(gvk.kind)
          ? []
          : [{ at: document.at(["kind"]), message: `OLM does not install objects of the kind ${gvk.kind}` }],
      ),
  },
  {
    name: "object-namespace",
    severity: "error",
    hint: "Remove metadata.namespace: OLM decides the namespace.",
    check: ({ bundle }) =>
      bundle.others.flatMap(({ document }) => {
        const namespace = fieldAt(document.value, ["metadata", "namespace"]) ?? "";
        return namespace === ""
          ? []
          : [{ at: document.at(["metadata", "namespace"]), message: "the object has a namespace" }];
      }),
  },
  {
    name: "second-document",
    severity: "error",
    isOwn: true,
    hint: "Move it into its own file: OLM reads only the first document of a file.",
    check: (facts) =>
      objects(facts, ({ document }) => {
        const at = document.secondDocument();
        return at === undefined ? [] : [{ at, message: "the file contains a second object, which OLM ignores" }];
      }),
  },
];

function otherThanFixed(key: string, value: string): string | undefined {
  const wanted = fixedValues[key] ?? "";
  const isSame = value === wanted || `${value}/` === wanted;
  return isSame ? undefined : `the annotation ${key} is "${value}", but must be ${wanted}`;
}

function annotated(
  { bundle: { annotations } }: Facts,
  keys: readonly string[],
  check: (key: string, value: string, all: Readonly<Record<string, string>>) => string | undefined,
): readonly Found[] {
  if (annotations === undefined) return [];
  return keys.flatMap((key) => {
    const value = Object.hasOwn(annotations.value, key) ? annotations.value[key] : undefined;
    const message = value === undefined ? undefined : check(key, value, annotations.value);
    return message === undefined ? [] : [{ at: annotations.document.at(["annotations", key]), message }];
  });
}

function objects({ bundle }: Facts, check: (object: BundleObject) => readonly Found[]): readonly Found[] {
  return bundle.objects.flatMap(check);
}
