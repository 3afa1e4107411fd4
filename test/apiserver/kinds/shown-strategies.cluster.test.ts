/** An error shows a strategy in the form of Kubernetes' internal type, including unset fields. */
import { expect, test } from "vitest";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { connect } from "../contract/exchange.js";
import { parseServerUnderTest, readServerUnderTest } from "../contract/server-under-test.js";
import { ask } from "./ask-server.js";

const rollingUpdate = { maxUnavailable: "10%" };

describeCluster("strategies in refusals", (cluster) => {
  test.each([
    { plural: "daemonsets", field: "updateStrategy", types: '"RollingUpdate", "OnDelete"' },
    { plural: "deployments", field: "strategy", types: '"Recreate", "RollingUpdate"' },
  ])("of $plural", async ({ plural, field, types }) => {
    const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } };
    const spec = { selector: { matchLabels: { app: "a" } }, template, [field]: { type: "Other", rollingUpdate } };
    const path = `/apis/apps/v1/namespaces/default/${plural}?dryRun=All`;
    const embedded = await startComparableServer();
    try {
      for (const server of [readServerUnderTest(cluster().kubeconfig), parseServerUnderTest(embedded.kubeconfig)]) {
        const connection = connect(server);
        const { verdict } = await ask(connection, "POST", path, { metadata: { name: "a" }, spec });
        connection.agent.destroy();
        const shown = '{"Type":"Other","RollingUpdate":{"MaxUnavailable":"10%","MaxSurge":0}}';
        const fault = `Unsupported value: ${shown}: supported values: ${types}`;
        expect(verdict.causes).toEqual([`FieldValueNotSupported spec.${field}: ${fault}`]);
      }
    } finally {
      await embedded.stop();
    }
  });
});
