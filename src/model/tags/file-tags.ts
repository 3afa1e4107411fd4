import { tag, type TagRecord } from "../tag-record.js";

const anywhere = ["anywhere"] as const;

/** Tags without a declaration: for a file, a group, or the whole operator. */
export const fileTags: readonly TagRecord[] = [
  tag("@groupName foo.abc.com", anywhere, {
    markers: ["groupName"],
    argument: "word",
    effect: { kind: "identity", part: "group" },
    summary:
      "The group of the kinds in this folder, as kubebuilder has it in a file of its own. The kinds name it " +
      "themselves; it is compared with what they say.",
  }),
  tag("@versionName v1", anywhere, {
    markers: ["versionName"],
    argument: "word",
    effect: { kind: "identity", part: "version" },
    summary: "The version of the kinds in this folder. It is compared with what they say.",
  }),
  tag("@skipFile", anywhere, {
    markers: ["kubebuilder:skip"],
    summary: "The kinds of this file are left out.",
  }),
  tag("@macro dnsLabel", anywhere, {
    argument: "word",
    summary:
      "Gives the tags that follow in the same comment a name: `@dnsLabel` then stands for all of them, on fields, " +
      "types, kinds, and behind `@items.` and `@values.`.",
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
    summary: "A permission that the operator needs. In any comment of any source file.",
  }),
];
