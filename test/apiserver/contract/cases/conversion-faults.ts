/** A conversion webhook that fails in all possible ways, and the responses to clients that request another version. */
import type { JsonObject } from "../../../../src/core/json.js";
import type { ContractApi, ContractCase } from "../contract-case.js";
import {
  type Behaviour,
  converted,
  type ConversionServer,
  defineConverted,
  showConverted,
  withConversionServer,
} from "../conversion-server.js";
import { group } from "../custom-kinds.js";

/** While objects cannot be read in their stored version, no namespace can be emptied. */
export const isAlone = true;

const at = (version: string): string => `/apis/${group}/${version}/namespaces/$ns/widgets`;
const quiet = { record: false };
const widget = (version: string, name: string, more: object = {}): object => ({
  apiVersion: `${group}/${version}`,
  kind: "Widget",
  metadata: { name, labels: { a: "b" }, annotations: { c: "d" } },
  spec: { a: "x" },
  ...more,
});

const metadataOf = (object: JsonObject): JsonObject => object["metadata"] as JsonObject;
const withMetadata = (more: JsonObject): Behaviour =>
  converted({ object: (object) => ({ ...object, metadata: { ...metadataOf(object), ...more } }) });
const withResponse = (response: JsonObject): Behaviour => converted({ response });
const raw = (body: string, code = 200, type = "application/json"): Behaviour => {
  return () => ({ code, type, body });
};

const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };
const refusals: Readonly<Record<string, Behaviour>> = {
  "it closes the connection": () => "close",
  "it has an error of its own": raw("that went wrong\n", 500, "text/plain"),
  "it is not there": raw("no such page", 404, "text/plain"),
  "it forbids": raw(JSON.stringify({ ...status, message: "not you", reason: "Forbidden", code: 403 }), 403),
  "it forbids in plain words": raw("not you", 403, "text/plain"),
  "it is not authorized": raw("", 401, "text/plain"),
  "it redirects": raw("", 302),
  "it is busy": raw("later", 503, "text/plain"),
};
const nonsense: Readonly<Record<string, Behaviour>> = {
  "it answers nothing": raw(""),
  "it answers with a text": raw("nonsense", 200, "text/plain"),
  "it answers with half of a JSON": raw('{"kind": "ConversionReview", '),
  "it answers with a list": raw("[]"),
  "it answers with an object of no kind": raw("{}"),
  "it answers with another kind": raw('{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}'),
  "it answers with an unknown version": raw('{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v3"}'),
  "it answers with an older version": raw('{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1beta1"}'),
  "it answers with a status": raw(JSON.stringify({ ...status, message: "refused", code: 400 })),
  "it answers without a response": converted({ review: { response: null } }),
  "it answers with a response that is a text": converted({ review: { response: "x" } }),
};
const responses: Readonly<Record<string, Behaviour>> = {
  "another uid": withResponse({ uid: "other" }),
  "no uid": withResponse({ uid: null }),
  "no result": withResponse({ result: null }),
  "a failure with a message": withResponse({ result: { status: "Failure", message: "field x cannot be converted" } }),
  "a failure with a reason alone": withResponse({ result: { status: "Failure", reason: "Invalid", code: 422 } }),
  "a failure with objects": withResponse({ result: { status: "Failed" } }),
  "success with a message": withResponse({ result: { status: "Success", message: "well" } }),
  "no objects": withResponse({ convertedObjects: [] }),
  "objects that are null": withResponse({ convertedObjects: null }),
  "a null in place of an object": converted({ object: () => null }),
  "a text in place of an object": converted({ object: () => "x" }),
  "an empty object": converted({ object: () => ({}) }),
  "too many objects": (review) => {
    const { objects } = review.request;
    return converted()({ ...review, request: { ...review.request, objects: [...objects, ...objects] } });
  },
};
const objects: Readonly<Record<string, Behaviour>> = {
  "of another group": converted({ object: (object) => ({ ...object, apiVersion: "other.example.com/v2" }) }),
  "of the version that it had": (review) => {
    const { objects: originals } = review.request;
    return withResponse({ convertedObjects: originals })(review);
  },
  "of no version": converted({ object: (object) => ({ ...object, apiVersion: null }) }),
  "of another kind": converted({ object: (object) => ({ ...object, kind: "Gadget" }) }),
  "of another name": withMetadata({ name: "other" }),
  "of another namespace": withMetadata({ namespace: "other" }),
  "of another uid": withMetadata({ uid: "other" }),
  "without a uid": withMetadata({ uid: null }),
  "without metadata": converted({
    object: ({ apiVersion, kind, spec }) => ({ apiVersion: apiVersion ?? "", kind: kind ?? "", spec: spec ?? {} }),
  }),
  "with metadata that is null": converted({ object: (object) => ({ ...object, metadata: null }) }),
  "with metadata that is a text": converted({ object: (object) => ({ ...object, metadata: "x" }) }),
  "with other metadata": withMetadata({
    ...{ finalizers: ["example.com/f"], generation: 99, resourceVersion: "1", creationTimestamp: null },
    ...{ ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "b" }], x: "y" },
  }),
  "with other labels": withMetadata({ labels: { e: "f" }, annotations: { g: "h" } }),
  "without labels": withMetadata({ labels: null, annotations: null }),
  "with a label that is not valid": withMetadata({ labels: { "a b": "c d" } }),
  "with a label that is a number": withMetadata({ labels: { a: 1 } }),
  "with labels that are a text": withMetadata({ labels: "x" }),
  "with an annotation that is not valid": withMetadata({ annotations: { "a b": "c" } }),
  "with an annotation that is a number": withMetadata({ annotations: { a: 1 } }),
  "with a field that nobody knows": converted({ object: (object) => ({ ...object, spec: { a: "x", b: "y" } }) }),
  "with a field of another type": converted({ object: (object) => ({ ...object, spec: { a: 5 } }) }),
  "with a part of another type": converted({ object: (object) => ({ ...object, spec: "x" }) }),
};

async function tryFault(api: ContractApi, server: ConversionServer, behaviour: Behaviour): Promise<void> {
  const show = showConverted(server.port);
  server.behaviour = behaviour;
  await api.get(`${at("v2")}/stored`, { show });
  await api.post(at("v2"), widget("v2", "made"), { show });
  server.behaviour = converted();
  await api.delete(`${at("v1")}/made`, undefined, quiet);
}

/** Only a few at a time: a case with many takes long on a busy machine. */
const mostFaults = 6;

/** Creates cases with one fault after another, for an object that is stored as v1. */
function faults(title: string, all: Readonly<Record<string, Behaviour>>, reviewVersions = ["v1"]): ContractCase[] {
  const entries = Object.entries(all);
  const starts = entries.flatMap((_, index) => (index % mostFaults === 0 ? [index] : []));
  return starts.map((start) => {
    const some = entries.slice(start, start + mostFaults);
    return withConversionServer(`${title}: ${some.map(([name]) => name).join(", ")}`, async (api, server) => {
      await defineConverted(api, server.clientConfig, reviewVersions);
      await api.post(at("v1"), widget("v1", "stored"), quiet);
      for (const [, behaviour] of some) await tryFault(api, server, behaviour);
    });
  });
}

const addresses = withConversionServer("a webhook that cannot be reached", async (api, server) => {
  const show = showConverted(server.port);
  await defineConverted(api, { url: "https://127.0.0.1:9/convert" });
  await api.post(at("v1"), widget("v1", "stored"), quiet);
  await api.get(`${at("v2")}/stored`, { show });
  await api.post(at("v2"), widget("v2", "made"), { show });
  await api.get(`${at("v1")}/stored`, { show: () => "found" });
});

const services = withConversionServer("a webhook behind a service that is not there", async (api, server) => {
  const show = showConverted(server.port);
  await defineConverted(api, { service: { namespace: "$ns", name: "none", path: "/convert" } });
  await api.post(at("v1"), widget("v1", "stored"), quiet);
  await api.get(`${at("v2")}/stored`, { show });
});

const strangers = withConversionServer("a webhook with a certificate that nobody knows", async (api, server) => {
  const show = showConverted(server.port);
  await defineConverted(api, { url: `https://127.0.0.1:${server.port}/convert` });
  await api.post(at("v1"), widget("v1", "stored"), quiet);
  await api.get(`${at("v2")}/stored`, { show });
});

const verbs = ["v1", "v1beta1"].map((reviewVersion) =>
  withConversionServer(`every verb while the webhook fails, ${reviewVersion}`, async (api, server) => {
    const show = showConverted(server.port);
    const [path, body] = [`${at("v2")}/stored`, widget("v2", "stored", { spec: { a: "y" } })];
    await defineConverted(api, server.clientConfig, [reviewVersion]);
    server.behaviour = withResponse({ result: { status: "Failure", message: "field x cannot be converted" } });
    await api.post(at("v1"), widget("v1", "stored"), quiet);
    await api.get(path, { show });
    await api.until(at("v2"), ({ status: code }) => code !== 200, { show });
    await api.post(`${at("v2")}?dryRun=All`, widget("v2", "made"), { show });
    await api.put(path, body, { show });
    await api.patch(path, "merge", { spec: { a: "z" } }, { show });
    await api.patch(path, "json", [{ op: "add", path: "/spec/a", value: "z" }], { show });
    await api.patch(`${path}?fieldManager=m&force=true`, "apply", body, { show });
    await api.patch(`${at("v2")}/new?fieldManager=m`, "apply", widget("v2", "new"), { show });
    await api.get(`${path}/status`, { show });
    await api.put(`${path}/status`, body, { show });
    await api.patch(`${path}/status`, "merge", { status: {} }, { show });
    await api.delete(`${path}?dryRun=All`, undefined, { show });
    await api.delete(path, undefined, { show });
    await api.get(`${at("v1")}/stored`, { show: ({ kind }: { kind: string }) => kind });
    await api.get(`${at("v2")}/none`, { show });
    await api.delete(`${at("v2")}/none`, undefined, { show });
  }),
);

const reviews = withConversionServer("the first version of reviews that is known is spoken", async (api, server) => {
  const show = showConverted(server.port);
  await defineConverted(api, server.clientConfig, ["v9", "v1beta1", "v1"]);
  await api.post(at("v1"), widget("v1", "stored"), quiet);
  server.behaviour = ({ apiVersion, request }) => {
    const asked = { apiVersion, count: request.objects.length, desired: request.desiredAPIVersion.split("/")[1] ?? "" };
    return withResponse({ result: { status: "Failure", message: JSON.stringify(asked) } })({ apiVersion, request });
  };
  await api.get(`${at("v2")}/stored`, { show });
  await api.post(at("v2"), widget("v2", "made"), { show });
});

const lenient = {
  "another uid": withResponse({ uid: "other" }),
  "no result": withResponse({ result: null }),
  "it answers with an object of no kind": raw("{}"),
  "it answers with another kind": raw('{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}'),
  "it answers with the newer version": (review) =>
    converted({ review: { apiVersion: "apiextensions.k8s.io/v1" } })(review),
  "no objects": withResponse({ convertedObjects: [] }),
} satisfies Readonly<Record<string, Behaviour>>;

export const cases: readonly ContractCase[] = [
  addresses,
  services,
  strangers,
  ...faults("a refusal", refusals),
  ...faults("nonsense", nonsense),
  ...faults("a response", responses),
  ...faults("an object", objects),
  ...faults("a review of v1beta1", lenient, ["v1beta1"]),
  ...verbs,
  reviews,
];
