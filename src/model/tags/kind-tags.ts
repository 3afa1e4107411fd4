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
    summary: "Plural (`path`), singular, short names, categories and scope at once.",
  }),
  tag("@plural bars", onKinds, {
    argument: "word",
    effect: { kind: "name", part: "plural" },
    summary: "The plural, part of the CRD's name and of every URL. Default: the English plural of the kind.",
  }),
  tag("@singular bar", onKinds, {
    argument: "word",
    effect: { kind: "name", part: "singular" },
    summary: "The singular. Default: the kind in lower case.",
  }),
  tag("@listKind BarCollection", onKinds, {
    argument: "word",
    effect: { kind: "name", part: "listKind" },
    summary: "The kind of a list. Default: the kind with `List` behind it.",
  }),
  tag("@imported", onKinds, {
    summary:
      "The kind comes from a CRD that others have published: what the API server accepts is a warning here, and not " +
      "an error. `tsop import crd` writes it; remove it when you take the kind over.",
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
    summary: "Turns the status subresource on. A field `status` does so without a tag.",
  }),
  tag("@noStatusSubresource", onKinds, {
    summary: "Leaves the status subresource off although there is a field `status`.",
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
    summary: "The scale subresource, by the JSON paths of its fields.",
  }),
  scalePath("specReplicas", "spec", "The field that holds the desired number of replicas (scale subresource)."),
  scalePath("statusReplicas", "status", "The field that holds the observed number of replicas (scale subresource)."),
  scalePath("labelSelector", "selector", "The field that holds the pods' label selector (scale subresource)."),
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
      "A column of `kubectl get`. On a field, path, type and name come from the field; on a kind, name, type and " +
      "jsonPath are needed.",
  }),
  tag("@selectable .spec.color", ["kind", "field"], {
    markers: ["kubebuilder:selectablefield"],
    argument: { kind: "record", fields: { jsonPath: { type: "text", aliases: ["JSONPath"] } }, positional: "jsonPath" },
    repeatable: true,
    summary: "A field by which lists and watches can select. On a field it needs no path.",
  }),
  tag("@storageVersion", onKinds, {
    markers: ["kubebuilder:storageversion"],
    summary: "Objects are stored in this version. Needed where a kind has several.",
  }),
  tag("@unserved", onKinds, {
    markers: ["kubebuilder:unservedversion"],
    summary: "The API server does not serve this version.",
  }),
  tag('@deprecated "use v2"', onKinds, {
    markers: ["kubebuilder:deprecatedversion"],
    argument: { kind: "record", fields: { warning: { type: "text" } }, positional: "warning" },
    summary: "This version is deprecated; clients are warned with the text. On a field it is documentation only.",
  }),
  tag("@skipVersion", onKinds, {
    markers: ["kubebuilder:skipversion"],
    summary: "Leaves this version out of the CRD.",
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
    summary: "Annotations and labels of the CRD at once.",
  }),
];

function scalePath(name: string, part: "spec" | "status" | "selector", summary: string): TagRecord {
  return tag(`@${name}`, ["field"], { effect: { kind: "scalePath", part }, summary });
}
