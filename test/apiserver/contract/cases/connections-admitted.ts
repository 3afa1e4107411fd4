/** Admission of requests that open a connection to a pod, a Service or a node: the operation CONNECT. */
import type { JsonObject } from "../../../../src/core/json.js";
import type { ContractApi, ContractCase } from "../contract-case.js";
import { constraints, enforce } from "../policy-cases.js";
import { hiding, recordAsked } from "../webhook-cases.js";
import { configure, withWebhookServer } from "../webhook-server.js";

const core = "/api/v1/namespaces/$ns";
const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "main", image: "i" }] } };
const connections = [
  `${core}/pods/a/attach?stdin=true&stdout=1&stderr=false&tty=`,
  `${core}/pods/a/exec?command=sh&command=-c&stdin=0&container=main`,
  `${core}/pods/a/exec`,
  `${core}/pods/a/exec?stdin=maybe&command=&x=y`,
  `${core}/pods/a/portforward?ports=80&ports=81`,
  `${core}/pods/a/portforward?ports=80,81`,
  `${core}/pods/a/portforward`,
  `${core}/pods/a/proxy/some/path?path=other`,
  `${core}/pods/https:a:443/proxy`,
  `${core}/pods/none/attach`,
  `${core}/services/s/proxy/x`,
  `${core}/pods/a/log`, // no connection
];

const resources = ["pods/*", "services/*", "nodes/*"];
const rules = [{ operations: ["CONNECT"], apiGroups: [""], apiVersions: ["v1"], resources }];

async function createPod(api: ContractApi): Promise<void> {
  await api.post(`${core}/pods`, pod, { record: false });
}

export const cases: readonly ContractCase[] = [
  withWebhookServer("what a webhook is asked about connections", async (api, server) => {
    await createPod(api);
    await configure(api, { hooks: [{ rules, clientConfig: server.clientConfig({ response: {} }) }] });
    server.asked.length = 0;
    for (const path of connections) await api.get(path, { record: false });
    await api.post(connections[1]!, "", { record: false });
    await api.put(`${core}/pods/a/proxy/x`, {}, { record: false });
    await api.get("/version", { show: recordAsked(server) });
  }),
  withWebhookServer("a webhook refuses connections", async (api, server) => {
    await createPod(api);
    const reply = { response: { allowed: false, status: { message: "no way" } } };
    await configure(api, { hooks: [{ rules, clientConfig: server.clientConfig(reply) }] });
    for (const path of connections.slice(0, -1)) await api.get(path, hiding(server));
    for (const ports of ["x", "-1", "", "99999999999", "65536", "1_0", "80,", "8080 "])
      await api.get(`${core}/pods/a/portforward?ports=${encodeURIComponent(ports)}`, hiding(server));
    await api.get(`${core}/pods/a/exec?command=ls&dryRun=All`, hiding(server));
    await api.get(`${core}/pods/a/exec?command=ls&dryRun=`, hiding(server));
  }),
  withWebhookServer("a webhook that changes connections", async (api, server) => {
    await createPod(api);
    const patches: JsonObject[] = [
      { op: "add", path: "/stdin", value: true },
      { op: "add", path: "/nonsense", value: true },
      { op: "replace", path: "/container", value: "other" },
      { op: "add", path: "/stdin", value: 3 },
    ];
    for (const [index, patch] of patches.entries()) {
      const objectSelector = {};
      const hooks = [{ rules, objectSelector, clientConfig: server.clientConfig({ patch: [patch] }) }];
      const name = `$id-${index}`;
      await configure(api, { kind: "Mutating", name, hooks });
      await api.get(`${core}/pods/a/exec?command=ls&container=main`, hiding(server));
      const path = `/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/${name}`;
      await api.delete(path, undefined, { record: false });
    }
  }),
  withWebhookServer("selectors do not choose connections by labels of their object", async (api, server) => {
    await createPod(api);
    const reply = { response: { allowed: false } };
    const objectSelector = { matchLabels: { guarded: "yes" } };
    await configure(api, { hooks: [{ rules, objectSelector, clientConfig: server.clientConfig(reply) }] });
    await api.get(`${core}/pods/a/exec?command=ls`, hiding(server));
  }),
  {
    name: "a policy sees the options of a connection",
    async run(api) {
      await createPod(api);
      const matchConstraints = {
        ...constraints,
        resourceRules: [
          ...[{ operations: ["CONNECT"], apiGroups: [""], apiVersions: ["v1"], resources }],
          { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] },
        ],
      };
      await enforce(api, {
        matchConstraints,
        validations: [
          {
            expression: "request.operation == 'CREATE' || request.subResource != 'exec' || object.command[0] == 'ls'",
            messageExpression: "'not ' + object.command[0] + ' on ' + request.name + ' as ' + object.kind",
          },
        ],
      });
      await api.get(`${core}/pods/a/exec?command=ls`);
      await api.get(`${core}/pods/a/exec?command=rm&command=-r`);
      await api.get(`${core}/pods/a/exec`);
      await api.get(`${core}/pods/a/attach`);
    },
  },
];
