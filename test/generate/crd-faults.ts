/** CRDs at the limits of the API server: just inside, and just outside. */
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { printYamlDocuments } from "../../src/core/yaml.js";
import { buildCrds } from "../../src/generate/crd.js";
import { Reporter } from "../../src/generate/reporter.js";
import { Patterns } from "../../src/schema/patterns.js";
import { readSources } from "../../src/source/load.js";
import { memoryHost } from "../support/manifest-cases.js";

/** Returns the CRDs from a source, even with faults, and the generator's errors. */
export function judge(source: string): { readonly crds: string; readonly errors: readonly string[] } {
  const { model, diagnostics } = readSources({ root: "/nowhere", host: memoryHost({ "api/v1/bar_types.ts": source }) });
  const reporter = new Reporter();
  const crds = buildCrds({ reporter, patterns: new Patterns(), settings: {}, converted: new Set() }, model.kinds);
  const errors = [...diagnostics, ...reporter.diagnostics].filter(({ severity }) => severity === "error");
  return { crds: printYamlDocuments(crds.map(({ manifest }) => manifest)), errors: errors.map(formatDiagnostic) };
}

interface Parts {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  /** The tags of the kind. */
  readonly tags?: readonly string[];
  readonly fields?: string;
  readonly status?: string;
}

function source({
  group = "faults.example.com",
  version = "v1",
  kind = "Bar",
  tags = [],
  fields = "",
  status = "",
}: Parts): string {
  return `import { type CustomResource, defineKind, type Double, type Int32, type Int64, type IntOrString } from "tsop";
/**
${tags.map((tag) => ` * ${tag}\n`).join("")} */
export interface Bar extends CustomResource<"${group}/${version}", "${kind}"> {
  spec: { color?: string; count?: Int32; ${fields} };
  status?: { count?: Int32; selector?: string; ${status} };
}
export const Bar = defineKind<Bar>("${group}/${version}", "${kind}");
`;
}

const label = "a".repeat(63);
/** Returns a group so that the plural, a dot and the group have the given number of characters. */
const groupFor = (length: number): string =>
  `${label}.${label}.${label}.${"b".repeat(length - 3 * 64 - "bars.".length)}`;
const approved = (value: string): Parts => ({
  group: "faults.k8s.io",
  tags: [`@annotation api-approved.kubernetes.io=${value}`],
});
const field = (comment: string, type = "string"): Parts => ({ fields: `/** ${comment} */ field?: ${type};` });

const parts: Readonly<Record<string, Parts>> = {
  "a plain kind": {},
  "a name of 253 characters": { group: groupFor(253) },
  "a name of 254 characters": { group: groupFor(254) },
  "a group of one part": { group: "faults" },
  "a group in capitals": { group: "Faults.example.com" },
  "a group of Kubernetes": { group: "faults.k8s.io" },
  "another group of Kubernetes": { group: "faults.kubernetes.io" },
  "a group that only ends alike": { group: "faults.myk8s.io" },
  "an approval that is a word": approved("nope"),
  "an approval that is empty": approved(""),
  "an approval without a scheme": approved("example.com/pull/1"),
  "an approval without a host": approved("https://"),
  "an approval by a URL": approved("https://github.com/kubernetes/enhancements/pull/1111"),
  "an approval by another URL": approved("ftp://example.com"),
  "an approval that there is none": approved("unapproved, testing"),
  "a version in capitals": { version: "V1" },
  "a version that starts with a digit": { version: "1" },
  "a version of 63 characters": { version: `v${"1".repeat(62)}` },
  "a version of 64 characters": { version: `v${"1".repeat(63)}` },
  "a kind of 59 characters": { kind: `B${"a".repeat(58)}` },
  "a kind of 60 characters": { kind: `B${"a".repeat(59)}` },
  "a plural of 63 characters": { tags: [`@plural ${"b".repeat(63)}`] },
  "a plural of 64 characters": { tags: [`@plural ${"b".repeat(64)}`] },
  "a plural that starts with a digit": { tags: ["@plural 1bars"] },
  "a short name twice": { tags: ["@shortName b;b"] },
  "a short name in capitals": { tags: ["@shortName B"] },
  "a category twice": { tags: ["@category all;all"] },
  "a category that starts with a digit": { tags: ["@category 1a"] },
  "annotations of 256 kB": { tags: [`@annotation a=${"x".repeat(262_143)}`] },
  "annotations of more": { tags: [`@annotation a=${"x".repeat(262_144)}`] },
  "a label whose value has a blank": { tags: ["@label a=b c"] },
  "a label whose key is too long": { tags: [`@label ${"a".repeat(64)}=b`] },
  "a warning that is empty": { tags: ['@deprecated ""'] },
  "a warning of 256 characters": { tags: [`@deprecated ${"x".repeat(256)}`] },
  "a warning of 257 characters": { tags: [`@deprecated ${"x".repeat(257)}`] },
  "two columns of one name": {
    tags: [
      "@printColumn name=A type=string jsonPath=.spec.color",
      "@printColumn name=A type=string jsonPath=.spec.color",
    ],
  },
  "a column without a name": { tags: ['@printColumn name="" type=string jsonPath=.spec.color'] },
  "a column of an unknown type": { tags: ["@printColumn name=A type=text jsonPath=.spec.color"] },
  "a column of an unknown format": { tags: ["@printColumn name=A type=string format=uri jsonPath=.spec.color"] },
  "a column without a dot": { tags: ["@printColumn name=A type=string jsonPath=spec.color"] },
  "a column below zero": { tags: ["@printColumn name=A type=string jsonPath=.spec.color priority=-1"] },
  "a column of 32 bits": { tags: ["@printColumn name=A type=string jsonPath=.spec.color priority=2147483647"] },
  "a selectable field": { tags: ["@selectable .spec.color"] },
  "a selectable field twice": { tags: ["@selectable .spec.color", "@selectable .spec.color"] },
  "a selectable object": { tags: ["@selectable .spec"] },
  "a selectable part of the metadata": { tags: ["@selectable .metadata.name"] },
  "a selectable path to nothing": { tags: ["@selectable .spec.colour"] },
  "nine selectable fields": {
    fields: Array.from({ length: 9 }, (_, index) => `/** @selectable */ f${index}?: string;`).join(" "),
  },
  "a scale": { tags: ["@scale spec=.spec.count status=.status.count selector=.status.selector"] },
  "a scale whose desired number is observed": { tags: ["@scale spec=.status.count status=.status.count"] },
  "a scale whose observed number is desired": { tags: ["@scale spec=.spec.count status=.spec.count"] },
  "a scale by a path into a list": {
    tags: ["@scale spec=.spec.list[0] status=.status.count"],
    fields: "list?: Int32[];",
  },
  "one rule twice": { fields: '/**\n * @cel self != ""\n * @cel self != ""\n */ field?: string;' },
  "one rule with two messages": { fields: '/**\n * @cel self != "" "a"\n * @cel self != "" "b"\n */ field?: string;' },
  "a rule with a reason of its own": field('@cel {rule: "self.size() > 1", reason: "Mine"}'),
  "a rule whose path leads to nothing": field('@cel {rule: "true", fieldPath: ".b"}', "{ a?: string }"),
  "a rule that takes no old value and says so": field('@cel {rule: "self.size() > 1", optionalOldSelf: true}'),
  "a rule with a message of two lines": field('@cel {rule: "self.size() > 1", message: "a\\nb"}'),
  "a rule that is no CEL": field("@cel self >"),
  "a pattern that is no RE2": field("@pattern (?=a)"),
  "a list map without a key": field("@listType map", "{ a: string }[]"),
  "a list map whose key may be absent": {
    fields: "/**\n * @listType map\n * @listMapKey a\n */ field?: { a?: string }[];",
  },
  "a list map whose key is an object": { fields: "/**\n * @listType map\n * @listMapKey a\n */ field?: { a: {} }[];" },
  "a key of a list map twice": {
    fields: "/**\n * @listType map\n * @listMapKey a\n * @listMapKey a\n */ field?: { a: string }[];",
  },
  "a set of objects": field("@listType set", "{ a: string }[]"),
  "a set of what may be null": field("@listType set", "(string | null)[]"),
  "an enum with a value twice": field("@enum a;a"),
  "a default of another type": field("@default 1"),
  "a default that is none of the choices": field("@default c", '"a" | "b"'),
  "a default that breaks a rule": { fields: '/**\n * @cel self.size() > 1\n * @default "a"\n */ field?: string;' },
  "a default with a field that is not there": field('@default {"b": 1}', "{ a?: string }"),
  "a default without a field that must be there": field('@default {"b": 1}', "{ a: string; b?: Int32 }"),
  "the largest integer as a default": field("@default 9223372036854775807", "Int64"),
  "an integer of more than 64 bits as a default": field("@default 9223372036854775808", "Int64"),
  "a default above a rounded maximum": {
    fields: "/**\n * @maximum 9007199254740993\n * @default 9007199254740993\n */ field?: Int64;",
  },
  "a default with a maximum of 64 bits": {
    fields: "/**\n * @maximum 9223372036854775807\n * @default 5\n */ field?: Int64;",
  },
  "a default that is a multiple beyond what a double holds": {
    fields: "/**\n * @multipleOf 3\n * @default 9007199254740993\n */ field?: Int64;",
  },
  "a default that is no multiple beyond what a double holds": {
    fields: "/**\n * @multipleOf 2\n * @default 9007199254740993\n */ field?: Int64;",
  },
  "minimum properties at the root": { tags: ["@minProperties 1"] },
  "an embedded resource without fields": { fields: "/** @embeddedResource */ field?: {};" },
  "a format that is not known": field("@format colour"),
  "an integer or string with a bound": field("@maxLength 5", "IntOrString"),
};

export const crdFaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(parts).map(([name, each]) => [name, source(each)]),
);

/** Faults that the generator rejects and omits, so that the API server accepts the rest; and settings without effect. */
export const leftOut: ReadonlySet<string> = new Set([
  "a label whose value has a blank",
  "a label whose key is too long",
  "a scale by a path into a list",
  "one rule with two messages",
  "a rule with a reason of its own",
  "a rule with a message of two lines",
]);
