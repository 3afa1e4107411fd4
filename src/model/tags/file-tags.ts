import type { TagRecord } from "../tag-record.js";

/** Tags on no declaration: of a file, of a group, of the whole operator. */
export const fileTags: readonly TagRecord[] = [
  {
    name: "groupName",
    markers: ["groupName"],
    places: ["anywhere"],
    argument: { kind: "word" },
    effect: { kind: "identity", part: "group" },
    summary:
      "The group of the kinds in this folder, as kubebuilder has it in a file of its own. The kinds name it themselves; " +
      "it is compared with what they say.",
    example: "@groupName foo.abc.com",
  },
  {
    name: "versionName",
    markers: ["versionName"],
    places: ["anywhere"],
    argument: { kind: "word" },
    effect: { kind: "identity", part: "version" },
    summary: "The version of the kinds in this folder. It is compared with what they say.",
    example: "@versionName v1",
  },
  {
    name: "skipFile",
    markers: ["kubebuilder:skip"],
    places: ["anywhere"],
    argument: { kind: "none" },
    effect: { kind: "skipFile" },
    summary: "The kinds of this file are left out.",
    example: "@skipFile",
  },
  {
    name: "macro",
    markers: [],
    places: ["anywhere"],
    argument: { kind: "word" },
    effect: { kind: "macro" },
    summary:
      "Gives the tags that follow in the same comment a name: `@dnsLabel` then stands for all of them, on fields, types, " +
      "kinds, and behind `@items.` and `@values.`.",
    example: "@macro dnsLabel",
  },
  {
    name: "rbac",
    markers: ["kubebuilder:rbac"],
    places: ["anywhere"],
    repeatable: true,
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
    effect: { kind: "rbac" },
    summary: "A permission that the operator needs. In any comment of any source file.",
    example: "@rbac groups=apps resources=deployments verbs=get;list;watch",
  },
];
