/** Adds mistakes to valid requests, from a seed. */
import type { JsonValue } from "../../../src/core/json.js";
import { printYaml } from "../../../src/core/yaml.js";
import { mutate } from "../../support/mutations.js";
import { type FuzzRequest, goodRequests } from "./good-requests.js";

type Random = () => number;
type Mutation = (random: Random, request: FuzzRequest) => FuzzRequest;

export function randomRequest(random: Random): FuzzRequest {
  let request = pick(random, goodRequests);
  const mistakes = Math.floor(random() * 4);
  for (let index = 0; index < mistakes; index++) request = weighted(random)(random, request);
  return isHarmless(request) ? request : randomRequest(random);
}

function weighted(random: Random): Mutation {
  const at = random();
  if (at < 0.5) return mutateBody;
  if (at < 0.62) return damageText;
  if (at < 0.76) return mutateQuery;
  if (at < 0.86) return mutateHeaders;
  if (at < 0.96) return mutatePath;
  return (each, request) => ({ ...request, method: pick(each, methods) });
}

/** Returns whether a request deletes only objects of the sequence; other runs share everything else. */
function isHarmless({ method, path }: FuzzRequest): boolean {
  return method !== "DELETE" || (/\$id|\$ns\/./.test(path) && !/%2e|\.\./i.test(path));
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "FOO", "post"];

const mutateBody: Mutation = (random, request) => {
  const { body } = request;
  if (body === undefined || !("json" in body)) return mutateQuery(random, request);
  return { ...request, body: { json: random() < 0.03 ? pick(random, wholeBodies) : mutate(random, body.json) } };
};

const wholeBodies: readonly JsonValue[] = [
  null,
  [],
  5,
  "a",
  true,
  {},
  { kind: "Status", apiVersion: "v1" },
  { kind: "List", apiVersion: "v1", items: [] },
  { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "x" } },
  { propagationPolicy: "Never", gracePeriodSeconds: -1 },
  { metadata: { name: "a" } },
  { metadata: { generateName: "a-" } },
];

/** Damages the body as text: cuts it, changes or inserts a byte, doubles it, or changes its format. */
const damageText: Mutation = (random, request) => {
  const { body } = request;
  if (body === undefined) return request;
  const bytes = "json" in body ? Buffer.from(JSON.stringify(body.json)) : body.bytes;
  const at = Math.floor(random() * (bytes.length + 1));
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  const insert = (text: string | Buffer): Buffer => Buffer.concat([head, Buffer.from(text), tail]);
  switch (Math.floor(random() * 8)) {
    case 0:
      return { ...request, body: { bytes: head } };
    case 1:
      return { ...request, body: { bytes: Buffer.concat([head, tail.subarray(1)]) } };
    case 2:
      return { ...request, body: { bytes: insert(Buffer.from([Math.floor(random() * 256)])) } };
    case 3:
      return { ...request, body: { bytes: insert(pick(random, insertions)) } };
    case 4:
      return { ...request, body: { bytes: Buffer.concat([bytes, bytes]) } };
    case 5:
      return { ...request, body: { bytes: Buffer.alloc(0) } };
    default:
      return "json" in body ? asYaml(request, body.json) : request;
  }
};

const insertions = ["{", "}", "[", "]", ",", ":", '"', "\\", "\n", " ", "\u0000", "é", "1e999", "-", "null", "#", "//"];

function asYaml(request: FuzzRequest, json: JsonValue): FuzzRequest {
  const headers = request.method === "PATCH" ? request.headers : { "content-type": "application/yaml" };
  return { ...request, headers, body: { bytes: Buffer.from(printYaml(json)) } };
}

const mutateQuery: Mutation = (random, request) => {
  const kept = request.query.filter(() => random() < 0.8);
  return { ...request, query: [...kept, `${pick(random, parameters)}=${pick(random, values)}`] };
};

const parameters = [
  ...["limit", "continue", "labelSelector", "fieldSelector", "resourceVersion", "resourceVersionMatch", "watch"],
  ...["dryRun", "fieldManager", "fieldValidation", "force", "timeoutSeconds", "propagationPolicy", "pretty"],
  ...["gracePeriodSeconds", "orphanDependents", "allowWatchBookmarks", "sendInitialEvents", "timeout", "x", ""],
  ...["includeObject", "ignoreStoreReadErrorWithClusterBreakingPotential"],
];
const values = [
  ...["", "0", "1", "-1", "abc", "true", "false", "All", "None", "99999999999999999999", "1.5", "%20", "+"],
  ...["a%3Db", "a%21%3Db", "a+in+(b,c)", "a+notin+(b", "!a", "metadata.name%3Da", "metadata.namespace!%3Da"],
  ...["spec.nodeName%3Da", "spec.color%3Dred", "status.phase%3DRunning", "nothing%3Da", "a%3D%3Db,c", "a>1"],
  ...["%zz", "%00", "%ff", "a;b", "NotOlderThan", "Exact", "Background", "Foreground", "Orphan", "Strict", "Warn"],
  ...["Ignore", "strict", "1s", "Metadata", "Object", "a".repeat(130), "é", "a%2Fb", "a%0Ab", "[", "eyJ2IjoibWV0YSJ9"],
];

const mutateHeaders: Mutation = (random, request) => {
  const name = pick(random, Object.keys(headerValues));
  return { ...request, headers: { ...request.headers, [name]: pick(random, headerValues[name]!) } };
};

const headerValues: Readonly<Record<string, readonly string[]>> = {
  "content-type": [
    ...["application/json", "application/yaml", "application/merge-patch+json", "application/json-patch+json"],
    ...["application/apply-patch+yaml", "application/strategic-merge-patch+json", "application/cbor", "text/plain"],
    ...["application/vnd.kubernetes.protobuf", "", "nonsense", "application/json; charset=utf-8", "APPLICATION/JSON"],
    ...[
      "application/json;;",
      "application/json; charset",
      "*/*",
      "application/json, application/yaml",
      "text/html;q=1",
    ],
  ],
  accept: [
    ...["application/json", "*/*", "application/yaml", "text/html", ";;;", "application/vnd.kubernetes.protobuf", ""],
    ...["application/json;as=Table;v=v1;g=meta.k8s.io", "application/json;as=Table;v=v2;g=meta.k8s.io"],
    ...["application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io", "application/*", "application/json;q=0"],
    ...["application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "text/*, application/json;q=0.1"],
    ...["application/cbor", "application/json;stream=watch", "application/json;as=Nothing;v=v1;g=meta.k8s.io", "a/b/c"],
  ],
  "accept-encoding": ["gzip", "identity;q=0", "br", "*"],
  "content-encoding": ["gzip", "identity"],
  "impersonate-user": ["somebody", "", "system:admin"],
  "impersonate-group": ["system:masters", "a"],
  "impersonate-extra-a": ["b"],
  "x-http-method-override": ["DELETE"],
  expect: ["100-continue", "nonsense"],
  origin: ["https://example.com"],
  "if-none-match": ['"x"', "*"],
  range: ["bytes=0-5"],
  upgrade: ["websocket", "SPDY/3.1", "h2c"],
};

const mutatePath: Mutation = (random, request) => {
  const segments = request.path.split("/").slice(1);
  const at = Math.floor(random() * segments.length);
  const segment = segments[at] ?? "";
  switch (Math.floor(random() * 6)) {
    case 0:
      segments.splice(at, 1);
      break;
    case 1:
      segments.splice(at, 0, pick(random, junk));
      break;
    case 2:
      segments[at] = pick(random, junk);
      break;
    case 3:
      segments[at] = segment.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      break;
    case 4:
      segments.push(pick(random, junk));
      break;
    default:
      segments[at] = random() < 0.5 ? segment.toUpperCase() : `${segment}x`;
  }
  return { ...request, path: `/${segments.join("/")}` };
};

const junk = [
  ...["", "a", "b", "status", "scale", "%2e%2e", "..", ".", "%00", "%ff", "%2f", "%zz", "watch", "A_B", "default", "é"],
  ...["proxy", "log", "exec", "namespaces", "configmaps", "v1", "api", "apis", "a b", "a%20b", "a:b", "x".repeat(260)],
];

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}
