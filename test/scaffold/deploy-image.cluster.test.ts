import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { describeCluster } from "../support/cluster.js";
import { assetsFolder } from "../support/control-plane.js";
import { prepareOwnTests, runOwnTests } from "../support/own-tests.js";
import { recordingContext } from "../support/recording-context.js";

describeCluster("kinds that run an image", (cluster) => {
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
  const context = recordingContext({ cwd: root });
  const memcached = { group: "cache", version: "v1", kind: "Memcached", image: "memcached:1.6.39-alpine" };

  beforeAll(async () => {
    await init({ projectName: "images", domain: "example.com", tsop: "1", install: false }, context);
    await createApi(
      { ...memcached, port: 11_211, runAsUser: 1001, imageContainerCommand: "memcached, -m=64" },
      context,
    );
    await createApi({ ...memcached, kind: "Busybox", image: "busybox:1.37", plugins: ["deploy-image"] }, context);
    await manifests({}, context);
    prepareOwnTests(root);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test("are accepted as a whole, with their images in the environment of the operator", async () => {
    const { yaml } = render(path.join(root, "config/default"), diskFiles, root);
    expect(yaml).toMatch(/name: MEMCACHED_IMAGE\n +value: memcached:1\.6\.39-alpine\n +- name: BUSYBOX_IMAGE\n/);
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "images-system" } };
    await cluster().kubectl(["apply", "--server-side", "-f", "-"], JSON.stringify(namespace));
    const applied = await cluster().kubectl(["apply", "--server-side", "--dry-run=server", "-f", "-"], yaml);
    expect(applied).toContain("memcacheds.cache.example.com serverside-applied (server dry run)");
    expect(applied).toContain("deployment.apps/images-controller-manager serverside-applied (server dry run)");
  });

  test.each<{ server: string; assets: string | undefined }>([
    { server: "the real API server", assets: assetsFolder },
    { server: "the embedded one", assets: undefined },
  ])("pass their own tests on $server", { timeout: 240_000 }, async ({ assets }) => {
    const { all, exitCode } = await runOwnTests(root, "controllers", assets);
    expect(exitCode, all).toBe(0);
    expect(all).toMatch(/Tests +10 passed/);
  });
});
