import { withoutOwners } from "../kind-cases.js";
import type { ContractCase } from "../contract-case.js";
import { apply, configMaps, mutable, mutateBy, mutates, patch } from "../policy-cases.js";

export const versions = ["1.37"];

const show = { show: withoutOwners };
const good = { data: { mode: "good" } };

const label = (name: string, value = "'x'"): object =>
  apply(`Object{metadata: Object.metadata{labels: {'${name}': ${value}}}}`);

export const cases: readonly ContractCase[] = [
  mutates("apply: sets what is missing", { mutations: [apply("Object{data: {'added': 'yes'}}")] }, [good, {}]),
  mutates(
    "apply: merges maps and lists",
    {
      mutations: [
        apply(
          "Object{metadata: Object.metadata{labels: {'b': 'new'}, finalizers: ['example.com/b', 'example.com/c']}}",
        ),
      ],
    },
    [{ metadata: { name: "a", labels: { a: "1", b: "2" }, finalizers: ["example.com/a", "example.com/b"] } }],
  ),
  mutates(
    "apply: optional fields",
    { mutations: [apply("Object{?data: has(object.data) ? optional.none() : optional.of({'none': 'yes'})}")] },
    [good, {}],
  ),
  mutates(
    "apply: values of the request and the object",
    {
      variables: [{ name: "mode", expression: "object.?data.?mode.orValue('none')" }],
      mutations: [
        apply(
          "Object{data: {'mode2': variables.mode + '!', 'who': string('system:masters' in request.userInfo.groups), 'where': namespaceObject.metadata.name == request.namespace ? 'here' : 'there', 'old': string(oldObject == null)}}",
        ),
      ],
    },
    [good, {}],
  ),
  mutates(
    "apply: several mutations, each on the result of the one before",
    {
      mutations: [
        apply("Object{data: {'n': '1'}}"),
        apply("Object{data: {'n': object.data.n + '2'}}"),
        patch(
          "[JSONPatch{op: 'test', path: '/data/n', value: '12'}, JSONPatch{op: 'add', path: '/data/m', value: object.data.n + '3'}]",
        ),
      ],
    },
    [good],
  ),
  mutates("apply: a field of another type", { mutations: [apply("Object{data: {'n': 1}}")] }, [good]),
  mutates("apply: a field that is none", { mutations: [apply("Object{nope: 'x'}")] }, [good]),
  mutates(
    "apply: another name of a type",
    { mutations: [apply("Object{metadata: Object.spec{labels: {'a': 'b'}}}")] },
    [good],
  ),
  mutates("apply: the name", { mutations: [apply("Object{metadata: Object.metadata{name: 'other'}}")] }, [good]),
  mutates("apply: immutable", { mutations: [apply("Object{immutable: true}")] }, [good]),
  mutates(
    "apply: an expression that cannot be evaluated",
    { mutations: [apply("Object{data: {'a': object.data.nope}}")] },
    [good, { data: { nope: "x" } }],
  ),
  mutates(
    "apply: an expression that cannot be evaluated is no matter",
    {
      failurePolicy: "Ignore",
      mutations: [apply("Object{data: {'a': object.data.nope}}"), apply("Object{data: {'b': 'c'}}")],
    },
    [good],
  ),
  mutates(
    "json patch: add, replace, remove, copy, move",
    {
      mutations: [
        patch(
          "[JSONPatch{op: 'add', path: '/data/a', value: 'x'}, JSONPatch{op: 'replace', path: '/data/mode', value: 'better'}, JSONPatch{op: 'copy', from: '/data/a', path: '/data/b'}, JSONPatch{op: 'move', from: '/data/a', path: '/data/c'}, JSONPatch{op: 'remove', path: '/data/gone'}]",
        ),
      ],
    },
    [{ data: { mode: "good", gone: "x" } }],
  ),
  mutates(
    "json patch: an object and a list",
    {
      mutations: [
        patch(
          "[JSONPatch{op: 'add', path: '/metadata/labels', value: {'a': 'b'}}, JSONPatch{op: 'add', path: '/metadata/finalizers', value: ['example.com/a']}, JSONPatch{op: 'add', path: '/metadata/annotations', value: Object.metadata.annotations{x: 'y'}}]",
        ),
      ],
    },
    [good],
  ),
  mutates(
    "json patch: a key with a slash",
    {
      mutations: [
        patch("[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('example.com/a~b'), value: 'x'}]"),
      ],
    },
    [{ metadata: { name: "a", labels: {} } }],
  ),
  mutates(
    "json patch: a condition",
    {
      mutations: [patch("object.data.mode == 'good' ? [JSONPatch{op: 'add', path: '/data/is', value: 'good'}] : []")],
    },
    [good, { data: { mode: "bad" } }],
  ),
  mutates(
    "json patch: a test that fails changes nothing",
    {
      mutations: [
        patch(
          "[JSONPatch{op: 'add', path: '/data/a', value: 'x'}, JSONPatch{op: 'test', path: '/data/mode', value: 'bad'}]",
        ),
      ],
    },
    [good],
  ),
  mutates(
    "json patch: a path that is not there",
    { mutations: [patch("[JSONPatch{op: 'remove', path: '/data/nope'}]")] },
    [good, {}],
  ),
  mutates(
    "json patch: an operation that is none",
    { mutations: [patch("[JSONPatch{op: 'shake', path: '/data/a', value: 'x'}]")] },
    [good],
  ),
  mutates("json patch: an unknown field", { mutations: [patch("[JSONPatch{op: 'add', path: '/nope', value: 'x'}]")] }, [
    good,
  ]),
  mutates("json patch: a wrong type", { mutations: [patch("[JSONPatch{op: 'add', path: '/data', value: 1}]")] }, [
    good,
  ]),
  mutates(
    "conditions",
    {
      matchConditions: [
        { name: "guarded", expression: "has(object.metadata.labels) && 'guarded' in object.metadata.labels" },
      ],
      mutations: [apply("Object{data: {'guarded': 'yes'}}")],
    },
    [good, { metadata: { name: "a", labels: { guarded: "yes" } } }],
  ),
  mutates(
    "a condition that cannot be evaluated",
    {
      matchConditions: [{ name: "guarded", expression: "object.data.nope == 'x'" }],
      mutations: [apply("Object{data: {'guarded': 'yes'}}")],
    },
    [good],
  ),
  mutates(
    "a binding for some objects alone",
    { mutations: [apply("Object{data: {'guarded': 'yes'}}")] },
    [good, { metadata: { name: "a", labels: { guarded: "yes" } } }],
    {
      matchResources: { objectSelector: { matchLabels: { guarded: "yes" } } },
    },
  ),
  mutates(
    "a parameter that is not there refuses",
    {
      paramKind: { apiVersion: "v1", kind: "Secret" },
      mutations: [apply("Object{data: {'a': string(params.data.mode)}}")],
    },
    [good],
    { paramRef: { name: "nope", namespace: "$ns", parameterNotFoundAction: "Deny" } },
  ),
  mutates(
    "a parameter that is not there is no matter",
    {
      paramKind: { apiVersion: "v1", kind: "Secret" },
      mutations: [apply("Object{data: {'a': string(params.data.mode)}}")],
    },
    [good],
    { paramRef: { name: "nope", namespace: "$ns", parameterNotFoundAction: "Allow" } },
  ),
  mutates(
    "a parameter of a kind that is not served",
    {
      paramKind: { apiVersion: "$id.example.com/v1", kind: "Limit" },
      mutations: [apply("Object{data: {'a': 'b'}}")],
    },
    [good],
    { paramRef: { name: "a", parameterNotFoundAction: "Allow" } },
  ),
  {
    name: "parameters: each is one more invocation",
    async run(api) {
      for (const name of ["p1", "p2"]) {
        const metadata = { name, labels: { params: "yes" } };
        await api.post("/api/v1/namespaces/$ns/secrets", { metadata, stringData: { mode: name } }, { record: false });
      }
      const policy = {
        paramKind: { apiVersion: "v1", kind: "Secret" },
        mutations: [apply("Object{data: {params.metadata.name: string(params.data.mode)}}")],
      };
      const paramRef = { selector: { matchLabels: { params: "yes" } }, parameterNotFoundAction: "Deny" };
      await mutateBy(api, { a: { policy, binding: { paramRef } } });
      await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" }, ...good }, show);
    },
  },
  {
    name: "policies: each is asked again after a change",
    async run(api) {
      const seen = "object.?metadata.?labels.?b.hasValue() ? 'yes' : 'no'";
      const saw = (name: string, reinvocationPolicy: string) => ({
        policy: { reinvocationPolicy, mutations: [apply(`Object{data: {'${name}': ${seen}}}`)] },
      });
      await mutateBy(api, {
        a: saw("again", "IfNeeded"),
        b: { policy: { mutations: [label("b")] } },
        c: saw("after", "IfNeeded"),
      });
      await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" }, ...good }, show);
    },
  },
  {
    name: "updates, patches and deletes",
    async run(api) {
      await api.post(configMaps, { metadata: { name: "a" }, ...good }, { record: false });
      await mutateBy(api, {
        a: { policy: { mutations: [apply("Object{data: {'was': oldObject == null ? 'new' : oldObject.data.mode}}")] } },
      });
      await api.patch(`${configMaps}/a`, "merge", { data: { mode: "better" } }, show);
      await api.put(`${configMaps}/a`, { metadata: { name: "a" }, data: { mode: "best" } }, show);
      await api.delete(`${configMaps}/a`, undefined, show);
    },
  },
  {
    name: "a deployment: containers, defaults, and an atomic selector",
    async run(api) {
      const deployments = "/apis/apps/v1/namespaces/$ns/deployments";
      const rule = { operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] };
      const matchConstraints = { ...mutable, resourceRules: [...mutable.resourceRules, rule] };
      const on = (name: string) => [{ name: "own", expression: `request.name == '${name}'` }];
      const pod = (spec: string): object =>
        apply(`Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{${spec}}}}}`);
      await mutateBy(api, {
        a: {
          policy: {
            ...{ matchConstraints, matchConditions: on("a") },
            mutations: [
              pod(
                "containers: [Object.spec.template.spec.containers.item{name: 'side', image: 'side:1', ports: [Object.spec.template.spec.containers.item.ports.item{containerPort: 80}]}]",
              ),
            ],
          },
        },
        b: {
          policy: {
            ...{ matchConstraints, matchConditions: on("b") },
            mutations: [
              pod(
                "initContainers: [Object.spec.template.spec.initContainers{name: 'side', image: 'side:1', restartPolicy: 'Always'}], containers: [Object.spec.template.spec.containers{name: 'main', env: [Object.spec.template.spec.containers.env{name: 'A', value: 'b'}]}]",
              ),
            ],
          },
        },
        c: {
          policy: {
            ...{ matchConstraints, matchConditions: on("c") },
            mutations: [
              apply("Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {'a': 'c'}}, replicas: 3}}"),
              apply("Object{spec: Object.spec{replicas: 'three'}}"),
              apply("Object{spec: Object.spec{replicas: 2}}"),
              pod("containers: [Object.spec.template.spec.containers{name: 'main', command: ['run']}]"),
            ],
          },
        },
      });
      const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "main", image: "main:1" }] } };
      const spec = { selector: { matchLabels: { a: "b" } }, template };
      for (const name of ["a", "b", "c"]) {
        await api.post(`${deployments}?dryRun=All`, { metadata: { name }, spec }, show);
      }
    },
  },
];
