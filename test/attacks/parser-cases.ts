/** Parsers of untrusted texts, with valid and nearly valid texts. */
import { parsePath } from "../../src/apiserver/custom-resources/json-path/parse.js";
import { acceptedTypes, parseMediaType } from "../../src/apiserver/http/media-type.js";
import { parseLabelSelector } from "../../src/apiserver/selectors/label-selector.js";
import { applyMergePatch } from "../../src/apiserver/patches/merge-patch.js";
import { StatusError } from "../../src/apiserver/status-error.js";
import { canonicalQuantity } from "../../src/apiserver/types/quantity-text.js";
import { readYaml } from "../../src/apiserver/yaml/read-yaml.js";
import { YamlFault } from "../../src/apiserver/yaml/yaml-fault.js";
import type { ServedResource } from "../../src/apiserver/resource.js";
import { parseFieldSelector } from "../../src/apiserver/selectors/field-selector.js";
import { checkRules } from "../../src/cel/check-rules.js";
import { parse as parseCel } from "../../src/cel/parse.js";
import { parseQuantity } from "../../src/cel/quantity.js";
import { parseDuration, parseFormatDuration, parseTimestamp } from "../../src/cel/times.js";
import { SelectorFault } from "../../src/core/label-selector.js";
import { checkDockerfile, checkGitignore } from "../../src/doctor/project/ignore-checks.js";
import type { Schema } from "../../src/schema/schema.js";
import { TsopError } from "../../src/core/errors.js";
import { checkImage } from "../../src/core/image-reference.js";
import type { Json } from "../../src/core/json.js";
import { applyJsonPatch } from "../../src/core/json-patch.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import { followPath } from "../../src/generate/json-path.js";
import { readLabelRequirements } from "../../src/kube/label-selector.js";
import { proxyFromEnvironment } from "../../src/kube/proxy.js";
import { describePath } from "../../src/kube/url-template.js";
import { parseProject } from "../../src/project/parse.js";

type Refusal = abstract new (...args: never[]) => Error;

export interface ParserCase {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  /** Valid and nearly valid texts. */
  readonly samples: readonly string[];
  readonly refusals: readonly Refusal[];
}

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: a, labels: {app: a}}
spec:
  template: &t
    spec:
      containers:
      - {name: a, image: "a:1"}
  other: *t
  text: |
    line
`;
const project = `layout:
- go.kubebuilder.io/v4
domain: example.com
projectName: a
repo: example.com/a
version: "3"
resources:
- api: {crdVersion: v1, namespaced: true}
  controller: true
  domain: example.com
  group: foo
  kind: Bar
  version: v1
  webhooks: {defaulting: true, validation: true, webhookVersion: v1}
`;

const selectors = ["a=b,c!=d", "a in (b,c), d notin (e)", "!a,b", "example.com/a==b", "a>1"];
const quantities = ["1", "1.5Gi", "100m", "1e3", "-2.5E-3", "12345678901234567890Ki"];
const patch = JSON.stringify([
  { op: "add", path: "/a/-", value: { b: 1 } },
  { op: "remove", path: "/a/0" },
  { op: "replace", path: "/b~1c", value: null },
  { op: "copy", from: "/a", path: "/d" },
  { op: "test", path: "/b~1c", value: null },
]);
/** JSON, where a text is still some. */
const json = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json; // JSON, by its definition
  } catch {
    return undefined;
  }
};

const typed: Schema = {
  type: "object",
  properties: {
    names: { type: "array", maxItems: 5, items: { type: "string", maxLength: 9 } },
    labels: { type: "object", maxProperties: 3, additionalProperties: { type: "string" } },
    count: { type: "integer", format: "int64" },
    at: { type: "string", format: "date-time" },
    size: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
  },
};
// The only part that is asked for.
const pods = { selectableFields: new Map([["status.phase", () => ""]]), strategy: {} } as unknown as ServedResource;
const filesOf = (dockerfile: string, dockerignore: string): Parameters<typeof checkDockerfile>[0] =>
  ({ dockerfile, dockerignore }) as Parameters<typeof checkDockerfile>[0]; // nor here

export const parserCases: readonly ParserCase[] = [
  {
    name: "YAML of files",
    parse: (text) => parseAllYaml(text, "a.yaml"),
    samples: [manifest, project],
    refusals: [TsopError],
  },
  {
    name: "YAML of requests",
    parse: (text) => readYaml(Buffer.from(text)),
    samples: [manifest, project],
    refusals: [YamlFault],
  },
  { name: "PROJECT", parse: parseProject, samples: [project], refusals: [TsopError] },
  {
    name: "JSON patches",
    parse: (text) => {
      const operations = json(text);
      if (Array.isArray(operations)) applyJsonPatch({ a: [1, 2], "b/c": {} }, operations);
    },
    samples: [patch],
    refusals: [Error], // in the words of Go's library, for whoever knows the request
  },
  {
    name: "merge patches",
    parse: (text) => applyMergePatch({ a: { b: 1 }, c: [1] }, json(text) ?? null),
    samples: ['{"a":{"b":null,"__proto__":{"polluted":1}},"c":{"d":[{}]}}'],
    refusals: [],
  },
  {
    name: "CEL",
    parse: parseCel,
    samples: [
      "self.a.all(x, x > 1 && x in [1, 2]) ? 'a' : \"b\"",
      "has(self.a) || !(self.b == {'c': 1u})",
      "r'\\d' + b'\\x00'",
    ],
    refusals: [],
  },
  {
    name: "CEL with types",
    parse: (rule) => checkRules({ ...typed, "x-kubernetes-validations": [{ rule, messageExpression: rule }] }),
    samples: [
      "self.names.all(n, n.startsWith('a') && size(n) < 3) && self.at < timestamp('2026-01-01T00:00:00Z')",
      "has(self.count) ? self.count + 1 > oldSelf.count : quantity(self.size).isGreaterThan(quantity('1Gi'))",
      "self.labels.exists(k, self.labels[k].matches('^[a-z]+$')) || duration('1h') == duration(self.size)",
      "cel.bind(x, self.names.map(n, n + 'a'), x[0] in ['a', b'b', 1u, 1.5, null, type(x)])",
      "optional.of(self.?count.orValue(1)).hasValue() && [1, 2].sortBy(e, -e) == {'a': self.names}",
    ],
    refusals: [],
  },
  {
    name: "durations",
    parse: (text) => [parseDuration(text), parseFormatDuration(text), parseTimestamp(text)],
    samples: ["1h30m", "-1.5s", "1d", "2026-01-01T00:00:00.5+01:00", "9223372036854775807ns", "P1DT1H"],
    refusals: [],
  },
  {
    name: "field selectors of requests",
    parse: (text) => parseFieldSelector(text, pods),
    samples: ["metadata.name=a,metadata.namespace!=b", "status.phase==Running", "a\\,b=c\\=d", "metadata.name"],
    refusals: [SelectorFault],
  },
  {
    name: "Dockerfiles",
    parse: (text) => checkDockerfile(filesOf(text, "*\n!dist\n")),
    samples: ['FROM node:24 AS a\nCOPY --from=a ["dist/", "."]\nCOPY dist/ \\\n  ./\nADD . .\n'],
    refusals: [],
  },
  {
    name: ".dockerignore",
    parse: (text) => checkDockerfile(filesOf("COPY dist/ .\n", text)),
    samples: ["*\n!dist/**/*.js\n# a\n**/node_modules\n[a-c]?\n", "\\#a\n!*\n/dist\n"],
    refusals: [],
  },
  {
    name: ".gitignore",
    parse: (text) =>
      checkGitignore({ gitignores: [{ prefix: "", text }] } as unknown as Parameters<typeof checkGitignore>[0]),
    samples: ["dist/\n!dist/a\n**/*.js\n\\ \n[a-c]?/\n", ".tsop\nnode_modules\n"],
    refusals: [],
  },
  {
    name: "JSONPaths of columns",
    parse: parsePath,
    samples: [".spec.a[0].b", '.status.conditions[?(@.type=="Ready")].status'],
    refusals: [],
  },
  {
    name: "paths of tags",
    parse: (text) => followPath({ type: "object" }, text),
    samples: [".spec.replicas", ".a.b\\.c"],
    refusals: [],
  },
  { name: "label selectors of operators", parse: readLabelRequirements, samples: selectors, refusals: [TsopError] },
  {
    name: "label selectors of requests",
    parse: parseLabelSelector,
    samples: selectors,
    refusals: [SelectorFault, StatusError],
  },
  { name: "quantities of objects", parse: canonicalQuantity, samples: quantities, refusals: [] },
  { name: "quantities of CEL", parse: parseQuantity, samples: quantities, refusals: [] },
  {
    name: "media types",
    parse: parseMediaType,
    samples: ["application/json; charset=utf-8", 'a/b;c="d\\"e"'],
    refusals: [],
  },
  {
    name: "accepted types",
    parse: acceptedTypes,
    samples: ["application/json;q=0.9, */*", "text/html,;"],
    refusals: [],
  },
  {
    name: "images",
    parse: (text) => checkImage(text, "--img"),
    samples: ["a.b:5000/c/d:e@sha256:" + "0".repeat(64)],
    refusals: [TsopError],
  },
  {
    name: "variables of proxies",
    parse: (text) => proxyFromEnvironment("https://10.0.0.1:6443", { HTTPS_PROXY: "http://a", NO_PROXY: text }),
    samples: ["localhost,.example.com,10.0.0.0/8,[::1]:80,*.a"],
    refusals: [],
  },
  {
    name: "addresses of proxies",
    parse: (text) => proxyFromEnvironment("https://a", { HTTPS_PROXY: text }),
    samples: ["http://user:password@proxy:3128", "socks5://a"],
    refusals: [TsopError],
  },
  {
    name: "addresses of requests",
    parse: describePath,
    samples: ["/apis/apps/v1/namespaces/a/deployments/b?watch=1"],
    refusals: [],
  },
];
