import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import { lendWebhooks } from "../../src/cluster/lend-webhooks.js";
import { deploy } from "../../src/commands/deploy.js";
import { undeploy } from "../../src/commands/undeploy.js";
import type { DeployOptions } from "../../src/commands/declared/cluster.js";
import { mergePatch } from "../../src/kube/client.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { Lease } from "../../src/k8s/coordination/v1.js";
import { ConfigMap, Namespace, Secret } from "../../src/k8s/core/v1.js";
import { describeCluster } from "../support/cluster.js";
import { crdOfProject, deployProject, type DeployProjectOptions } from "../support/deploy-project.js";
import { eventually } from "../support/eventually.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";
import { clientOf, letBecomeReady } from "../support/workload-status.js";

describeCluster("deploy", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = await clientOf(cluster().kubeconfig);
  });
  afterAll(() => client.close());

  const contextOf = (name: string, project: DeployProjectOptions = {}, more: Partial<RecordingOptions> = {}) =>
    recordingContext({ cwd: tempFolder(deployProject(name, project)), ...more });
  const img = "registry.example.com/demo:v1";
  const run = (context: ReturnType<typeof contextOf>, options: DeployOptions = {}) =>
    deploy({ kubeconfig: cluster().kubeconfig, img, wait: false, ...options }, context);

  test("applies all objects in the order that they need, says what became of each, and a second time changes nothing", async () => {
    const context = contextOf("order");
    expect((await run(context)).text.split("\n")).toEqual([
      "CustomResourceDefinition widgets.order.example.com created",
      "Namespace order-system created",
      "ServiceAccount order-system/manager created",
      "ConfigMap order-system/settings created",
      "Secret order-system/token created",
      "Deployment order-system/manager created",
    ]);
    expect((await run(context)).json).toMatchObject({
      objects: Array.from({ length: 6 }, () => ({ change: "unchanged" })),
    });
    const deployment = await client.getOrThrow(Deployment, { namespace: "order-system", name: "manager" });
    expect(deployment.spec.template.spec?.containers[0]?.image).toBe(img);
    expect(deployment.metadata.managedFields).toMatchObject([{ manager: "tsop", operation: "Apply" }]);
  });

  test("remembers the image in an untracked file, and uses it the next time", async () => {
    const context = contextOf("remember");
    await run(context);
    expect(JSON.parse(readFileSync(path.join(context.cwd, ".tsop/image.json"), "utf8"))).toEqual({ image: img });
    const again = await deploy({ kubeconfig: cluster().kubeconfig, wait: false }, context);
    expect(again.text).toContain("Deployment remember-system/manager unchanged");
    expect(context.recording.notes).toContain(`image: ${img}, as last time (change it with --img NAME)`);
  });

  test("with --dry-run=server checks all that can be checked, and stores nothing", async () => {
    const context = contextOf("dry");
    const { text } = await run(context, { dryRun: "server" });
    expect(text).toContain("Namespace dry-system created (dry run)");
    expect(text).toContain(
      "Deployment dry-system/manager would be created, after the objects that it depends on (dry run)",
    );
    expect(await client.get(Namespace, { name: "dry-system" })).toBeUndefined();
  });

  test("with --diff shows the changes, and no contents of Secrets", async () => {
    await run(contextOf("diff"));
    const { text } = await run(contextOf("diff", { level: "debug" }), { diff: true });
    expect(text).toBe(
      [
        "--- a/ConfigMap/diff-system/settings",
        "+++ b/ConfigMap/diff-system/settings",
        "@@ -1,6 +1,6 @@",
        " apiVersion: v1",
        " data:",
        "-  level: info",
        "+  level: debug",
        " kind: ConfigMap",
        " metadata:",
        "   name: settings",
        "--- a/Secret/diff-system/token",
        "+++ b/Secret/diff-system/token",
        "@@ -1,6 +1,6 @@",
        " apiVersion: v1",
        " data:",
        "-  token: '*** (before)'",
        "+  token: '*** (after)'",
        " kind: Secret",
        " metadata:",
        "   name: token",
        "CustomResourceDefinition widgets.diff.example.com unchanged (dry run)",
        "Namespace diff-system unchanged (dry run)",
        "ServiceAccount diff-system/manager unchanged (dry run)",
        "ConfigMap diff-system/settings configured (dry run)",
        "Secret diff-system/token configured (dry run)",
        "Deployment diff-system/manager unchanged (dry run)",
      ].join("\n"),
    );
    const secret = await client.getOrThrow(Secret, { namespace: "diff-system", name: "token" });
    expect(Buffer.from(secret.data?.["token"] ?? "", "base64").toString()).toBe("secret-info");
  });

  test("names who has set a field, changes nothing then, and takes it over when it is told to", async () => {
    await run(contextOf("conflict"));
    const key = { namespace: "conflict-system", name: "settings" };
    await client.patch(ConfigMap, key, mergePatch({ data: { level: "theirs" } }), { fieldManager: "someone" });
    const next = contextOf("conflict", { level: "debug" });
    await expect(run(next)).rejects.toMatchObject({
      code: "deploy/conflict",
      diagnostics: [
        {
          message: expect.stringMatching(
            /^ConfigMap conflict-system\/settings: other field managers .*\n {2}\.data\.level: set by "someone"/,
          ) as string,
          hint: expect.stringContaining("--force-conflicts") as string,
        },
      ],
    });
    expect((await client.getOrThrow(ConfigMap, key)).data).toEqual({ level: "theirs" });
    await run(next, { forceConflicts: true });
    expect((await client.getOrThrow(ConfigMap, key)).data).toEqual({ level: "debug" });
  });

  test("reports all that is wrong with the objects at once, and changes nothing", async () => {
    const bad = [
      { apiVersion: "example.org/v1", kind: "Unheard", metadata: { name: "a", namespace: "wrong-system" } },
      { apiVersion: "apps/v1beta1", kind: "Deployment", metadata: { name: "old", namespace: "wrong-system" } },
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "wrong-systm" } },
    ];
    await expect(run(contextOf("wrong", { more: bad }))).rejects.toMatchObject({
      diagnostics: expect.arrayContaining([
        expect.objectContaining({
          code: "cluster/kind-not-served",
          message: expect.stringContaining("Unheard") as string,
        }),
        expect.objectContaining({ hint: "It serves Deployment in v1: change its apiVersion." }),
        expect.objectContaining({
          code: "deploy/no-namespace",
          hint: expect.stringContaining("Did you mean wrong-system?") as string,
        }),
      ]) as unknown,
    });
    expect(await client.get(Namespace, { name: "wrong-system" })).toBeUndefined();
  });

  test("names all rights that are missing at once, by what they are on", async () => {
    const more = [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "nobody-other" } }];
    const call = deploy({ kubeconfig: cluster().nobodyKubeconfig, img }, contextOf("nobody", { more }));
    await expect(call).rejects.toMatchObject({
      code: "cluster/forbidden",
      diagnostics: [
        {
          message: expect.stringContaining(
            [
              "user nobody lacks permissions for 7 objects:",
              "  get, create, patch customresourcedefinitions.apiextensions.k8s.io (widgets.nobody.example.com)",
              "  get, create, patch namespaces (nobody-other, nobody-system)",
            ].join("\n"),
          ) as string,
          hint: expect.stringContaining("Ask an administrator of the cluster for them") as string,
        },
      ],
    });
  });

  test("fails while another user deploys, reports who and since when, and continues afterwards", async () => {
    const context = contextOf("busy");
    await run(context);
    const key = { namespace: "busy-system", name: "demo-tsop-inventory" };
    expect(await client.get(Lease, key)).toBeUndefined(); // given back
    const lease = (renewTime: string): Lease => ({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { ...key },
      spec: {
        holderIdentity: "lisi@desk (1)",
        leaseDurationSeconds: 60,
        acquireTime: "2026-01-02T03:04:05.000000Z",
        renewTime,
      },
    });
    await client.create<Lease>(lease(new Date().toISOString().replace("Z", "000Z")));
    const busy = {
      code: "deploy/busy",
      message: "lisi@desk (1) has been changing this operator in the cluster since 2026-01-02T03:04:05Z",
      hint: expect.stringContaining("Wait until that command ends") as string,
    };
    await expect(run(contextOf("busy", { level: "debug" }))).rejects.toMatchObject(busy);
    await expect(undeploy({ kubeconfig: cluster().kubeconfig }, contextOf("busy"))).rejects.toMatchObject(busy);
    expect((await client.getOrThrow(ConfigMap, { namespace: "busy-system", name: "settings" })).data).toEqual({
      level: "info",
    });
    // That command was killed a while ago.
    await client.patch(Lease, key, mergePatch({ spec: { renewTime: "2026-01-02T03:05:05.000000Z" } }));
    expect((await run(contextOf("busy", { level: "debug" }))).text).toContain(
      "ConfigMap busy-system/settings configured",
    );
    expect(await client.get(Lease, key)).toBeUndefined();
  });

  test("while another deploys the same project is refused, and the other comes to its end", async () => {
    const first = run(contextOf("twice"), { wait: true, timeout: 30_000 });
    const inventory = { namespace: "twice-system", name: "demo-tsop-inventory" };
    await eventually(async () => expect(await client.get(Lease, inventory)).toBeDefined());
    await expect(run(contextOf("twice", { level: "debug" }))).rejects.toMatchObject({ code: "deploy/busy" });
    await letBecomeReady(client, "twice-system");
    expect((await first).text).toContain("Deployment twice-system/manager created");
    expect((await client.getOrThrow(ConfigMap, inventory)).data?.["objects"]).not.toContain('"uid":""');
    const settings = await client.getOrThrow(ConfigMap, { namespace: "twice-system", name: "settings" });
    expect(settings.data).toEqual({ level: "info" });
  });

  test("puts objects of a kind that comes with it last, behind the webhooks", async () => {
    const more = [
      {
        apiVersion: "last.example.com/v1",
        kind: "Widget",
        metadata: { name: "w", namespace: "last-system" },
        spec: {},
      },
    ];
    const { text } = await run(contextOf("last", { more }));
    expect(text.split("\n").at(-1)).toBe("Widget last-system/w created");
  });

  test("says what webhook is down", async () => {
    const crd = crdOfProject("hook");
    const group = crd.spec.group;
    const webhook = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "hook" },
      webhooks: [
        {
          name: "widgets.hook.example.com",
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          timeoutSeconds: 1,
          clientConfig: { url: "https://127.0.0.1:1/validate" },
          rules: [{ apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] }],
        },
      ],
    };
    const widget = {
      apiVersion: `${group}/v1`,
      kind: "Widget",
      metadata: { name: "w", namespace: "hook-system" },
      spec: {},
    };
    await run(contextOf("hook", { more: [webhook] }));
    // The API server reads configurations of webhooks a moment after they are stored.
    await expect
      .poll(() =>
        run(contextOf("hook", { more: [webhook, widget] }), { dryRun: "server" }).catch((error: unknown) => error),
      )
      .toMatchObject({
        code: "deploy/webhook-down",
        message: expect.stringContaining(
          "the webhook widgets.hook.example.com for this object does not respond",
        ) as string,
      });
  });

  test("takes webhooks back from a machine that runs them; a dry run cannot, and says so", async () => {
    const url = "https://192.0.2.1:9443";
    const service = { name: "webhook-service", namespace: "lent-system", path: "/validate" };
    const webhook = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "deploy-lent" },
      webhooks: [
        { name: "a.lent.example.com", admissionReviewVersions: ["v1"], sideEffects: "None", clientConfig: { service } },
      ],
    };
    const context = contextOf("lent", { more: [webhook] });
    await run(context);
    const { ca } = await createServingCertificates(Date.now());
    const borrower = { host: "laptop", pid: 1 };
    const { signal } = new AbortController();
    await lendWebhooks(client, [webhook], { url, caBundle: ca }, { borrower, isAlive: () => true, signal });
    const lent = "the webhooks of ValidatingWebhookConfiguration deploy-lent already lead to laptop (process 1)";
    await expect(run(context, { dryRun: "server" })).rejects.toMatchObject({
      code: "cluster/webhooks-lent",
      message: lent,
    });
    await expect(run(context, { diff: true })).rejects.toThrow(lent);
    expect((await run(context)).text).toContain("ValidatingWebhookConfiguration deploy-lent unchanged");
    expect(context.recording.notes.join("\n")).toContain("now call the cluster again");
    expect((await run(context, { dryRun: "server" })).text).toContain("deploy-lent unchanged (dry run)");
  });
});
