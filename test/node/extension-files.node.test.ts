/** A scaffolded extension API server that keeps its objects in files, in a pod with a volume. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { killContainer } from "../support/node/kill-container.js";
import { createLocalVolume, type LocalVolume } from "../support/node/local-volume.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { report } from "../support/node/report.js";
import { eventually } from "../support/eventually.js";

describeNode("a scaffolded extension API server with files", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let volume: LocalVolume;
  let isTrusted = false;
  beforeAll(async () => {
    const trust = ["get", "configmap", "extension-apiserver-authentication", "-n", "kube-system", "-o", "json"];
    isTrusted = (await kubectl(trust)).includes('"requestheader-client-ca-file"');
    if (!isTrusted) return;
    project = await createOperatorProject(cluster, "files");
    for (const [kind, storage] of [
      ["Record", "file"],
      ["Sheet", "sqlite"],
    ]) {
      const command = ["create", "apiserver", "--group", "foo", "--version", "v1beta1", "--kind", kind!];
      succeeded(await project.tsop([...command, "--storage", storage!]), command);
    }
    volume = await createLocalVolume(cluster, {
      namespace: project.namespace,
      name: `${project.name}-apiserver-data`,
    });
    await project.deploy("--img", await project.pushVersion("v1"));
    await served();
  });
  beforeEach(({ skip }) => skip(!isTrusted, "needs kube-apiserver with --requestheader-client-ca-file"));
  afterAll(async () => {
    if (!isTrusted) return;
    await project.remove();
    await volume.remove();
  });

  const kinds = (): string => `records.${project.group},sheets.${project.group}`;
  const served = (): Promise<string> => eventually(() => kubectl(["get", kinds()]));
  const create = (kind: string, name: string, size: number): Promise<string> => {
    const metadata = { name, namespace: "default" };
    const object = { apiVersion: `${project.group}/v1beta1`, kind, metadata, spec: { size } };
    return kubectl(["create", "-f", "-"], JSON.stringify(object));
  };
  /** The kind, name, uid, version and size of all objects. */
  const stored = (): Promise<string> => {
    const fields = ["kind", "metadata.name", "metadata.uid", "metadata.resourceVersion", "spec.size"];
    const line = fields.map((field) => `{.${field}}`).join(" ");
    return kubectl(["get", kinds(), "-n", "default", "-o", `jsonpath={range .items[*]}${line}{"\\n"}{end}`]);
  };
  const pod = (): Promise<string> => {
    const labels = ["-l", "control-plane=apiserver", "-o", "jsonpath={.items[0].metadata.name}"];
    return kubectl(["get", "pod", "-n", project.namespace, ...labels]);
  };

  /** Expects that the objects outlive what happens, and that the versions of later writes continue. */
  async function outlive(name: string, happen: () => Promise<unknown>): Promise<void> {
    for (const kind of ["Record", "Sheet"]) await create(kind, name, 3);
    const before = await stored();
    expect(before.match(new RegExp(`^(Record|Sheet) ${name} `, "gm"))).toHaveLength(2);
    await happen();
    await served();
    expect(await stored()).toBe(before);
    for (const kind of ["Record", "Sheet"]) {
      await create(kind, `${name}-later`, 4);
      const versionOf = (each: string, text: string): number =>
        Number(new RegExp(`^${kind} ${each} \\S+ (\\d+)`, "m").exec(text)?.[1]);
      expect(versionOf(`${name}-later`, await stored())).toBeGreaterThan(versionOf(name, before));
    }
  }

  test("keeps its objects when its program is killed", async () => {
    await outlive("killed", async () =>
      report(`the program was ${await killContainer(cluster, project.namespace, await pod())}`),
    );
  });

  test("keeps its objects in another pod", async () => {
    const before = await pod();
    await outlive("deleted", () => kubectl(["delete", "pod", before, "-n", project.namespace]));
    expect(await pod()).not.toBe(before);
  });

  test("keeps its objects when a pod is lost", async () => {
    const before = await pod();
    const force = ["--grace-period=0", "--force"];
    await outlive("lost", () => kubectl(["delete", "pod", before, "-n", project.namespace, ...force]));
  });

  test("keeps its objects when it is undeployed without --delete-data", async () => {
    await outlive("undeployed", async () => {
      succeeded(await project.tsop(["undeploy", "--yes", "--timeout", "300s"]));
      await project.deploy();
    });
  });
});
