/** Requests for which two servers must write the same audit events. */
import { type Connection, readText, send } from "../contract/exchange.js";

export interface Step {
  /** The token of the user; empty for none. Default: the administrator's. */
  readonly token?: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a text. */
  readonly body?: string | object;
  /** kube-apiserver fails to write the event of the response: the patch is not JSON. */
  readonly isLost?: boolean;
  /** Whether the two servers show another status in the object of the request. */
  readonly hasOtherStatus?: boolean;
}

/** The client's name of the step with this number: the events of other clients do not count. */
export function agentOf(index: number): string {
  return `audit-step-${index}`;
}

export function admissionAgentOf(index: number): string {
  return `audit-admission-${index}`;
}

const ns = "/api/v1/namespaces/audited";
const maps = `${ns}/configmaps`;
const merge = { "content-type": "application/merge-patch+json" };
const map = (name: string, data = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});
const apps = "/apis/apps/v1/namespaces/audited/deployments";
const template = {
  metadata: { labels: { a: "b" } },
  spec: { containers: [{ name: "c", image: "i" }] },
};
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d" },
  spec: { replicas: 1, selector: { matchLabels: { a: "b" } }, template },
};
const restricted = {
  "pod-security.kubernetes.io/enforce": "baseline",
  "pod-security.kubernetes.io/audit": "restricted",
};
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "bars.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "bars", kind: "Bar" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { size: { type: "integer", default: 3 } } } },
          },
        },
        subresources: { status: {} },
      },
    ],
  },
};
const pod = (name: string, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: { serviceAccountName: "worker", containers: [{ name: "c", image: "i", ...more }] },
});

export const steps: readonly Step[] = [
  { path: "/version" },
  { path: "/healthz" },
  { path: "/api/v1" },
  { path: "/nonsense" },
  { path: "/api/v1/nonsense" },
  { path: "/apis/nonsense.example.com/v1/things" },
  { token: "wrong", path: "/api/v1/namespaces/default" },
  { token: "nobody-token", path: `${maps}/a` },
  { token: "nobody-token", path: "/metrics" },
  { path: "/api/v1/namespaces?pretty=true&limit=1", method: "OPTIONS" },
  { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "audited", labels: restricted } } },
  { method: "POST", path: `${ns}/serviceaccounts`, body: { metadata: { name: "worker" } } },
  { method: "POST", path: maps, body: map("a", { k: "v" }) },
  { method: "POST", path: maps, body: map("a") },
  { method: "POST", path: maps, body: map("Not Valid") },
  { method: "POST", path: maps, body: "{" },
  { method: "POST", path: maps, body: { kind: "Secret", apiVersion: "v1" } },
  { method: "POST", path: `${maps}?dryRun=All&fieldManager=me`, body: map("dry") },
  { method: "POST", path: maps, body: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "g-" } } },
  { path: `${maps}/a`, headers: { "audit-id": "my-own-id" } },
  { path: `${maps}/missing` },
  { path: `${maps}?labelSelector=x%3Dy` },
  {
    path: `${maps}?fieldSelector=metadata.name%3Da`,
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  },
  { path: `${maps}/a`, headers: { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" } },
  { path: `${maps}/a`, headers: { accept: "application/vnd.kubernetes.protobuf" } },
  { path: `${maps}/a`, headers: { accept: "text/plain" } },
  { method: "PATCH", path: `${maps}/a`, headers: merge, body: { data: { x: "1" } } },
  { method: "PATCH", path: `${maps}/a`, headers: merge, body: "not json", isLost: true },
  {
    ...{ method: "PATCH", path: `${maps}/a`, headers: { "content-type": "application/json-patch+json" } },
    body: [{ op: "replace", path: "/data/x", value: "2" }],
  },
  {
    ...{ method: "PATCH", path: `${maps}/a`, headers: { "content-type": "application/strategic-merge-patch+json" } },
    body: { data: { x: null } },
  },
  {
    ...{
      method: "PATCH",
      path: `${maps}/b?fieldManager=me`,
      headers: { "content-type": "application/apply-patch+yaml" },
    },
    body: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\ndata:\n  # a comment\n  k: v\n",
    isLost: true,
  },
  { method: "PATCH", path: `${maps}/missing`, headers: merge, body: {} },
  { method: "PATCH", path: `${maps}/a`, headers: { "content-type": "text/plain" }, body: "x" },
  { method: "PUT", path: `${maps}/a`, body: map("a", { k: "w" }) },
  { method: "PUT", path: `${maps}/a`, body: { ...map("a"), metadata: { name: "a", resourceVersion: "1" } } },
  { method: "PUT", path: `${maps}/other`, body: map("a") },
  { path: `${maps}?watch=true&timeoutSeconds=1` },
  { path: `${maps}?watch=true&resourceVersion=none` },
  { path: `/api/v1/watch/namespaces/audited/configmaps/a?timeoutSeconds=1` },
  { method: "POST", path: `${ns}/secrets`, body: { metadata: { name: "s" }, stringData: { password: "hidden" } } },
  { method: "PATCH", path: `${ns}/secrets/s`, headers: merge, body: { stringData: { password: "hidden" } } },
  { path: `${ns}/secrets/s` },
  { method: "POST", path: apps, body: deployment },
  { path: apps },
  { path: apps, headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } },
  { path: `${apps}/d/scale` },
  {
    method: "PUT",
    path: `${apps}/d/scale`,
    body: { metadata: { name: "d", namespace: "audited" }, spec: { replicas: 2 } },
    hasOtherStatus: true,
  },
  { method: "PATCH", path: `${apps}/d/status`, headers: merge, body: { status: { replicas: 2 } } },
  { method: "POST", path: `${ns}/pods`, body: pod("p") },
  { method: "POST", path: `${ns}/pods`, body: pod("q", { securityContext: { privileged: true } }) },
  { path: `${ns}/pods/p/log` },
  { method: "POST", path: `${ns}/pods/p/exec?command=ls` },
  { method: "POST", path: `${ns}/pods/p/eviction`, body: { metadata: { name: "p", namespace: "audited" } } },
  { method: "POST", path: `${ns}/serviceaccounts/worker/token`, body: { spec: { expirationSeconds: 600 } } },
  {
    ...{ method: "POST", path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" },
    body: { spec: { resourceAttributes: { verb: "get", resource: "pods" } } },
  },
  { path: `${maps}/a`, headers: { "impersonate-user": "alice", "impersonate-group": "devs" } },
  { path: `${maps}/a`, headers: { "impersonate-user": "system:serviceaccount:audited:worker" } },
  {
    path: `${maps}/a`,
    headers: {
      "impersonate-user": "bob",
      "impersonate-extra-reason": "test",
      "impersonate-uid": "7",
      "impersonate-group": "system:masters",
    },
  },
  { token: "nobody-token", path: `${maps}/a`, headers: { "impersonate-user": "alice" } },
  { path: `${maps}/a`, headers: { "impersonate-group": "alone" } },
  { path: `${maps}/a`, headers: { "x-forwarded-for": "10.1.2.3, 10.4.5.6", "x-real-ip": "10.7.8.9" } },
  { method: "POST", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", body: crd, hasOtherStatus: true },
  { method: "DELETE", path: `${maps}/b`, body: { propagationPolicy: "Background" } },
  { method: "DELETE", path: `${maps}/a?gracePeriodSeconds=0` },
  { method: "DELETE", path: `${maps}/a` },
  { method: "DELETE", path: `${maps}?labelSelector=nothing%3Dhere`, body: { kind: "DeleteOptions", apiVersion: "v1" } },
  { method: "POST", path: `${maps}/a`, body: map("a") },
  { method: "TRACE", path: `${maps}/a` },
  { path: `${maps}/%zz` },
];

const deciding = "/api/v1/namespaces/decided";
const widget = (name: string, labels: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, labels },
  data: { owner: " me ", html: "<a>" },
});

/** Steps in a namespace with webhooks and policies. */
export const admissionSteps: readonly Step[] = [
  { method: "POST", path: `${deciding}/configmaps`, body: widget("plain") },
  { method: "POST", path: `${deciding}/configmaps`, body: widget("metadata-only", { level: "metadata" }) },
  { method: "POST", path: `${deciding}/configmaps`, body: widget("denied", { deny: "yes" }) },
  {
    method: "PATCH",
    path: `${deciding}/configmaps/plain`,
    headers: merge,
    body: { metadata: { annotations: null }, data: { owner: "" } },
  },
  { method: "DELETE", path: `${deciding}/configmaps/plain` },
  { path: `${deciding}/endpoints` },
  { path: "/apis/example.com/v1/namespaces/decided/bars" },
  { method: "POST", path: "/apis/example.com/v1/namespaces/decided/bars", body: bar("one") },
  { method: "PUT", path: "/apis/example.com/v1/namespaces/decided/bars/one", body: bar("one") },
  {
    method: "PATCH",
    path: "/apis/example.com/v1/namespaces/decided/bars/one/status",
    headers: merge,
    body: { status: {} },
  },
  {
    method: "DELETE",
    path: "/apis/example.com/v1/namespaces/decided/bars/one",
    body: { kind: "DeleteOptions", apiVersion: "example.com/v1" },
  },
];

function bar(name: string): object {
  return { apiVersion: "example.com/v1", kind: "Bar", metadata: { name }, spec: { unknown: 1 }, extra: true };
}

/** Sends all steps, each after the response to the one before it. Returns the codes. */
export async function play(connection: Connection, given = steps, agent = agentOf): Promise<number[]> {
  const codes: number[] = [];
  for (const [index, { token = connection.server.token, method = "GET", path, headers, body }] of given.entries()) {
    const response = await send(connection, {
      method,
      path,
      headers: {
        "user-agent": agent(index),
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    await readText(response);
    codes.push(response.statusCode ?? 0);
  }
  return codes;
}
