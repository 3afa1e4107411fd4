/** Names that every JavaScript object inherits are ordinary names when a client writes them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import type { JsonObject } from "../../../src/core/json.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { connect, type Connection } from "../contract/exchange.js";
import { parseServerUnderTest, readServerUnderTest } from "../contract/server-under-test.js";
import { ask } from "./ask-server.js";

const inherited = ["constructor", "toString", "valueOf", "hasOwnProperty"];

describeCluster("names that objects inherit", (cluster) => {
  const namespace = `inherited-${Date.now().toString(36)}`;
  let embedded: ApiServer;
  let servers: readonly Connection[];

  beforeAll(async () => {
    embedded = await startComparableServer();
    const all = [readServerUnderTest(cluster().kubeconfig), parseServerUnderTest(embedded.kubeconfig)];
    servers = all.map((server) => connect(server));
    for (const server of servers) {
      await ask(server, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
      // No controller on the real server would create it.
      const account = { metadata: { name: "default" } };
      await ask(server, "POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, account);
    }
  });
  afterAll(async () => {
    for (const server of servers) {
      await ask(server, "DELETE", `/api/v1/namespaces/${namespace}`, {});
      server.agent.destroy();
    }
    await embedded.stop();
  });

  /** Returns the responses of both servers; the second one is the embedded server's. */
  async function create(group: string, plural: string, spec: JsonObject, metadata: JsonObject = {}) {
    const path = `${group}/namespaces/${namespace}/${plural}?dryRun=All`;
    const object = { metadata: { name: "inherited", ...metadata }, spec };
    const answers = await Promise.all(servers.map((server) => ask(server, "POST", path, object)));
    return answers.map(({ verdict }) => verdict);
  }

  test.each(inherited)("%s is no scope of a quota", async (name) => {
    const hard = { pods: "1" };
    const scopes = await create("/api/v1", "resourcequotas", { hard, scopes: [name] });
    const fault = `FieldValueInvalid spec.scopes: Invalid value: ["${name}"]: unsupported scope`;
    expect(scopes.map(({ causes }) => causes)).toEqual([[fault], [fault]]);
    const matchExpressions = [{ scopeName: name, operator: "Exists" }];
    const selector = await create("/api/v1", "resourcequotas", { hard, scopeSelector: { matchExpressions } });
    const field = "spec.scopeSelector.matchExpressions.scopeName";
    const ofSelector = `FieldValueInvalid ${field}: Invalid value: "${name}": unsupported scope`;
    expect(selector.map(({ causes }) => causes)).toEqual([[ofSelector], [ofSelector]]);
  });

  test.each(inherited)("a label %s of a node has no other name by now", async (name) => {
    const containers = [{ name: "a", image: "a" }];
    const spec = { containers, nodeSelector: { [name]: "a" } };
    const fine = { code: 201, warnings: [] };
    expect(await create("/api/v1", "pods", spec)).toMatchObject([fine, fine]);
  });

  test.each(inherited)("a pod without the label %s is not spread by it", async (name) => {
    const constraint = {
      maxSkew: 1,
      topologyKey: "kubernetes.io/hostname",
      whenUnsatisfiable: "DoNotSchedule",
      labelSelector: { matchLabels: { app: "a" } },
      matchLabelKeys: [name],
    };
    const spec = { containers: [{ name: "a", image: "a" }], topologySpreadConstraints: [constraint] };
    const fine = { code: 201, object: { spec: { topologySpreadConstraints: [constraint] } } };
    expect(await create("/api/v1", "pods", spec)).toMatchObject([fine, fine]);
  });

  test.each(["Constructor", "ToString"])("an annotation of v1 with metrics of type %s", async (type) => {
    const annotations = { "autoscaling.alpha.kubernetes.io/metrics": JSON.stringify([{ type }]) };
    const spec = { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" }, maxReplicas: 1 };
    const [real, ours] = await create("/apis/autoscaling/v1", "horizontalpodautoscalers", spec, { annotations });
    expect(real?.code).toBe(422);
    expect(ours).toEqual(real);
  });
});
