/** Subresources of a pod: binding it to a node, and connecting to it while no node runs it. */
import type { AnswerBody, ContractCase } from "../contract-case.js";

const core = "/api/v1/namespaces/$ns";
const pods = `${core}/pods`;

function pod(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: "main", image: "i" }], ...spec } };
}

function target(name: string, kind = "Node"): object {
  return { metadata: { name: "a" }, target: { kind, name } };
}

/** Returns what a binding changed, or the error. */
function showBound(body: AnswerBody): unknown {
  const { kind, metadata, spec, status } = body as {
    kind: string;
    metadata: Record<string, unknown>;
    spec: { nodeName: string };
    status: unknown;
  };
  if (kind === "Status") return body as unknown;
  const { labels, annotations, generation } = metadata;
  return { labels, annotations, generation, nodeName: spec.nodeName, status };
}

export const cases: readonly ContractCase[] = [
  {
    name: "a pod is bound to a node once",
    async run(api) {
      await api.post(pods, pod("a"), { record: false });
      await api.post(`${pods}/a/binding?dryRun=All`, target("$id-node"));
      await api.get(`${pods}/a`, { show: showBound });
      const metadata = { name: "a", labels: { a: "b" }, annotations: { c: "d" } };
      await api.post(`${pods}/a/binding`, { ...target("$id-node"), metadata });
      await api.get(`${pods}/a`, { show: showBound });
      await api.post(`${pods}/a/binding`, target("$id-node"));
      await api.post(`${core}/bindings`, target("$id-node"));
    },
  },
  {
    name: "bindings that are not possible",
    async run(api) {
      await api.post(pods, pod("a", { schedulingGates: [{ name: "example.com/g" }] }), { record: false });
      await api.post(`${pods}/a/binding`, target("n"));
      await api.post(`${pods}/a/binding`, target("n", "Pod"));
      await api.post(`${pods}/a/binding`, target(""));
      await api.post(`${pods}/a/binding`, { metadata: { name: "a" } });
      await api.post(`${pods}/a/binding`, { metadata: { name: "b" }, target: { name: "n" } });
      await api.post(`${pods}/a/binding`, { target: { name: "n" } });
      await api.post(`${pods}/none/binding`, { metadata: { name: "none" }, target: { name: "n" } });
      await api.post(`${core}/bindings`, { metadata: { name: "none" }, target: { name: "n" } });
      const uid = "00000000-0000-0000-0000-000000000000";
      await api.post(`${pods}/a/binding`, { metadata: { name: "a", uid }, target: { name: "n" } });
      await api.post(`${pods}/a/binding`, { metadata: { name: "a" }, target: { name: "n" }, x: 1 });
      await api.get(`${pods}/a/binding`);
      await api.put(`${pods}/a/binding`, target("n"));
      await api.get(`${core}/bindings`);
    },
  },
  {
    name: "bindings by the older path",
    async run(api) {
      await api.post(pods, pod("a"), { record: false });
      await api.post(`${core}/bindings`, target("$id-node"));
      await api.get(`${pods}/a`, { show: showBound });
    },
  },
  {
    name: "a pod that no node runs cannot be talked to",
    async run(api) {
      await api.post(pods, pod("a"), { record: false });
      await api.get(`${pods}/a/log`);
      await api.get(`${pods}/a/log?container=none`);
      await api.get(`${pods}/a/log?tailLines=-1&sinceSeconds=0`);
      await api.get(`${pods}/a/log?follow=x`);
      await api.get(`${pods}/none/log`);
      await api.get(`${pods}/a/exec?command=ls&stdout=true`);
      await api.get(`${pods}/a/exec?command=ls&stdout=true&container=none`);
      await api.get(`${pods}/a/exec`);
      await api.post(`${pods}/a/exec?command=ls`, "");
      await api.post(`${pods}/none/exec?command=ls&stdout=true`, "");
      await api.get(`${pods}/a/attach?stdout=true`);
      await api.get(`${pods}/a/portforward`);
      await api.get(`${pods}/none/portforward`);
      await api.get(`${pods}/none/proxy`);
      await api.get(`${pods}/a/proxy/x`);
      await api.put(`${pods}/a/log`, {});
      await api.delete(`${pods}/a/exec`);
    },
  },
  {
    name: "a pod of several containers is asked for one of them",
    async run(api) {
      const containers = ["one", "two"].map((name) => ({ name, image: "i" }));
      await api.post(pods, pod("a", { containers, initContainers: [{ name: "first", image: "i" }] }), {
        record: false,
      });
      await api.get(`${pods}/a/log`);
      await api.get(`${pods}/a/log?container=two`);
      await api.get(`${pods}/a/exec?command=ls&stdout=true`);
      await api.get(`${pods}/a/attach?stdout=true&container=two`);
    },
  },
  {
    name: "no node is there to be asked",
    async run(api) {
      const metadata = { name: "a", finalizers: ["example.com/f"] };
      await api.post(pods, { ...pod("a", { nodeName: "$id-node" }), metadata }, { record: false });
      await api.get(`${pods}/a/log`);
      await api.get(`${pods}/a/exec?command=ls&stdout=true`);
      await api.get(`${pods}/a/attach?stdout=true`);
      await api.get(`${pods}/a/portforward`);
      await api.patch(`${pods}/a`, "merge", { metadata: { finalizers: null } }, { record: false });
      await api.get("/api/v1/nodes/$id-node/proxy/x");
      await api.get(`${core}/services/none/proxy/x`);
      await api.post(
        `${core}/services`,
        { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } },
        { record: false },
      );
      await api.get(`${core}/services/s:81/proxy`);
    },
  },
];
