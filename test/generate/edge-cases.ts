/**
 * Mistakes that CRD generators accept, or report elsewhere: each is an error (or a warning, if it may be intended) at the
 * exact tag or type. `^` in a source marks the position.
 */
interface EdgeCase {
  readonly mistake: string;
  /** The body of `spec`, or the whole file if it declares its own kind. */
  readonly source: string;
  readonly code: string;
  readonly message: RegExp;
  readonly severity?: "warning";
}

export const edgeCases: readonly EdgeCase[] = [
  { mistake: "a misspelt tag", source: "/** ^@minimun 1 */ a: Int32", code: "tag/unknown", message: /@minimun/ },
  {
    mistake: "a misspelt marker",
    source: "// ^+kubebuilder:validation:Minimun=1\n a: Int32",
    code: "tag/unknown",
    message: /Minimun/,
  },
  {
    mistake: "a marker in the wrong case",
    source: "// ^+kubebuilder:validation:enum=a;b\n a: string",
    code: "tag/unknown",
    message: /validation:enum/,
  },
  {
    mistake: "an unknown marker of kubebuilder",
    source: "// ^+kubebuilder:foo\n a: string",
    code: "tag/unknown",
    message: /kubebuilder:foo/,
  },
  {
    mistake: "a value that is no number",
    source: "/** ^@minimum abc */ a: Int32",
    code: "tag/invalid-argument",
    message: /expected a number, found "abc"/,
  },
  {
    mistake: "an unknown argument",
    source: '/** ^@cel rule="true" mesage="x" */ a: string',
    code: "tag/invalid-argument",
    message: /unknown argument mesage/,
  },
  {
    mistake: "an argument that is missing",
    source: '// ^+kubebuilder:validation:XValidation:message="x"\n a: string',
    code: "tag/invalid-argument",
    message: /argument rule is missing/,
  },
  { mistake: "a bound on a string", source: "/** ^@minimum 1 */ a: string", code: "tag/conflict", message: /numbers/ },
  {
    mistake: "a broken bound on whole numbers",
    source: "/** ^@minimum 1.5 */ a: Int32",
    code: "tag/conflict",
    message: /1\.5 is not a bound for integers/,
  },
  {
    mistake: "items of what is no list",
    source: "/** ^@items.minLength 1 */ a: string",
    code: "tag/conflict",
    message: /items of a list/,
  },
  {
    mistake: "a bare number",
    source: "a: ^number",
    code: "type/ambiguous-number",
    message: /integers and fractions/,
    severity: "warning",
  },
  { mistake: "anything", source: "a: ^any", code: "schema/invalid", message: /would allow any value/ },
  {
    mistake: "a map of anything",
    source: "a: Record<string, ^unknown>",
    code: "schema/invalid",
    message: /would allow any value/,
  },
  { mistake: "a list of anything", source: "a: ^unknown[]", code: "schema/invalid", message: /would allow any value/ },
  {
    mistake: "keys that are numbers",
    source: "a: Record<^number, string>",
    code: "type/unsupported",
    message: /key of a map/,
  },
  { mistake: "a function", source: "a: ^() => void", code: "type/unsupported", message: /has no schema/ },
  {
    mistake: "fields beside entries of any name",
    source: "a: { b: string; ^[key: string]: string }",
    code: "type/unsupported",
    message: /both fields and an index signature/,
  },
  {
    mistake: "a default of the wrong type",
    source: "/** ^@default abc */ a?: Int32",
    code: "schema/invalid-default",
    message: /expected an integer/,
  },
  {
    mistake: "a default that the enum lacks",
    source: '/** ^@default c */ a?: "a" | "b"',
    code: "schema/invalid-default",
    message: /not one of \["a","b"\]/,
  },
  {
    mistake: "a default of an embedded resource that does not say its kind",
    source: '/**\n * @embeddedResource\n * ^@default {"apiVersion": "v1"}\n */ a?: { b?: string }',
    code: "schema/invalid-default",
    message: /the required field kind is missing/,
  },
  {
    mistake: "a default that breaks a rule",
    source: '/**\n * ^@default 4\n * @cel rule="self % 2 == 1" message="odd ones only"\n */ a?: Int32',
    code: "schema/invalid-default",
    message: /the default is not valid: odd ones only/,
  },
  {
    mistake: "a default with a part that breaks a rule",
    source: '/** ^@default {"b": ""} */ a?: { /** @cel rule="self != \'\'" */ b?: string }',
    code: "schema/invalid-default",
    message: /the default is not valid: b: failed rule: self != ''/,
  },
  {
    mistake: "a default that a rule cannot be applied to",
    source: '/**\n * ^@default {}\n * @cel rule="self.b == 1"\n */ a?: { b?: Int32 }',
    code: "schema/invalid-default",
    message: /the default is not valid: no such key: b/,
  },
  {
    mistake: "an example that breaks a rule",
    source: '/**\n * @cel rule="isURL(self)"\n * @maxLength 9\n * ^@example abc\n */ a?: string',
    code: "schema/invalid-default",
    message: /the example is not valid: failed rule: isURL\(self\)/,
  },
  {
    mistake: "a default with an unknown field",
    source: '/** ^@default {"c": 1} */ a?: { b?: string }',
    code: "schema/invalid-default",
    message: /there is no field c/,
  },
  {
    mistake: "a pattern with a look-ahead",
    source: "/** ^@pattern (?=x) */ a: string",
    code: "schema/invalid",
    message: /does not compile/,
  },
  {
    mistake: "a type that there is not",
    source: "/** ^@schemaType bogus */ a: string",
    code: "tag/invalid-argument",
    message: /bogus/,
  },
  {
    mistake: "unique items",
    source: "/** ^@uniqueItems */ a: string[]",
    code: "tag/unsupported",
    message: /uniqueItems/,
  },
  {
    mistake: "a key that the items lack",
    source: "/**\n * @listType map\n * ^@listMapKey id\n */ a: { name: string }[]",
    code: "schema/invalid",
    message: /no field id/,
  },
  {
    mistake: "a key that is optional",
    source: "/**\n * @listType map\n * ^@listMapKey name\n */ a: { name?: string }[]",
    code: "schema/invalid",
    message: /must be required or have a default/,
  },
  {
    mistake: "a set of objects",
    source: "/** ^@listType set */ a: { name: string }[]",
    code: "schema/invalid",
    message: /scalars/,
  },
  {
    mistake: "one of fields that are not there",
    source: "/** ^@exactlyOneOf a;c */ x: { a?: string; b?: string }",
    code: "tag/conflict",
    message: /there is no field c/,
  },
  {
    mistake: "one of fields that are required",
    source: "/** ^@exactlyOneOf a;b */ x: { a: string; b?: string }",
    code: "tag/conflict",
    message: /field a is required/,
  },
  {
    mistake: "a narrower enum that the type does not know",
    source: '/** ^@enum c */ a: "a" | "b"',
    code: "tag/conflict",
    message: /no value in common/,
  },
  {
    mistake: "a type within itself",
    source: kind("", "next: Node", "interface Node { next?: ^Node }"),
    code: "type/recursive",
    message: /Node\.next -> Node/,
  },
  {
    mistake: "a field that two bases declare differently",
    source: kind(
      "",
      "x: C",
      "interface A { f: string }\ninterface B { f: Int32 }\ninterface C extends A, B {}",
    ).replace("B { f", "B { ^f"),
    code: "type/conflict",
    message: /declared as integer here, and as string/,
  },
  {
    mistake: "a column of an unknown type",
    source: kind("^@printColumn name=A type=datetime jsonPath=.spec.a", "a: string"),
    code: "crd/invalid",
    message: /datetime/,
  },
  {
    mistake: "a column whose path has no dot",
    source: kind("^@printColumn name=A type=string jsonPath=spec.a", "a: string"),
    code: "crd/invalid",
    message: /must start with a dot/,
  },
  {
    mistake: "an unknown scope",
    source: kind("^@scope Global", "a: string"),
    code: "tag/invalid-argument",
    message: /Global/,
  },
  {
    mistake: "a scale path outside of the spec",
    source: kind("^@scale spec=.status.a status=.status.a", "a: Int32", "", "a?: Int32"),
    code: "crd/invalid",
    message: /cannot be a path of the scale/,
  },
  {
    mistake: "a selectable path that leads nowhere",
    source: kind("^@selectable .spec.b", "a: string"),
    code: "crd/invalid",
    message: /not a field of type string/,
  },
  {
    mistake: "a count of fields at the root, with a status subresource",
    source: kind("^@minProperties 1", "a: string", "", "a?: string"),
    code: "schema/invalid",
    message: /is not allowed on the kind itself/,
  },
  {
    mistake: "a label without a value",
    source: kind("^@label team", "a: string"),
    code: "tag/invalid-argument",
    message: /cannot be one of the CRD's labels/,
  },
  {
    mistake: "the only version left out",
    source: kind("^@skipVersion", "a: string"),
    code: "crd/invalid",
    message: /@skipVersion omits every version of the kind/,
  },
  {
    mistake: "no version that is served",
    source: kind("@unserved", "a: string").replace("interface Bar", "interface ^Bar"),
    code: "crd/invalid",
    message: /is served/,
  },
  {
    mistake: "a kind without a group",
    source: kind("", "a: string").replaceAll("foo.abc.com/v1", "v1").replace("extends Custom", "extends ^Custom"),
    code: "kind/invalid",
    message: /is not "group\/version"/,
  },
];

export function kind(tag: string, spec: string, types = "", status?: string): string {
  return `import { type CustomResource, defineKind, type Int32 } from "tsop";
${types}
/** ${tag} */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { ${spec} };${status === undefined ? "" : `\n  status?: { ${status} };`}
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`;
}
