import type { ContractCase } from "../contract-case.js";
import { configMap, configMaps, onConfigMap } from "../sample-objects.js";

const a = `${configMaps}/a`;

/** Bodies of a POST that creates a ConfigMap. */
const bodies: readonly (readonly [name: string, body: string | Buffer | object])[] = [
  ["nothing", ""],
  ["spaces", "  \n"],
  ["an open brace", "{"],
  ["a word", "nonsense"],
  ["null", "null"],
  ["true", "true"],
  ["a number", "5"],
  ["a text", `"a"`],
  ["a list", "[]"],
  ["an empty object", "{}"],
  ["two objects", `{"metadata":{"name":"a"}}{"metadata":{"name":"b"}}`],
  ["something after the object", `{"metadata":{"name":"a"}} x`],
  ["a trailing comma", `{"metadata":{"name":"a"},}`],
  ["single quotes", `{'metadata':{'name':'a'}}`],
  ["a comment", `{"metadata":{"name":"a"}} // comment`],
  ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`{"metadata":{"name":"a"}}`)])],
  ["a NUL in a text", `{"metadata":{"name":"a"},"data":{"a":"x\u0000"}}`],
  ["an escaped NUL in a text", `{"metadata":{"name":"a"},"data":{"a":"x\\u0000"}}`],
  ["half a surrogate pair", `{"metadata":{"name":"a"},"data":{"a":"\\ud800"}}`],
  ["another kind", { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }],
  ["another version", { apiVersion: "v2", kind: "ConfigMap", metadata: { name: "a" } }],
  ["another group", { apiVersion: "apps/v1", kind: "ConfigMap", metadata: { name: "a" } }],
  ["a kind that nobody knows", { apiVersion: "v1", kind: "Nothing", metadata: { name: "a" } }],
  ["a group that nobody knows", { apiVersion: "nothing.example.com/v1", kind: "Nothing", metadata: { name: "a" } }],
  ["an apiVersion with two slashes", { apiVersion: "a/b/c", kind: "ConfigMap", metadata: { name: "a" } }],
  ["an apiVersion without kind", { apiVersion: "v1", metadata: { name: "a" } }],
  ["a kind without apiVersion", { kind: "ConfigMap", metadata: { name: "a" } }],
  ["an apiVersion that is a number", { apiVersion: 1, kind: "ConfigMap", metadata: { name: "a" } }],
  ["a kind that is an object", { apiVersion: "v1", kind: {}, metadata: { name: "a" } }],
  ["a list of the kind", { apiVersion: "v1", kind: "ConfigMapList", items: [] }],
  ["metadata that is a text", { metadata: "a" }],
  ["metadata that is null", { metadata: null }],
  ["a name that is a number", { metadata: { name: 5 } }],
  ["a name that is null", { metadata: { name: null } }],
  ["labels that are a list", { metadata: { name: "a", labels: [] } }],
  ["a label that is a number", { metadata: { name: "a", labels: { a: 1 } } }],
  ["a label that is null", { metadata: { name: "a", labels: { a: null } } }],
  ["an annotation that is true", { metadata: { name: "a", annotations: { a: true } } }],
  ["finalizers that are a text", { metadata: { name: "a", finalizers: "x" } }],
  ["data that is a list", { metadata: { name: "a" }, data: [] }],
  ["data that is a text", { metadata: { name: "a" }, data: "x" }],
  ["data that is null", { metadata: { name: "a" }, data: null }],
  ["a value that is a number", { metadata: { name: "a" }, data: { a: 1 } }],
  ["a value that is null", { metadata: { name: "a" }, data: { a: null } }],
  ["binary data that is not base64", { metadata: { name: "a" }, binaryData: { a: "%%" } }],
  ["a boolean that is a text", { metadata: { name: "a" }, immutable: "true" }],
  ["a time that is none", { metadata: { name: "a", creationTimestamp: "yesterday" } }],
  ["a time that is a number", { metadata: { name: "a", creationTimestamp: 5 } }],
  ["a generation that is a text", { metadata: { name: "a", generation: "5" } }],
  ["a generation that is a fraction", { metadata: { name: "a", generation: 1.5 } }],
  ["a generation beyond 64 bits", `{"metadata":{"name":"a","generation":99999999999999999999}}`],
  [
    "a key with __proto__",
    `{"metadata":{"name":"a","labels":{"__proto__":"x"}},"data":{"__proto__":"x","constructor":"y"}}`,
  ],
  ["keys of data that are not valid", { metadata: { name: "a" }, data: { "a b": "1" } }],
];

const applyBody = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"b":"}{"}}`;

const behindObject = [" x", "}", "]", ",", " 5", "null", `"x"`, "[]", " # c", "\n---\na: b", applyBody].map(
  (rest) =>
    [`an object with ${rest === applyBody ? "another" : JSON.stringify(rest)} behind it`, applyBody + rest] as const,
);

const applied: readonly (readonly [name: string, body: string])[] = [
  ["an empty object with another behind it", `{}${applyBody}`],
  ["an object without its last brace", applyBody.slice(0, -1)],
  ...["1", "true", "null", "[]", "{}"].flatMap((value): (readonly [string, string])[] => [
    [`an apiVersion of ${value}`, applyBody.replace('"v1"', value)],
    [`a kind of ${value}`, applyBody.replace('"ConfigMap"', value)],
  ]),
];

/** Values that are not operations. */
const strangers = ["[1]", `["a"]`, "[null]", "[[]]", "[true]", `[{"op":"add","path":"/data/z","value":"1"},5]`];

const deep = (depth: number): string => `${`{"a":`.repeat(depth)}1${"}".repeat(depth)}`;

/** Creates a case with a body so large that only the status code is recorded. */
function hugeCase(name: string, bytes: number): ContractCase {
  return {
    name,
    async run(api) {
      const body = JSON.stringify(configMap("a", { a: "x".repeat(bytes) }));
      await api.post(configMaps, body, {
        show: ({ kind, code, reason, message }) => ({ kind, code, reason, message: String(message).slice(0, 200) }),
      });
      await api.get(a, { show: (answer) => answer.code });
    },
  };
}

export const cases: readonly ContractCase[] = [
  ...bodies.map(([name, body]): ContractCase => ({
    name: `create from ${name}`,
    run: (api) => api.post(configMaps, body),
  })),
  ...bodies
    .filter(([name]) =>
      [
        "nothing",
        "an open brace",
        "null",
        "a list",
        "another kind",
        "another version",
        "a value that is a number",
      ].includes(name),
    )
    .map(([name, body]) => onConfigMap(`update from ${name}`, (api) => api.put(a, body))),
  hugeCase("data of more than a MiB", 1024 * 1024 + 1),
  hugeCase("a body of more than 3 MiB", 3 * 1024 * 1024 + 1),
  hugeCase("a body of 8 MiB", 8 * 1024 * 1024),
  { name: "a body that is 5,000 objects deep", run: (api) => api.post(configMaps, deep(5000)) },
  { name: "a body that is 20,000 objects deep", run: (api) => api.post(configMaps, deep(20_000)) },
  onConfigMap("a patch that is 20,000 objects deep", (api) => api.patch(a, "merge", deep(20_000))),
  onConfigMap("a patch of more than 3 MiB", (api) =>
    api.patch(a, "merge", JSON.stringify({ data: { a: "x".repeat(3 * 1024 * 1024) } })),
  ),
  onConfigMap("a JSON patch of more than 10,000 operations", (api) =>
    api.patch(
      a,
      "json",
      Array.from({ length: 10_001 }, () => ({ op: "test", path: "/data/a", value: "1" })),
    ),
  ),
  ...[...behindObject, ...applied].map(([name, body]) =>
    onConfigMap(`apply ${name}`, (api) => api.patch(`${a}?fieldManager=me&force=true&dryRun=All`, "apply", body)),
  ),
  ...strangers.map((body) => onConfigMap(`JSON patch of ${body}`, (api) => api.patch(a, "json", body))),
  {
    name: "a namespace with a bad name in the path",
    run: (api) => api.post("/api/v1/namespaces/A_B/configmaps", configMap("a")),
  },
  {
    name: "a query with a bad value",
    run: (api) => api.post(`${configMaps}?fieldManager=`, configMap("a", { a: "1" })),
  },
];
