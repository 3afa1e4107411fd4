/** An operator whose bundle holds client-node reaches into a pod, with the rights that tsop infers. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientNodeController, pushTarget, steps } from "../support/node/client-node-operator.js";
import { removeImages } from "../support/node/image.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject } from "../support/node/operator-project.js";
import { eventually } from "../support/eventually.js";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** What metrics-server would serve, as a kind of its own. */
const podMetrics = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: "pods.metrics.k8s.io",
    annotations: { "api-approved.kubernetes.io": "unapproved, a stand-in for tests" },
  },
  spec: {
    group: "metrics.k8s.io",
    scope: "Namespaced",
    names: { kind: "PodMetrics", plural: "pods", singular: "podmetric" },
    versions: [
      {
        ...{ name: "v1beta1", served: true, storage: true },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

describeNode("an operator with client-node", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let place: string;
  let folder: string;
  let target: string;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "partner");
    mkdirSync(path.join(project.folder, "node_modules/@kubernetes"));
    symlinkSync(
      path.join(packages, "@kubernetes/client-node"),
      path.join(project.folder, "node_modules/@kubernetes/client-node"),
    );
    project.write(
      "main.ts",
      project.read("main.ts").replace("BarReconciler(manager.client)", "BarReconciler(manager)"),
    );
    place = `${project.name}-data`;
    await kubectl(["create", "namespace", place]);
    folder = mkdtempSync(path.join(os.tmpdir(), "tsop-target-"));
    target = await pushTarget(cluster, folder, `${project.name}-target:v1`);
    await kubectl(["apply", "-f", "-"], JSON.stringify(podMetrics));
    await kubectl(["wait", "--for=condition=Established", "crd/pods.metrics.k8s.io"]);
  });
  afterAll(async () => {
    await project.remove();
    await removeImages([target]);
    rmSync(folder, { recursive: true });
    await kubectl(["delete", "crd", "pods.metrics.k8s.io", "--ignore-not-found"]);
    await kubectl(["delete", "namespace", place, "--wait=false"]);
  });

  test("runs commands, attaches, forwards a port, copies both ways, reads logs and usage", async () => {
    const pod = {
      ...{ apiVersion: "v1", kind: "Pod", metadata: { name: "db-0", namespace: place } },
      spec: { containers: [{ name: "db", image: target }], terminationGracePeriodSeconds: 1 },
    };
    const usage = {
      ...{ apiVersion: "metrics.k8s.io/v1beta1", kind: "PodMetrics", metadata: { name: "db-0", namespace: place } },
      containers: [{ name: "db", usage: { cpu: "250m", memory: "64Mi" } }],
    };
    await kubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items: [pod, usage] }));
    await kubectl(["wait", "-n", place, "--for=condition=Ready", "pod/db-0", "--timeout=300s"]);
    await project.pushVersion("v1", clientNodeController(project.group));
    await project.deploy();
    await project.applyBars(place, { one: "go" });
    await eventually(async () => expect((await project.bars(place)).get("one")?.status?.text).toBeDefined());
    const report = JSON.parse((await project.bars(place)).get("one")?.status?.text ?? "{}") as Record<string, string>;
    expect(Object.keys(report)).toEqual([...steps]);
    expect(report).toEqual({
      exec: "42",
      input: "select 1",
      refused: expect.stringMatching(
        /^failed: GET .*\/pods\/db-0\/exec: container cache is not valid for pod db-0/,
      ) as string,
      attach: expect.stringMatching(/^tick \d+/) as string,
      portForward: "HTTP/1.1 200 OK",
      log: expect.stringMatching(/^tick \d+$/) as string,
      copy: "true",
      badCopy: expect.stringMatching(/^failed: the copy failed: tar: missing.sql: Cannot stat/) as string,
      top: "db-0 0.25",
    });
  });

  test("has no right but those that its calls take", () => {
    const role = project.read("config/rbac/role.yaml");
    for (const resource of ["pods/exec", "pods/attach", "pods/portforward", "pods/log"])
      expect(role).toContain(`  - ${resource}\n`);
    expect(role).toMatch(/- metrics\.k8s\.io\n {2}resources:\n {2}- pods\n {2}verbs:\n {2}- list\n/);
    expect(role).not.toContain("'*'");
  });
});
