import path from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { describeCluster } from "../support/cluster.js";
import { assetsFolder } from "../support/control-plane.js";
import { prepareOwnTests, runOwnTests } from "../support/own-tests.js";
import { recordingContext } from "../support/recording-context.js";

const project = "hooked";
const bar = { group: "hooks", version: "v1", kind: "Bar" };

describeCluster("a scaffold with webhooks of all kinds", (cluster) => {
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
  const context = recordingContext({ cwd: root });

  beforeAll(async () => {
    await init({ projectName: project, domain: "example.com", tsop: "1", install: false }, context);
    await createApi(bar, context);
    await createApi({ ...bar, version: "v2", controller: false }, context);
    await createWebhook({ ...bar, defaulting: true, programmaticValidation: true }, context);
    await createWebhook({ ...bar, version: "v2", conversion: true, spoke: ["v1"] }, context);
    await createWebhook({ ...bar, version: "v2", programmaticValidation: true }, context);
    await createWebhook({ group: "core", version: "v1", kind: "Pod", defaulting: true }, context);
    await createWebhook({ group: "apps", version: "v1", kind: "Deployment", programmaticValidation: true }, context);
    await manifests({}, context);
    prepareOwnTests(root);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test("is accepted as a whole, with names that belong together", async () => {
    const { yaml } = render(path.join(root, "config/default"), diskFiles, root);
    expect(yaml).toContain(`name: ${project}-webhook-service\n`);
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: `${project}-system` } };
    await cluster().kubectl(["apply", "--server-side", "-f", "-"], JSON.stringify(namespace));
    const applied = await cluster().kubectl(["apply", "--server-side", "--dry-run=server", "-f", "-"], yaml);
    expect(applied).toContain(`${project}-mutating-webhook-configuration serverside-applied (server dry run)`);
    expect(applied).toContain(`${project}-validating-webhook-configuration serverside-applied (server dry run)`);
    expect(applied).toContain(`role.rbac.authorization.k8s.io/${project}-webhook-certificates-role serverside-applied`);
  });

  test.each<{ server: string; assets: string | undefined }>([
    { server: "the real API server", assets: assetsFolder },
    { server: "the embedded one", assets: undefined },
  ])("passes its own tests on $server", { timeout: 240_000 }, async ({ assets }) => {
    const { all, exitCode } = await runOwnTests(root, "webhooks", assets);
    expect(exitCode, all).toBe(0);
    expect(all).toMatch(/Tests +6 passed/);
  });
});
