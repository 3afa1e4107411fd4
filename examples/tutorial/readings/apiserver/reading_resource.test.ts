import { createLiveClient } from "tsop";
import { createExtensionServer } from "tsop/apiserver";
import type { Pod } from "tsop/k8s/core/v1";
import { TestEnvironment } from "tsop/testing";
import { expect, test } from "vitest";
import { Reading } from "../api/v1/reading_types.js";
import { readingResource } from "./reading_resource.js";

test("each Pod has a Reading", async ({ onTestFinished }) => {
  const environment = await TestEnvironment.start({ crds: [] });
  onTestFinished(() => environment.stop());
  // The server has only the permissions of its role.
  const options = await environment.extensionServer({ roles: ["config/apiserver/role.yaml"] });
  const client = createLiveClient(options.config);
  onTestFinished(() => client.close());
  const extension = await createExtensionServer({ ...options, resources: [readingResource(client)] });
  const server = await extension.open();
  onTestFinished(() => server.close());
  await environment.installExtension(server, Reading);

  const key = { namespace: "default", name: "web" };
  await environment.client.create<Pod>({
    ...{ apiVersion: "v1", kind: "Pod", metadata: key },
    spec: { containers: [{ name: "main", image: "web" }] },
  });
  const { status } = await environment.client.getOrThrow(Reading, key);
  expect(status).toEqual({ containers: 1, restarts: 0, phase: "Pending" });
});
