import { tag, type TagRecord } from "../tag-record.js";

const anywhere = ["anywhere"] as const;

/** Tags without a declaration: for a file, a group, or the whole operator. */
export const fileTags: readonly TagRecord[] = [
  tag("@groupName foo.abc.com", anywhere, {
    markers: ["groupName"],
    argument: "word",
    effect: { kind: "identity", part: "group" },
    summary:
      "The group of the kinds in this folder, which kubebuilder declares in a separate file. tsop reads the group from each " +
      "kind, and reports a tag that differs.",
  }),
  tag("@versionName v1", anywhere, {
    markers: ["versionName"],
    argument: "word",
    effect: { kind: "identity", part: "version" },
    summary:
      "The version of the kinds in this folder. tsop reads the version from each kind, and reports a tag that differs.",
  }),
  tag("@skipFile", anywhere, {
    markers: ["kubebuilder:skip"],
    summary: "Omits the kinds of this file.",
  }),
  tag("@macro dnsLabel", anywhere, {
    argument: "word",
    summary:
      "Names the tags that follow in the same comment: `@dnsLabel` then applies all of them, on fields, types and kinds, " +
      "and after `@items.` and `@values.`.",
  }),
  tag("@rbac groups=apps resources=deployments verbs=get;list;watch", anywhere, {
    markers: ["kubebuilder:rbac"],
    argument: {
      kind: "record",
      fields: {
        groups: { type: "words" },
        resources: { type: "words" },
        resourceNames: { type: "words" },
        verbs: { type: "words", required: true },
        urls: { type: "words" },
        namespace: { type: "text" },
        roleName: { type: "text" },
      },
    },
    repeatable: true,
    summary: "A permission that the operator needs. The tag can be in any comment of any source file.",
  }),
];
