/** Webhooks in a cluster, reached by way of their Service, with certificates of the operator's own and two replicas. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLiveClient, dryRunClient, type HttpClient, loadKubeConfig } from "../../src/index.js";
import { killContainer } from "../support/node/kill-container.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject } from "../support/node/operator-project.js";
import { addOwnWebhooks } from "../support/node/own-webhooks.js";
import { report } from "../support/node/report.js";
import { eventually } from "../support/eventually.js";

describeNode("an operator that makes the certificates of its webhooks", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let client: HttpClient;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "whc");
    client = createLiveClient(await loadKubeConfig({ kubeconfig: cluster.kubeconfig, env: {}, home: "" }));
    await addOwnWebhooks(project);
    await project.deploy("--img", await project.pushVersion("v1"));
  });
  afterAll(async () => {
    client.close();
    await project.remove();
  });

  const create = async (text: string): Promise<void> => {
    const metadata = { generateName: "bar-", namespace: "default" };
    await dryRunClient(client).create({
      apiVersion: `${project.group}/v1`,
      kind: "Bar",
      metadata,
      spec: { text },
    } as never);
  };
  const inSecret = async (key: string): Promise<string> => {
    const name = `${project.name}-webhook-server-cert`;
    const data = await kubectl(["get", "secret", name, "-n", project.namespace, "-o", `jsonpath={.data.${key}}`]);
    return Buffer.from(data, "base64").toString();
  };
  const pods = async (): Promise<string[]> => {
    const selector = ["-l", "control-plane=controller-manager", "--field-selector", "status.phase=Running"];
    const names = await kubectl([
      "get",
      "pods",
      "-n",
      project.namespace,
      ...selector,
      "-o",
      "jsonpath={.items[*].metadata.name}",
    ]);
    return names.split(" ").filter((name) => name !== "");
  };

  /** Creates Bars without a pause until `work` has ended; resolves with what was refused, and how many were not. */
  async function whileCreating(
    work: Promise<unknown>,
  ): Promise<{ readonly refused: string[]; readonly count: number }> {
    const state = { isOver: false, count: 0 };
    const refused: string[] = [];
    const load = Array.from({ length: 3 }, async () => {
      while (!state.isOver) {
        await create("good").then(
          () => (state.count += 1),
          (error: unknown) => refused.push(String(error)),
        );
      }
    });
    await work.finally(() => (state.isOver = true));
    await Promise.all(load);
    return { refused, count: state.count };
  }

  test("validates through its Service once it is deployed, without a certificate that a user created", async () => {
    await eventually(() => create("good"));
    await expect(create("bad")).rejects.toMatchObject({ statusCode: 422 });
    expect(await pods()).toHaveLength(2);
    expect(await inSecret("tls\\.crt")).toContain("BEGIN CERTIFICATE");
  });

  test("creates everything again when the Secret is emptied, and no request fails meanwhile", async () => {
    const before = { ca: await inSecret("ca\\.crt"), cert: await inSecret("tls\\.crt") };
    const rotation = async (): Promise<void> => {
      const secret = `${project.name}-webhook-server-cert`;
      await kubectl(["patch", "secret", secret, "-n", project.namespace, "--type=merge", "-p", '{"data":null}']);
      await eventually(async () => expect(await inSecret("tls\\.crt")).not.toBe(before.cert));
      // Both replicas serve it, which each says in its log.
      await eventually(async () => {
        const log = await project.log();
        expect(log.match(/using the renewed certificate/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
      });
    };
    const { refused, count } = await whileCreating(rotation());
    report(`created while certificates were made anew: ${count}, refused: ${refused.length}`);
    expect(refused).toEqual([]);
    const ca = await inSecret("ca\\.crt");
    expect(ca).not.toBe(before.ca);
    expect(ca).toContain(before.ca); // trusted for a day more
  });

  test("goes on when one of two replicas is killed, and the next one needs no new certificate", async () => {
    const cert = await inSecret("tls\\.crt");
    const [victim = ""] = await pods();
    const how = await killContainer(cluster, project.namespace, victim);
    await eventually(() => create("good"));
    await expect(create("bad")).rejects.toMatchObject({ statusCode: 422 });
    await kubectl([
      "rollout",
      "status",
      "deployment",
      `${project.name}-controller-manager`,
      "-n",
      project.namespace,
      "--timeout=300s",
    ]);
    const { refused, count } = await whileCreating(eventually(async () => expect(await pods()).toHaveLength(2)));
    report(`a replica was ${how}; created afterwards: ${count}, refused: ${refused.length}`);
    expect(await inSecret("tls\\.crt")).toBe(cert);
  });

  test("gives the bundle again when it is deployed again", async () => {
    await project.deploy();
    const path = "jsonpath={.webhooks[0].clientConfig.caBundle}";
    const name = `${project.name}-validating-webhook-configuration`;
    const bundle = async (): Promise<string> =>
      Buffer.from(await kubectl(["get", "validatingwebhookconfiguration", name, "-o", path]), "base64").toString();
    await eventually(async () => expect(await bundle()).toBe(await inSecret("ca\\.crt")));
    await create("good");
  });
});
