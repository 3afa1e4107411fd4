/** Admission webhooks that come, change and go with their operator, while clients read and write all the time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLiveClient, type HttpClient, loadKubeConfig } from "../../src/index.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { addOwnWebhooks } from "../support/node/own-webhooks.js";
import { report } from "../support/node/report.js";
import { showTallies, type VersionedKind, whileUsing } from "../support/node/version-load.js";

const file = "webhooks/v1/bar_webhook.ts";

describeNode("an operator whose admission webhooks come and go", (cluster) => {
  const { kubectl } = cluster;
  const warnings: string[] = [];
  let project: OperatorProject;
  let client: HttpClient;
  let place: string;
  let kind: VersionedKind;
  let images: { readonly first: string; readonly second: string };
  let before: ReturnType<OperatorProject["snapshot"]>;
  let counter = 0;

  beforeAll(async () => {
    project = await createOperatorProject(cluster, "whr");
    const config = await loadKubeConfig({ kubeconfig: cluster.kubeconfig, env: {}, home: "" });
    client = createLiveClient(config, { onWarning: (text) => void warnings.push(text) });
    place = `${project.name}-data`;
    kind = { group: project.group, plural: "bars", kind: "Bar", namespace: place, specs: { v1: (text) => ({ text }) } };
    await kubectl(["create", "namespace", place]);
    await addOwnWebhooks(project);
    const scaffold = project.read(file);
    await serve(scaffold, ["first", "both"]);
    const first = await project.pushVersion("v1");
    before = project.snapshot();
    const defaulting = ["--group", "foo", "--version", "v1", "--kind", "Bar", "--defaulting"];
    const create = ["create", "webhook", ...defaulting];
    succeeded(await project.tsop(create), create);
    await serve(project.read(file), ["both", "second"]);
    images = { first, second: await project.pushVersion("v2") };
    before.restore();
  });
  afterAll(async () => {
    client.close();
    await project.remove();
    await kubectl(["delete", "namespace", place, "--wait=false"]);
  });

  /** Returns webhooks at these paths, in addition to the validator. Each one warns a client that writes a Bar. */
  async function serve(source: string, words: readonly string[]): Promise<void> {
    const handlers = words.map(
      (word) => `
  // @webhook mutating=false groups=${project.group} resources=bars verbs=create;update versions=v1 name=${word}.${project.group}
  manager.addAdmissionHandler("/${word}", (request, context) => {
    context.warn("${word} " + request.name);
  });`,
    );
    const start = source.replace(/\n {2}\/\/ @webhook [^]*?\n {2}\}\);/g, "");
    project.write(file, start.replace("(manager: Manager): void {", `$&${handlers.join("")}`));
    succeeded(await project.tsop(["manifests"]), ["manifests"]);
  }

  /** Writes one Bar, once, and says which webhooks have judged it. */
  async function judgesOf(): Promise<string[]> {
    const name = `judged-${(counter += 1)}`;
    const apiVersion = `${project.group}/v1`;
    await client.create({
      apiVersion,
      kind: "Bar",
      metadata: { name, namespace: place },
      spec: { text: "x" },
    } as never);
    await client.transport.request({ method: "DELETE", path: `/apis/${apiVersion}/namespaces/${place}/bars/${name}` });
    return warnings.flatMap((text) => (text.endsWith(` ${name}`) ? [text.replace(/ .*/s, "")] : [])).toSorted();
  }

  async function deployUnderLoad(what: string, image: string): Promise<void> {
    const { result, tallies } = await whileUsing(client, kind, project.deploy("--img", image));
    report(`${what}: ${showTallies(tallies)}`);
    expect(result).toMatch(/Deployment \S+ configured/);
    for (const tally of tallies.values()) {
      expect(tally.failed.slice(0, 3)).toEqual([]);
      expect(tally.answered).toBeGreaterThan(100);
    }
  }

  test("the first request after a fresh deployment is judged, each time", async () => {
    for (let round = 1; round <= 3; round += 1) {
      const start = performance.now();
      await project.deploy("--img", images.first);
      const ended = performance.now();
      expect(await judgesOf()).toEqual(["both", "first"]);
      report(`fresh deployment ${round}: ${((ended - start) / 1000).toFixed(1)} s`);
      if (round < 3) succeeded(await project.tsop(["undeploy", "--yes", "--delete-data"]));
      if (round < 3) await kubectl(["wait", "--for=delete", `namespace/${project.namespace}`, "--timeout=300s"]);
    }
  });

  test("a deployment that changes nothing leaves everything judged, and no trace", async () => {
    expect(await project.deploy()).toMatch(/ValidatingWebhookConfiguration \S+ unchanged/);
    const path = ["-o", "jsonpath={.webhooks[*].name} {.metadata.managedFields[*].manager}"];
    const name = `${project.name}-validating-webhook-configuration`;
    const text = await kubectl(["get", "validatingwebhookconfiguration", name, "--show-managed-fields", ...path]);
    expect(text).not.toMatch(/probe|tsop-webhooks/);
    expect(await judgesOf()).toEqual(["both", "first"]);
  });

  test("an upgrade that adds and removes webhooks fails no request", async () => {
    const create = ["create", "webhook", "--group", "foo", "--version", "v1", "--kind", "Bar", "--defaulting"];
    succeeded(await project.tsop(create), create);
    await serve(project.read(file), ["both", "second"]);
    await deployUnderLoad("upgrade", images.second);
    expect(await judgesOf()).toEqual(["both", "second"]);
  });

  test("the rollback, which removes a whole configuration, fails no request", async () => {
    before.restore();
    await deployUnderLoad("rollback", images.first);
    expect(await judgesOf()).toEqual(["both", "first"]);
  });

  test("an image that does not serve a new webhook ends the deployment, and leaves judged what was judged", async () => {
    await serve(project.read(file), ["first", "both", "third"]);
    const { code, stderr } = await project.tsop(["deploy", "--yes", "--img", images.first]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /error deploy\/webhook-down: the operator did not serve the webhooks of Validating.*\n.*it serves no webhook at \/third/,
    );
    expect(await judgesOf()).toEqual(["both", "first"]);
  });
});
