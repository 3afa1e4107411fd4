import { describe, expect, onTestFinished, test } from "vitest";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { Service } from "../../src/k8s/core/v1.js";
import { EndpointSlice } from "../../src/k8s/discovery/v1.js";
import { type HttpClient, jsonPatch } from "../../src/index.js";
import { installCrds } from "../../src/commands/install-crds.js";
import { uninstallCrds } from "../../src/commands/uninstall-crds.js";
import { project } from "../support/bar-project.js";
import { describeCluster } from "../support/cluster.js";
import { simpleCrd } from "../support/crds.js";
import { eventually } from "../support/eventually.js";
import { certificate } from "../support/some-certificate.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";
import { clientOf } from "../support/workload-status.js";

describeCluster("install-crds and uninstall-crds", (cluster) => {
  const crd = simpleCrd("command.example.com", "commands", "Command");
  const context = () =>
    recordingContext({
      cwd: tempFolder({ PROJECT: project, "config/crd/bases/c.yaml": JSON.stringify(crd) }),
      env: {},
    });

  test("name the cluster first, and say what became of each CRD", async () => {
    const { recording, ...rest } = context();
    const options = { kubeconfig: cluster().kubeconfig };
    expect((await installCrds(options, rest)).text).toBe("commands.command.example.com created");
    expect((await installCrds(options, rest)).json).toEqual({
      crds: [{ name: "commands.command.example.com", change: "unchanged" }],
    });
    expect(recording.notes[0]).toMatch(/^cluster: context (envtest|tsop), server /);
    expect(recording.notes[0]).toContain(cluster().server);
    expect((await uninstallCrds({ ...options, dryRun: "server" }, rest)).text).toBe(
      "commands.command.example.com deleted (dry run)",
    );
    expect((await uninstallCrds(options, rest)).text).toBe("commands.command.example.com deleted");
    expect((await uninstallCrds(options, rest)).text).toBe("none of the CRDs is in the cluster");
  });

  test("with --dry-run=client ask no server at all", async () => {
    const options = { kubeconfig: "/nowhere", dryRun: "client" } as const;
    expect((await installCrds(options, context())).text).toBe("commands.command.example.com would be applied");
    expect((await uninstallCrds(options, context())).text).toBe("commands.command.example.com would be deleted");
  });

  test("name the rule that the user lacks", async () => {
    const call = installCrds({ kubeconfig: cluster().nobodyKubeconfig }, context());
    await expect(call).rejects.toMatchObject({
      code: "cluster/forbidden",
      diagnostics: [
        {
          message: expect.stringContaining("customresourcedefinitions.apiextensions.k8s.io") as string,
        },
      ],
    });
  });

  describe("fields of another manager", () => {
    const name = "fights.conflict.example.com";
    const own = simpleCrd("conflict.example.com", "fights", "Fight");
    const withNames = (shortNames: string[]) =>
      recordingContext({
        cwd: tempFolder({
          PROJECT: project,
          "config/crd/bases/c.yaml": JSON.stringify({
            ...own,
            spec: { ...own.spec, names: { ...own.spec.names, shortNames } },
          }),
        }),
      });

    test("is a conflict that names the field and its manager, unless --force-conflicts takes it over", async () => {
      const options = { kubeconfig: cluster().kubeconfig };
      await installCrds(options, withNames(["ours"]));
      const client = await clientOf(cluster().kubeconfig);
      onTestFinished(() => client.close());
      const key = { apiVersion: own.apiVersion, kind: own.kind, metadata: { name } } as const;
      const theirs = { ...key, spec: { ...own.spec, names: { ...own.spec.names, shortNames: ["theirs"] } } };
      await client.apply(theirs, { fieldManager: "somebody", force: true });

      await expect(installCrds(options, withNames(["ours"]))).rejects.toMatchObject({
        code: "deploy/conflict",
        diagnostics: [
          {
            message: expect.stringMatching(/spec\.names\.shortNames: set by "somebody"/) as string,
            hint: expect.stringContaining("--force-conflicts") as string,
          },
        ],
      });
      const preview = await installCrds({ ...options, forceConflicts: true, diff: true }, withNames(["ours"]));
      expect(preview.text).toMatch(/-\s+- theirs\n[^]*\+\s+- ours/);
      expect(preview.text).toContain(`${name} configured (dry run)`);
      const names = async () => (await client.getOrThrow(CustomResourceDefinition, { name })).spec.names;
      expect(await names()).toMatchObject({ shortNames: ["theirs"] });
      expect((await installCrds({ ...options, forceConflicts: true }, withNames(["ours"]))).text).toBe(
        `${name} configured`,
      );
      expect(await names()).toMatchObject({ shortNames: ["ours"] });
      await uninstallCrds(options, withNames(["ours"]));
    });
  });

  test("leave the conversion to whom the deployment has given it", async () => {
    const name = "turns.converted.example.com";
    const crd = simpleCrd("converted.example.com", "turns", "Turn");
    const convertedBy = (service: { readonly name: string; readonly namespace: string }) => ({
      ...crd,
      spec: {
        ...crd.spec,
        conversion: {
          strategy: "Webhook",
          webhook: { conversionReviewVersions: ["v1"], clientConfig: { service: { ...service, path: "/convert" } } },
        },
      },
    });
    const generated = convertedBy({ name: "webhook-service", namespace: "system" });
    const own = recordingContext({
      cwd: tempFolder({ PROJECT: project, "config/crd/bases/c.yaml": JSON.stringify(generated) }),
    });
    const options = { kubeconfig: cluster().kubeconfig };
    const client = await clientOf(cluster().kubeconfig);
    onTestFinished(() => client.close());
    const clientConfig = async () =>
      (await client.getOrThrow(CustomResourceDefinition, { name })).spec.conversion?.webhook?.clientConfig;

    await installCrds(options, own);
    expect(await clientConfig()).toMatchObject({ service: { name: "webhook-service", namespace: "system" } });
    await client.apply(convertedBy({ name: "demo-webhook-service", namespace: "demo-system" }), { force: true });
    expect((await installCrds(options, own)).text).toBe(`${name} unchanged`);
    expect(await clientConfig()).toMatchObject({ service: { name: "demo-webhook-service", namespace: "demo-system" } });
    await uninstallCrds(options, own);
  });

  describe("while an operator converts", () => {
    const name = "shifts.staged-install.example.com";
    const group = "staged-install.example.com";
    const one = simpleCrd(group, "shifts", "Shift");
    const [v1] = one.spec.versions as [(typeof one.spec.versions)[number]];
    const service = { name: "shift-webhooks", namespace: "default", path: "/convert" };
    const conversion = {
      strategy: "Webhook",
      webhook: { conversionReviewVersions: ["v1"], clientConfig: { service } },
    };
    const first = { ...one, spec: { ...one.spec, conversion } };
    const versions = [v1, { ...v1, name: "v2", storage: false }];
    const both = { ...first, spec: { ...first.spec, versions } };
    const contextOf = (crd: object) =>
      recordingContext({ cwd: tempFolder({ PROJECT: project, "config/crd/bases/c.yaml": JSON.stringify(crd) }) });
    const slice: EndpointSlice = {
      ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: "IPv4" },
      metadata: {
        ...{ name: service.name, namespace: service.namespace },
        labels: { "kubernetes.io/service-name": service.name },
      },
      endpoints: [
        {
          addresses: ["10.1.2.3"],
          conditions: { ready: true },
          targetRef: { kind: "Pod", name: "operator-1", namespace: service.namespace },
        },
      ],
      ports: [{ name: "", port: 9443 }],
    };

    async function operator(isThere: boolean): Promise<HttpClient> {
      const client = await clientOf(cluster().kubeconfig);
      const spec = { selector: { app: "shift" }, ports: [{ port: 443 }] };
      const { name: place, namespace } = service;
      await client.apply<Service>({ apiVersion: "v1", kind: "Service", metadata: { name: place, namespace }, spec });
      if (isThere) await client.apply(slice);
      onTestFinished(async () => {
        await client.delete(CustomResourceDefinition, { name });
        await client.delete(EndpointSlice, slice.metadata);
        await client.delete(Service, { name: place, namespace });
        await expect.poll(() => client.get(CustomResourceDefinition, { name })).toBeUndefined();
        client.close();
      });
      return client;
    }
    const served = async (client: HttpClient): Promise<string[]> => {
      const { spec } = await client.getOrThrow(CustomResourceDefinition, { name });
      return spec.versions.filter((version) => version.served).map((version) => version.name);
    };

    test("a version that its Pods do not convert is not added, and the error has a hint", async () => {
      const options = { kubeconfig: cluster().kubeconfig };
      const client = await operator(true);
      await installCrds(options, contextOf(first));
      await expect(installCrds({ ...options, timeout: 2_000 }, contextOf(both))).rejects.toMatchObject({
        code: "deploy/not-converted",
        message: expect.stringContaining("Pod operator-1: ") as string,
        hint: expect.stringContaining("deploy again") as string,
      });
      expect(await served(client)).toEqual(["v1"]);
      // It is a question of the wait alone, as it is for a deployment.
      await installCrds({ ...options, wait: false }, contextOf(both));
      expect(await served(client)).toEqual(["v1", "v2"]);
    });

    test("if no Pod is behind the Service, tsop does not wait", async () => {
      const options = { kubeconfig: cluster().kubeconfig };
      const client = await operator(false);
      await installCrds(options, contextOf(first));
      expect((await installCrds(options, contextOf(both))).text).toBe(`${name} configured`);
      expect(await served(client)).toEqual(["v1", "v2"]);
    });

    test("a rollback keeps objects that can be applied", async () => {
      const options = { kubeconfig: cluster().kubeconfig };
      const client = await operator(false);
      await installCrds(options, contextOf({ ...both, spec: { ...both.spec, conversion: { strategy: "None" } } }));
      const metadata = { name: "one", namespace: "default" };
      const shift = (version: string, spec: object) => ({
        ...{ apiVersion: `${group}/${version}`, kind: "Shift", metadata, spec },
      });
      await eventually(() => client.withFieldManager("somebody").apply(shift("v2", { size: 1 })));
      await client.withFieldManager("else").apply(shift("v1", { color: "red" }));
      expect((await installCrds(options, contextOf(one))).text).toBe(`${name} configured`);
      expect(await served(client)).toEqual(["v1"]);
      await eventually(() => client.withFieldManager("else").apply(shift("v1", { color: "blue" })));
    });

    test("a conversion ends though the operator has written its CA, and a preview says so and writes nothing", async () => {
      const options = { kubeconfig: cluster().kubeconfig };
      const client = await operator(false);
      await installCrds(options, contextOf(both));
      const path = "/spec/conversion/webhook/clientConfig/caBundle";
      await client
        .withFieldManager("operator")
        .patch(CustomResourceDefinition, { name }, jsonPatch([{ op: "add", path, value: certificate }]));
      const { text } = await installCrds({ ...options, diff: true }, contextOf(one));
      expect(text).toContain(`${name} configured (dry run)`);
      expect(await served(client)).toEqual(["v1", "v2"]);
      expect((await installCrds(options, contextOf(one))).text).toBe(`${name} configured`);
      const { spec } = await client.getOrThrow(CustomResourceDefinition, { name });
      expect(spec).toMatchObject({ conversion: { strategy: "None" }, versions: [{ name: "v1" }] });
    });
  });

  test("all errors of the server are reported at once, and no CRD is applied", async () => {
    const good = simpleCrd("atonce.example.com", "goods", "Good");
    const bad = (plural: string) => ({
      ...simpleCrd("atonce.example.com", plural, "Bad"),
      metadata: { name: "wrong" },
    });
    const files = { "a.yaml": good, "b.yaml": bad("bads"), "c.yaml": bad("worses") };
    const cwd = tempFolder({
      PROJECT: project,
      ...Object.fromEntries(
        Object.entries(files).map(([name, crd]) => [`config/crd/bases/${name}`, JSON.stringify(crd)]),
      ),
    });
    const options = { kubeconfig: cluster().kubeconfig };
    const failing = installCrds(options, recordingContext({ cwd })).catch((error: unknown) => error);
    expect(await failing).toMatchObject({ diagnostics: [{ code: "deploy/refused" }, { code: "deploy/refused" }] });
    const client = await clientOf(cluster().kubeconfig);
    onTestFinished(() => client.close());
    expect(await client.get(CustomResourceDefinition, { name: good.metadata.name })).toBeUndefined();
  });

  test("--wait and --timeout: a kind whose names are taken is not served, and tsop does not wait for it with --wait=false", async () => {
    const options = { kubeconfig: cluster().kubeconfig };
    const of = (group: string, plural: string, shortName: string, kind: string) => {
      const made = simpleCrd(group, plural, kind);
      const spec = { ...made.spec, names: { ...made.spec.names, shortNames: [shortName] } };
      return recordingContext({
        cwd: tempFolder({ PROJECT: project, "config/crd/bases/c.yaml": JSON.stringify({ ...made, spec }) }),
      });
    };
    const first = of("waiting.example.com", "firsts", "one", "First");
    const second = of("waiting.example.com", "seconds", "one", "Second");
    await installCrds(options, first);
    expect((await installCrds({ ...options, wait: false }, second)).text).toBe("seconds.waiting.example.com created");
    await expect(installCrds({ ...options, timeout: 10_000 }, second)).rejects.toMatchObject({
      code: "cluster/crd-not-established",
      message: expect.stringContaining("seconds.waiting.example.com") as string,
    });
    expect((await uninstallCrds({ ...options, wait: false }, second)).text).toContain(
      "seconds.waiting.example.com deleted",
    );
    const shown = await uninstallCrds({ ...options, diff: true }, first);
    expect(shown.text).toMatch(/-kind: CustomResourceDefinition[^]*firsts\.waiting\.example\.com deleted \(dry run\)/);
    // It was there all the time.
    expect((await uninstallCrds(options, first)).text).toContain("firsts.waiting.example.com deleted");
  });
});
