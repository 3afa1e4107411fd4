import type { AnswerBody, ContractCase, PatchType } from "../contract-case.js";

const maps = "/api/v1/namespaces/$ns/configmaps";
const pods = "/api/v1/namespaces/$ns/podtemplates";

const map = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", labels: { x: "1" }, finalizers: ["a.b/c", "a.b/d"] },
  data: { a: "1", b: "2" },
};

const template = {
  apiVersion: "v1",
  kind: "PodTemplate",
  metadata: { name: "a" },
  template: {
    metadata: { labels: { a: "1" } },
    spec: {
      containers: [
        {
          name: "one",
          image: "i:1",
          env: [
            { name: "A", value: "1" },
            { name: "B", value: "2" },
          ],
          args: ["x"],
        },
        { name: "two", image: "i:2", ports: [{ containerPort: 80 }, { containerPort: 81, name: "b" }] },
      ],
      tolerations: [{ key: "a", operator: "Exists" }],
      nodeSelector: { a: "1" },
      volumes: [{ name: "v", emptyDir: {} }],
    },
  },
};

/** Omits the text of the patched object, whose fields are in the order of Go's structs. */
function withoutObject(text: string): string {
  return text.replaceAll(/Invalid value: \\".*?\\": (json|strict)/g, "Invalid value: …: $1");
}

interface PatchCase {
  readonly name: string;
  readonly type: PatchType;
  readonly body: object | string;
  readonly query?: string;
}

const show = ({ kind, metadata, data, template: inner, ...others }: AnswerBody): unknown =>
  kind === "Status"
    ? JSON.parse(withoutObject(JSON.stringify({ kind, metadata, ...others })))
    : { metadata: { ...metadata, managedFields: undefined }, data, template: inner };

const json: readonly PatchCase[] = [
  { name: "add", type: "json", body: [{ op: "add", path: "/data/c", value: "3" }] },
  {
    name: "replace and remove",
    type: "json",
    body: [
      { op: "replace", path: "/data/a", value: "9" },
      { op: "remove", path: "/data/b" },
    ],
  },
  {
    name: "move and copy",
    type: "json",
    body: [
      { op: "move", from: "/data/a", path: "/data/z" },
      { op: "copy", from: "/data/b", path: "/data/y" },
    ],
  },
  { name: "a test that holds", type: "json", body: [{ op: "test", path: "/data/a", value: "1" }] },
  { name: "a test that does not hold", type: "json", body: [{ op: "test", path: "/data/a", value: "2" }] },
  { name: "a test of what is not there", type: "json", body: [{ op: "test", path: "/data/q", value: "2" }] },
  {
    name: "items of a list",
    type: "json",
    body: [
      { op: "add", path: "/metadata/finalizers/-", value: "a.b/e" },
      { op: "remove", path: "/metadata/finalizers/0" },
    ],
  },
  { name: "an index that is not there", type: "json", body: [{ op: "remove", path: "/metadata/finalizers/7" }] },
  { name: "no index", type: "json", body: [{ op: "add", path: "/metadata/finalizers/x", value: "a.b/e" }] },
  { name: "a path that is not there", type: "json", body: [{ op: "remove", path: "/data/q" }] },
  { name: "below a path that is not there", type: "json", body: [{ op: "add", path: "/nope/q", value: "1" }] },
  { name: "replace of what is not there", type: "json", body: [{ op: "replace", path: "/data/q", value: "1" }] },
  {
    name: "an escaped path",
    type: "json",
    body: [
      { op: "add", path: "/metadata/annotations", value: {} },
      { op: "add", path: "/metadata/annotations/a.b~1c", value: "1" },
    ],
  },
  { name: "an operation that there is not", type: "json", body: [{ op: "nope", path: "/data/a" }] },
  { name: "no operation", type: "json", body: [{ path: "/data/a" }] },
  { name: "no list", type: "json", body: { op: "add" } },
  {
    name: "an unknown member",
    type: "json",
    body: [{ op: "add", path: "/data/c", value: "3", foo: 1 }],
    query: "?fieldValidation=Strict",
  },
  { name: "no JSON", type: "json", body: "[{" },
  { name: "nothing", type: "json", body: [] },
  { name: "a value of the wrong type", type: "json", body: [{ op: "add", path: "/data/c", value: 3 }] },
  {
    name: "an unknown field",
    type: "json",
    body: [{ op: "add", path: "/foo", value: 3 }],
    query: "?fieldValidation=Strict",
  },
];

const merge: readonly PatchCase[] = [
  { name: "fields", type: "merge", body: { data: { a: "9", b: null, c: "3" }, metadata: { labels: null } } },
  { name: "a list is replaced", type: "merge", body: { metadata: { finalizers: ["a.b/z"] } } },
  { name: "an empty object", type: "merge", body: {} },
  { name: "a list", type: "merge", body: [] },
  { name: "no JSON", type: "merge", body: "{" },
  { name: "a wrong type", type: "merge", body: { data: { a: 1 } } },
  { name: "an unknown field", type: "merge", body: { foo: 1 }, query: "?fieldValidation=Strict" },
  {
    name: "a field that comes twice",
    type: "merge",
    body: '{"data":{"a":"1","a":"2"}}',
    query: "?fieldValidation=Strict",
  },
  { name: "another name", type: "merge", body: { metadata: { name: "b" } } },
];

const strategic: readonly PatchCase[] = [
  {
    name: "an item of a list by its key",
    type: "strategic",
    body: spec({ containers: [{ name: "two", image: "new" }] }),
  },
  { name: "an item more", type: "strategic", body: spec({ containers: [{ name: "zero", image: "i:0" }] }) },
  { name: "an item less", type: "strategic", body: spec({ containers: [{ name: "one", $patch: "delete" }] }) },
  {
    name: "a list replaced",
    type: "strategic",
    body: spec({ containers: [{ $patch: "replace" }, { name: "only", image: "i" }] }),
  },
  { name: "an object replaced", type: "strategic", body: spec({ nodeSelector: { $patch: "replace", b: "2" } }) },
  { name: "an object deleted", type: "strategic", body: spec({ nodeSelector: { $patch: "delete" } }) },
  {
    name: "an order",
    type: "strategic",
    body: spec({ "$setElementOrder/containers": [{ name: "two" }, { name: "one" }] }),
  },
  {
    name: "an order with changes",
    type: "strategic",
    body: spec({
      "$setElementOrder/containers": [{ name: "three" }, { name: "two" }, { name: "one" }],
      containers: [
        { name: "three", image: "i:3" },
        { name: "one", image: "x" },
      ],
    }),
  },
  {
    name: "an order that the changes do not keep",
    type: "strategic",
    body: spec({ "$setElementOrder/containers": [{ name: "one" }], containers: [{ name: "three", image: "i:3" }] }),
  },
  ...[null, 1.5, 1, "one", { name: "one" }].map((order): PatchCase => {
    return {
      name: `an order that is no list: ${JSON.stringify(order)}`,
      type: "strategic",
      body: spec({ "$setElementOrder/containers": order }),
    };
  }),
  ...[null, 1.5, true].map((containers): PatchCase => {
    return {
      name: `an order of what is no list: ${JSON.stringify(containers)}`,
      type: "strategic",
      body: spec({ "$setElementOrder/containers": [{ name: "one" }], containers }),
    };
  }),
  {
    name: "keys that stay",
    type: "strategic",
    body: spec({ volumes: [{ name: "v", $retainKeys: ["name", "configMap"], configMap: { name: "c" } }] }),
  },
  {
    name: "keys that stay, without one that is set",
    type: "strategic",
    body: spec({ volumes: [{ name: "v", $retainKeys: ["name"], configMap: { name: "c" } }] }),
  },
  {
    name: "a list without a strategy",
    type: "strategic",
    body: spec({ tolerations: [{ key: "b", operator: "Exists" }] }),
  },
  {
    name: "a list inside of an item",
    type: "strategic",
    body: spec({
      containers: [
        {
          name: "one",
          env: [
            { name: "B", $patch: "delete" },
            { name: "C", value: "3" },
          ],
        },
      ],
    }),
  },
  { name: "no key", type: "strategic", body: spec({ containers: [{ image: "x" }] }) },
  { name: "a directive that there is not", type: "strategic", body: spec({ nodeSelector: { $patch: "nope" } }) },
  { name: "null", type: "strategic", body: spec({ nodeSelector: null, volumes: null }) },
  {
    name: "items of a set less",
    type: "strategic",
    body: { metadata: { "$deleteFromPrimitiveList/finalizers": ["a.b/c"] } },
  },
  { name: "an unknown field", type: "strategic", body: { foo: 1 }, query: "?fieldValidation=Ignore" },
  { name: "no JSON", type: "strategic", body: "{" },
];

function spec(content: object): object {
  return { template: { spec: content } };
}

export const cases: readonly ContractCase[] = [
  ...[...json, ...merge].map((each) => caseOf(each, maps, map)),
  ...strategic.map((each) => caseOf(each, pods, template)),
  {
    name: "a patch of what is not there",
    run: (api) => api.patch(`${maps}/nope`, "merge", {}),
  },
  {
    name: "a content type that is no patch's",
    run: (api) => api.patch(`${maps}/a`, "application/json", {}),
  },
];

function caseOf({ name, type, body, query = "" }: PatchCase, path: string, object: object): ContractCase {
  return {
    name: `${type}: ${name}`,
    run: async (api) => {
      await api.post(path, object, { record: false });
      await api.patch(`${path}/a${query}`, type, body, { show });
      await api.patch(`${path}/a`, "merge", { metadata: { finalizers: null } }, { record: false });
    },
  };
}
