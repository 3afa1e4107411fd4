import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { describeCluster } from "../../support/cluster.js";
import { connect, readText, send, type Connection } from "../contract/exchange.js";
import { readServerUnderTest } from "../contract/server-under-test.js";
import { unreadableMetadata } from "./unreadable-metadata.js";

const group = "unreadable-metadata.example.com";
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
const name = `crd/${definition.metadata.name}`;

describeCluster("metadata of custom resources", (cluster) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = connect(readServerUnderTest(cluster().kubeconfig));
    await cluster().kubectl(["create", "-f", "-"], JSON.stringify(definition));
    await cluster().kubectl(["wait", "--for=condition=Established", "--timeout=60s", name]);
  });
  afterAll(async () => {
    connection.agent.destroy();
    await cluster().kubectl(["delete", "--wait=false", name]);
  });

  test.each(unreadableMetadata)("%j is refused in these words", async (metadata, fault) => {
    const response = await send(connection, {
      method: "POST",
      path: `/apis/${group}/v1/namespaces/default/widgets?dryRun=All`,
      headers: { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" },
      body: JSON.stringify({ apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "a", ...metadata } }),
    });
    const { message } = JSON.parse((await readText(response)).toString()) as JsonObject;
    expect(message).toBe(`Widget in version "v1" cannot be handled as a Widget: ${fault}`);
  });
});
