/** How `tsop dev` registers the extension API server; the server itself runs in this process. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { apiserverEnv, DevApiserver } from "../../../src/commands/dev/dev-apiserver.js";
import { createDevLog } from "../../../src/commands/dev/dev-log.js";
import { bindRoles } from "../../../src/cluster/bind-roles.js";
import { createExtensionServer } from "../../../src/extension/extension-server.js";
import { memoryStorage } from "../../../src/extension/storage/memory-storage.js";
import { virtualStorage } from "../../../src/extension/storage.js";
import { APIService } from "../../../src/k8s/apiregistration/v1.js";
import { freePort } from "../../../src/kube/local-port.js";
import type { Resource } from "../../../src/project/project.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";
import { type Load, loads, Reading, readings } from "../../extension/reading-kinds.js";
import { recordingContext } from "../../support/recording-context.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { modeOf, snapshot, tempFolder } from "../../support/temp-folder.js";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await TestEnvironment.start({ server: "embedded", crds: [] });
});
afterAll(() => environment.stop());

const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: apiserver-role }
rules: [{ apiGroups: [""], resources: [namespaces], verbs: [get, list] }]
`;
const built = { main: "main.js", apiserver: "apiserver.js", files: [] };
const withoutServer = { ...built, apiserver: undefined };
const save = { isSave: true };
const project = {
  resources: ["Reading", "Load"].map((kind): Resource => ({
    ...{ group: "metrics", domain: "abc.com", version: "v1", kind, plural: undefined, path: undefined },
    ...{ api: undefined, controller: false, webhooks: undefined, core: false, extension: { storage: "memory" } },
  })),
};

/** A process that serves, or ends at once. */
async function start({ isServing = true } = {}) {
  const root = tempFolder({ "config/apiserver/role.yaml": role });
  const context = recordingContext({ cwd: root });
  const port = await freePort();
  const user = await environment.addUser(`dev-${port}`);
  let stop = (): Promise<void> => Promise.resolve();
  const process = {
    starts: 0,
    stop: () => stop(),
    run: async () => {
      await stop();
      process.starts += 1;
      if (!isServing) return;
      const server = await createExtensionServer({
        ...{ config: user.config, port, host: "127.0.0.1", log: new RecordingLogger() },
        certificate: { folder: apiserverEnv(root, port)["APISERVER_CERT_PATH"]! },
        resources: [
          { definition: readings, storage: memoryStorage() },
          { definition: loads, storage: virtualStorage<Load>({ list: () => [] }) },
        ],
      });
      const open = await server.open();
      stop = () => open.close();
    },
  };
  const apiserver = new DevApiserver({
    ...{
      root,
      client: environment.client,
      log: createDevLog(context),
      port,
      process,
      patienceMs: 200,
      keepsData: false,
    },
    addUser: () => ({
      ...{ name: user.name, kubeconfig: "" },
      grant: (roles) => bindRoles(environment.client, user.name, roles),
    }),
    signal: new AbortController().signal,
  });
  onTestFinished(() => apiserver.close());
  return { root, apiserver, user, text: () => context.recording.lines.join("\n") };
}

test("registers the server, again after each start, and removes it with its last kind", async () => {
  const { client } = environment;
  const { root, apiserver, user, text } = await start();
  await apiserver.run(built, 0, save);
  expect(await apiserver.install(built, project)).toEqual(new Set(["metrics.abc.com/v1"]));
  expect(text()).toContain("apiserver.ts serves Reading, Load of metrics.abc.com/v1 at 127.0.0.1:");
  expect(modeOf(`${root}/.tsop/apiserver-certs/tls.key`)).toBe(0o600);
  const metadata = { namespace: "default", name: "roof" };
  await client.create<Reading>({ apiVersion: "metrics.abc.com/v1", kind: "Reading", metadata, spec: { sensor: "a" } });
  await expect(user.client.list(Reading)).rejects.toMatchObject({ statusCode: 403 }); // its role grants namespaces only

  expect(await apiserver.install(built, project)).toEqual(new Set()); // nothing has changed
  await apiserver.run(built, 0, save);
  expect(await apiserver.install(built, project)).toEqual(new Set(["metrics.abc.com/v1"]));
  expect((await client.list(Reading)).items).toEqual([]);

  await apiserver.run(withoutServer, 0, save);
  await apiserver.install(withoutServer, { resources: [] });
  expect(await client.get(APIService, { name: "v1.metrics.abc.com" })).toBeUndefined();
  await apiserver.close();
  expect(Object.keys(snapshot(root)).filter((name) => name.includes("certs"))).toEqual([]);
});

test("reports a server that does not listen, and registers nothing", async () => {
  const { apiserver, text } = await start({ isServing: false });
  await apiserver.run(built, 0, save);
  expect(await apiserver.install(built, project)).toEqual(new Set());
  expect(text()).toMatch(/apiserver\.ts is not registered: no process listens on 127\.0\.0\.1:\d+ \(APISERVER_PORT\)/);
  expect(await environment.client.get(APIService, { name: "v1.metrics.abc.com" })).toBeUndefined();
});

test("does nothing in a project without a server", async () => {
  const { root, apiserver, text } = await start();
  await apiserver.run(withoutServer, 0, save);
  expect(await apiserver.install(withoutServer, { resources: [] })).toEqual(new Set());
  expect(text()).toBe("");
  expect(Object.keys(snapshot(root)).filter((name) => name.startsWith(".tsop/apiserver"))).toEqual([]);
});
