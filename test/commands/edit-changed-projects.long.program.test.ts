/** `tsop edit` in projects of an earlier tsop, and in edited projects. */
import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { EditOptions } from "../../src/commands/declared/scaffold.js";
import { withoutMetricsCertificate } from "../support/earlier-scaffold.js";
import { editProject, kindsOf, run } from "../support/edit-project.js";
import { filesOf, tempFolder, writeFiles } from "../support/temp-folder.js";
import { editInAnyWay } from "./edit-in-any-way.js";

const project = await editProject();

describe("a project of an earlier scaffold", () => {
  const monitor = "config/prometheus/monitor.yaml";
  const foreign = "- path: cert_metrics_manager_patch.yaml\n  target:\n    kind: Deployment\n";

  test("gets the certificate for its metrics with --metrics, and is then as one of today", async () => {
    const root = tempFolder(withoutMetricsCertificate(project));
    await run(root, { metrics: true });
    expect(filesOf(root)).toEqual(project);
  });

  test("keeps an edited ServiceMonitor", async () => {
    const earlier = withoutMetricsCertificate(project);
    const edited = earlier[monitor]!.replace("path: /metrics", "path: /metrics\n    interval: 30s");
    const root = tempFolder({ ...earlier, [monitor]: edited });
    await run(root, { metrics: true });
    expect(filesOf(root)).toEqual({ ...project, [monitor]: edited });
  });

  test("has it in the line endings of its files", async () => {
    const earlier = withoutMetricsCertificate(project);
    const root = tempFolder({ ...earlier, [monitor]: earlier[monitor]!.replaceAll("\n", "\r\n") });
    await run(root, { metrics: true });
    expect(filesOf(root)[monitor]).toBe(project[monitor]!.replaceAll("\n", "\r\n"));
  });

  test.each<EditOptions>([{ prometheus: true }, { networkPolicy: true }, { replicas: "2" }])(
    "keeps its metrics as they are with %j",
    async (options) => {
      const earlier = withoutMetricsCertificate(project);
      const root = tempFolder(earlier);
      await run(root, options);
      expect(filesOf(root)[monitor]).toBe(earlier[monitor]);
      expect(kindsOf(root)).not.toContain("Secret demo-metrics-server-cert");
    },
  );

  test("gets it with a new ServiceMonitor, which names its Secret", async () => {
    const { [monitor]: gone, ...earlier } = withoutMetricsCertificate(project);
    const root = tempFolder(earlier);
    await run(root, { prometheus: true });
    expect(gone).not.toBe(filesOf(root)[monitor]);
    expect(kindsOf(root)).toEqual(
      expect.arrayContaining(["Secret demo-metrics-server-cert", "Role demo-metrics-certificate-role"]),
    );
  });

  test("keeps a certificate that the operator does not create", async () => {
    const earlier = withoutMetricsCertificate(project);
    const kustomization = "config/default/kustomization.yaml";
    const files = { ...earlier, [kustomization]: `${earlier[kustomization]!}${foreign}` };
    const root = tempFolder(files);
    expect((await run(root, { metrics: true })).json["changes"]).toEqual([]);
    rmSync(path.join(root, monitor));
    const { text } = await run(root, { prometheus: true });
    expect(text).toContain(`set serverName in ${monitor} to a name in the certificate`);
    expect(kindsOf(root)).not.toContain("Secret demo-metrics-server-cert");
    expect((await run(root, { metrics: false, prometheus: false })).text).toContain(
      "remove cert_metrics_manager_patch.yaml from",
    );
  });
});

describe("edited files", () => {
  test("keep unrelated lines", async () => {
    const root = tempFolder(project);
    const kustomization = `# mine\n${project["config/default/kustomization.yaml"]!}`
      .replace("- ../manager\n", "# next\n- ../manager # the operator\n")
      .replace("patches:", "# also\n- mine.yaml # here\npatches:");
    const own = {
      "config/default/kustomization.yaml": kustomization,
      "config/default/mine.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n",
    };
    writeFiles(root, own);
    await run(root, { workload: "daemonset", metrics: false });
    const text = filesOf(root)["config/default/kustomization.yaml"]!;
    expect(text).toContain("# mine\n");
    expect(text).toContain("# next\n- ../manager # the operator\n- ../crd\n# also\n- mine.yaml # here\n");
    await run(root, { workload: "deployment", metrics: true });
    expect(filesOf(root)).toEqual({ ...project, ...own });
  });

  test("stay when a component goes, and are named", async () => {
    const root = tempFolder(project);
    await run(root, { replicas: "2" });
    const file = "config/high-availability/pod_disruption_budget.yaml";
    const edited = filesOf(root)[file]!.replace("maxUnavailable: 1", "maxUnavailable: 2");
    writeFiles(root, { [file]: edited });
    const { text, json } = await run(root, { replicas: "1" });
    expect(json["kept"]).toEqual([file]);
    expect(text).toContain(`${file} kept unchanged`);
    expect(filesOf(root)).toEqual({ ...project, [file]: edited });
    await run(root, { replicas: "2" });
    expect(filesOf(root)[file]).toBe(edited);
  });

  test("that are gone come back with what needs them", async () => {
    const root = tempFolder(project);
    await run(root, { metrics: false });
    for (const name of [
      "default/metrics_service.yaml",
      "default/metrics_certificate_patch.yaml",
      "metrics",
      "rbac/metrics_auth_role.yaml",
      "rbac/metrics_certificate_role.yaml",
      "network-policy",
      "prometheus",
    ]) {
      rmSync(path.join(root, "config", name), { recursive: true });
    }
    await run(root, { metrics: true, networkPolicy: true, prometheus: true });
    await run(root, { networkPolicy: false, prometheus: false });
    expect(filesOf(root)).toEqual(project);
  });

  test("with the user's own rules change only their scope", async () => {
    const file = "config/rbac/bar_editor_role.yaml";
    const edited = project[file]!.replace("- delete\n", "- deletecollection # mine\n");
    const root = tempFolder({ ...project, [file]: edited });
    await run(root, { namespaced: true });
    expect(filesOf(root)[file]).toBe(
      edited.replace("ClusterRole", "Role").replace("editor-role\n", "editor-role\n  namespace: system\n"),
    );
  });
});

// The other seeds: edit-in-any-way.sweep.test.ts.
test.each([1, 7])("the way by which a project came to be as it is does not show (seed %i)", async (seed) => {
  await editInAnyWay(seed);
});
