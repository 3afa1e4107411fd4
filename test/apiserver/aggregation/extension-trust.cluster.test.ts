/** The ConfigMap by which extension API servers recognize the server: both servers create it again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { eventually } from "../../support/eventually.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { call } from "../contract/call.js";
import { connect, type Connection } from "../contract/exchange.js";
import { parseServerUnderTest, readServerUnderTest } from "../contract/server-under-test.js";

const maps = "/api/v1/namespaces/kube-system/configmaps";
const path = `${maps}/extension-apiserver-authentication`;

interface Found {
  readonly metadata?: { readonly uid: string };
  readonly data?: Readonly<Record<string, string>>;
}

async function read(connection: Connection): Promise<Found> {
  return JSON.parse((await call(connection, "GET", path)).text) as Found;
}

describeCluster("the ConfigMap for extension API servers", (cluster) => {
  let embedded: ApiServer;
  let connections: readonly Connection[] = [];
  beforeAll(async () => {
    embedded = await startComparableServer();
    const servers = [readServerUnderTest(cluster().kubeconfig), parseServerUnderTest(embedded.kubeconfig)];
    connections = servers.map((server) => connect(server));
  });
  afterAll(async () => {
    for (const { agent } of connections) agent.destroy();
    await embedded.stop();
  });

  test.each([
    ["the real", 0],
    ["the embedded", 1],
  ])("on %s server comes back after its deletion", async (_, index) => {
    const connection = connections[index]!;
    const first = await read(connection);
    expect(Object.keys(first.data ?? {})).toContain("requestheader-client-ca-file");
    await call(connection, "DELETE", path);
    await eventually(async () => {
      const found = await read(connection);
      expect(found.data).toEqual(first.data);
      expect(found.metadata?.uid).not.toBe(first.metadata?.uid);
    });
  });
});
