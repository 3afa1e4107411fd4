import { expect, test } from "vitest";
import { createExtensionServer } from "../../../src/extension/extension-server.js";
import { memoryStorage } from "../../../src/extension/storage/memory-storage.js";
import type { KubeObject } from "../../../src/kube/objects.js";
import type { TestEnvironment } from "../../../src/testing/environment/test-environment.js";
import { Reading, readings } from "../../extension/reading-kinds.js";

const namespaces: KubeObject & { rules: object[] } = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRole",
  metadata: { name: "namespace-reader" },
  rules: [{ apiGroups: [""], resources: ["namespaces"], verbs: ["get", "list"] }],
};

/** Extension API servers in an environment. */
export function testExtensions(environment: () => TestEnvironment): void {
  test("passes requests on to an extension API server of the test, for users with the rights", async () => {
    const { client } = environment();
    const options = await environment().extensionServer({ roles: [namespaces] });
    const resources = [{ definition: readings, storage: memoryStorage() }];
    const server = await (await createExtensionServer({ ...options, resources })).open();
    await environment().installExtension(server, Reading);
    const key = { namespace: "default", name: "roof" };
    await client.create<Reading>({
      ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading", metadata: key },
      spec: { sensor: "roof" },
    });
    expect((await client.getOrThrow(Reading, key)).spec).toEqual({ sensor: "roof", celsius: 20 });
    const stranger = await environment().addUser("without-rights");
    await expect(stranger.client.list(Reading)).rejects.toMatchObject({ statusCode: 403 });
    await server.close();
  });
}
