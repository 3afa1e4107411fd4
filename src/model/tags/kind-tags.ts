import { tag, type TagRecord } from "../tag-record.js";

const onKinds = ["kind"] as const;

/** Tags on the interface of a kind, and tags on fields that apply to the kind. */
export const kindTags: readonly TagRecord[] = [
  tag("@resource path=bars shortName=br;b scope=Cluster", onKinds, {
    markers: ["kubebuilder:resource"],
    argument: {
      kind: "record",
      fields: {
        path: { type: "text", aliases: ["plural"] },
        singular: { type: "text" },
        shortName: { type: "words", aliases: ["shortNames"] },
        categories: { type: "words", aliases: ["category"] },
        scope: { type: "text" },
      },
    },
    repeatable: true,
    summary: "Sets the plural (`path`), singular, short names, categories and scope in one tag.",
  }),
  tag("@plural bars", onKinds, {
    argument: "word",
    effect: { kind: "name", part: "plural" },
    summary: "The plural, which is part of the CRD's name and of every URL. Default: the English plural of the kind.",
  }),
  tag("@singular bar", onKinds, {
    argument: "word",
    effect: { kind: "name", part: "singular" },
    summary: "The singular. Default: the kind in lower case.",
  }),
  tag("@listKind BarCollection", onKinds, {
    argument: "word",
    effect: { kind: "name", part: "listKind" },
    summary: "The kind of a list. Default: the kind followed by `List`.",
  }),
  tag("@imported", onKinds, {
    summary:
      "The kind comes from a published CRD: tsop then warns about parts that the API server accepts, instead of rejecting " +
      "them. `tsop import crd` writes the tag; remove it when you maintain the kind yourself.",
  }),
  tag("@shortName br", onKinds, {
    aliases: ["shortNames"],
    argument: "words",
    repeatable: true,
    effect: { kind: "names", part: "shortNames" },
    summary: "Short names for kubectl.",
  }),
  tag("@categories all", onKinds, {
    aliases: ["category"],
    argument: "words",
    repeatable: true,
    effect: { kind: "names", part: "categories" },
    summary: "Groups of kinds that kubectl lists together, such as `all`.",
  }),
  tag("@scope Cluster", onKinds, {
    argument: { kind: "word", values: ["Namespaced", "Cluster"] },
    summary: "`Namespaced` (default) or `Cluster`.",
  }),
  tag("@subresource status", onKinds, {
    markers: [{ name: "kubebuilder:subresource:status", value: "status" }],
    argument: { kind: "word", values: ["status"] },
    summary: "Enables the status subresource. A field `status` enables it without a tag.",
  }),
  tag("@noStatusSubresource", onKinds, {
    summary: "Disables the status subresource, which a field `status` would enable.",
  }),
  tag("@scale spec=.spec.replicas status=.status.replicas selector=.status.selector", onKinds, {
    markers: ["kubebuilder:subresource:scale"],
    argument: {
      kind: "record",
      fields: {
        spec: { type: "text", required: true, aliases: ["specpath"] },
        status: { type: "text", required: true, aliases: ["statuspath"] },
        selector: { type: "text", aliases: ["selectorpath"] },
      },
    },
    summary: "Enables the scale subresource. The arguments are the JSON paths of its fields.",
  }),
  scalePath("specReplicas", "spec", "The field that contains the desired number of replicas (scale subresource)."),
  scalePath("statusReplicas", "status", "The field that contains the observed number of replicas (scale subresource)."),
  scalePath("labelSelector", "selector", "The field that contains the pods' label selector (scale subresource)."),
  tag('@printColumn name=Age type=date jsonPath=".metadata.creationTimestamp"', ["kind", "field"], {
    markers: ["kubebuilder:printcolumn"],
    argument: {
      kind: "record",
      fields: {
        name: { type: "text" },
        type: { type: "text" },
        jsonPath: { type: "text", aliases: ["JSONPath"] },
        description: { type: "text" },
        format: { type: "text" },
        priority: { type: "integer" },
      },
      positional: "name",
    },
    repeatable: true,
    summary:
      "A column of `kubectl get`. On a field, tsop derives the path, type and name from the field; on a kind, name, type and " +
      "jsonPath are required.",
  }),
  tag("@selectable .spec.color", ["kind", "field"], {
    markers: ["kubebuilder:selectablefield"],
    argument: { kind: "record", fields: { jsonPath: { type: "text", aliases: ["JSONPath"] } }, positional: "jsonPath" },
    repeatable: true,
    summary: "A field that field selectors of lists and watches can use. On a field, the tag needs no path.",
  }),
  tag("@storageVersion", onKinds, {
    markers: ["kubebuilder:storageversion"],
    summary: "Makes this version the storage version. Required if a kind has several versions.",
  }),
  tag("@unserved", onKinds, {
    markers: ["kubebuilder:unservedversion"],
    summary: "The API server does not serve this version.",
  }),
  tag('@deprecated "use v2"', onKinds, {
    markers: ["kubebuilder:deprecatedversion"],
    argument: { kind: "record", fields: { warning: { type: "text" } }, positional: "warning" },
    summary:
      "Deprecates this version: the API server sends the text to clients as a warning. On a field, the tag is documentation only.",
  }),
  tag("@skipVersion", onKinds, {
    markers: ["kubebuilder:skipversion"],
    summary: "Omits this version from the CRD.",
  }),
  tag("@annotation example.com/team=storage", onKinds, {
    argument: { kind: "words", assignments: true },
    repeatable: true,
    effect: { kind: "metadata", part: "annotations" },
    summary: "An annotation of the CRD.",
  }),
  tag("@label team=storage", onKinds, {
    argument: { kind: "words", assignments: true },
    repeatable: true,
    effect: { kind: "metadata", part: "labels" },
    summary: "A label of the CRD.",
  }),
  tag('@crdMetadata annotations="example.com/team=storage" labels="tier=data"', onKinds, {
    markers: ["kubebuilder:metadata"],
    argument: { kind: "record", fields: { annotations: { type: "words" }, labels: { type: "words" } } },
    repeatable: true,
    effect: { kind: "metadata", part: "both" },
    summary: "Sets annotations and labels of the CRD in one tag.",
  }),
];

function scalePath(name: string, part: "spec" | "status" | "selector", summary: string): TagRecord {
  return tag(`@${name}`, ["field"], { effect: { kind: "scalePath", part }, summary });
}
