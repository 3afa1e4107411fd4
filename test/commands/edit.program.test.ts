import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { edit } from "../../src/commands/edit.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { EditOptions, InitOptions } from "../../src/commands/declared/scaffold.js";
import { TsopError } from "../../src/core/errors.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { withoutMetricsCertificate } from "../support/earlier-scaffold.js";
import { recordingContext } from "../support/recording-context.js";
import { seeded } from "../support/seeded.js";
import { snapshot, tempFolder, writeFiles } from "../support/temp-folder.js";

type Files = Record<string, string>;

const filesOf = (root: string): Files =>
  Object.fromEntries(Object.entries(snapshot(root)).filter(([name]) => !name.endsWith("/") && !/^\.tsop/.test(name)));

/** Made once for all tests: tempFolder() belongs to a single one. */
async function make(options: InitOptions, withKind = true): Promise<Files> {
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
  const context = recordingContext({ cwd: root });
  await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false, ...options }, context);
  if (withKind) {
    await createApi({ group: "foo", version: "v1", kind: "Bar" }, context);
    await createApi({ group: "foo", version: "v1", kind: "Tenant", namespaced: false }, context);
    await manifests({}, context);
  }
  const files = filesOf(root);
  rmSync(root, { recursive: true });
  return files;
}

async function run(root: string, options: EditOptions) {
  return edit(options, recordingContext({ cwd: root }));
}

async function refusal(root: string, options: EditOptions): Promise<string> {
  const before = snapshot(root);
  try {
    await run(root, options);
  } catch (error) {
    expect(snapshot(root)).toEqual(before);
    if (!(error instanceof TsopError)) throw error;
    const problems = error.diagnostics.length === 0 ? [error] : error.diagnostics;
    return problems
      .map(({ code, at, message, hint }) => `${at?.file ?? ""} ${code}: ${message} | ${hint ?? ""}`)
      .join("\n");
  }
  throw new Error("nothing was refused");
}

const objectsOf = (root: string): KubeObject[] =>
  render(path.join(root, "config/default"), diskFiles, root).objects() as unknown as KubeObject[];
const kindsOf = (root: string): string[] => objectsOf(root).map(({ kind, metadata }) => `${kind} ${metadata.name}`);

let project: Files;

beforeAll(async () => {
  project = await make({});
});

describe("one mode", () => {
  test.each<[EditOptions, string[]]>([
    [
      { workload: "daemonset" },
      [
        "+config/daemonset/daemonset_patch.yaml",
        "+config/daemonset/kustomization.yaml",
        "config/default/kustomization.yaml",
      ],
    ],
    [{ workload: "deployment" }, []],
    [
      { replicas: "2" },
      [
        "+config/high-availability/kustomization.yaml",
        "+config/high-availability/pod_disruption_budget.yaml",
        "+config/high-availability/topology_spread_patch.yaml",
        "config/default/kustomization.yaml",
      ],
    ],
    [{ replicas: "1" }, []],
    [
      { metrics: false },
      [
        "config/default/kustomization.yaml",
        "config/network-policy/kustomization.yaml",
        "config/rbac/kustomization.yaml",
      ],
    ],
    [{ metrics: true }, []],
    [{ prometheus: true }, ["config/default/kustomization.yaml"]],
    [{ networkPolicy: true }, ["config/default/kustomization.yaml"]],
    [
      { namespaced: true },
      [
        "PROJECT",
        "config/manager/manager.yaml",
        "config/rbac/bar_admin_role.yaml",
        "config/rbac/bar_editor_role.yaml",
        "config/rbac/bar_viewer_role.yaml",
        "config/rbac/role.yaml",
        "config/rbac/role_binding.yaml",
        "controllers/bar_controller.test.ts",
      ],
    ],
    [{ multigroup: true }, ["PROJECT"]],
  ])("%j changes %j, and repeated nothing", async (options, want) => {
    const root = tempFolder(project);
    await run(root, options);
    const files = filesOf(root);
    const changed = Object.keys({ ...project, ...files }).filter((name) => files[name] !== project[name]);
    expect(changed.map((name) => (name in project ? name : `+${name}`)).toSorted()).toEqual(want);
    const again = await run(root, options);
    expect(filesOf(root)).toEqual(files);
    expect(again.json["changes"]).toEqual([]);
  });

  test("is said when nothing is asked for", async () => {
    const root = tempFolder(project);
    await run(root, { replicas: "3", metrics: false });
    const { text, json } = await run(root, {});
    expect(text).toContain("--replicas        3\n");
    expect(text).toContain("--metrics         false\n");
    expect(json["modes"]).toEqual({
      workload: "deployment",
      namespaced: false,
      metrics: false,
      prometheus: false,
      networkPolicy: false,
      certManager: false,
      replicas: 3,
      multigroup: false,
    });
  });

  test("can be looked at first", async () => {
    const root = tempFolder(project);
    const { text, json } = await run(root, { workload: "daemonset", diff: true, dryRun: true });
    expect(text).toContain("+- ../daemonset");
    expect(json).toMatchObject({ dryRun: true, modes: { workload: "daemonset" } });
    expect(filesOf(root)).toEqual(project);
  });
});

describe("what is made", () => {
  test("of a DaemonSet meets every patch that is for the operator, and has no replicas", async () => {
    const root = tempFolder({
      ...project,
      "config/default/kustomization.yaml": project["config/default/kustomization.yaml"]!.replace(
        "Deployment|DaemonSet",
        "Deployment",
      ),
    });
    await run(root, { workload: "daemonset" });
    const [operator] = objectsOf(root).filter(({ kind }) => kind === "DaemonSet");
    expect(operator).toMatchObject({
      metadata: { name: "demo-controller-manager" },
      spec: {
        template: {
          spec: {
            containers: [
              { args: expect.arrayContaining(["--leader-elect", "--metrics-bind-address=:8443"]) as unknown },
            ],
          },
        },
      },
    });
    expect(operator).not.toHaveProperty("spec.replicas");
    expect(kindsOf(root).filter((kind) => kind.startsWith("Deployment"))).toEqual([]);
  });

  test("of a DaemonSet meets a patch that names the Deployment, too", async () => {
    const root = tempFolder({
      ...project,
      "config/default/kustomization.yaml": `${project["config/default/kustomization.yaml"]!}- path: mine.yaml\n`,
      "config/default/mine.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: controller-manager, namespace: system}\nspec: {template: {metadata: {annotations: {a: b}}}}\n",
    });
    await run(root, { workload: "daemonset" });
    expect(objectsOf(root).find(({ kind }) => kind === "DaemonSet")).toMatchObject({
      spec: { template: { metadata: { annotations: { a: "b" } } } },
    });
  });

  test("is not checked where nothing could be made before, and that is said", async () => {
    const root = tempFolder({ ...project, "config/rbac/kustomization.yaml": "resources:\n- gone.yaml\n" });
    const { text } = await run(root, { prometheus: true });
    expect(text).toContain(
      "correct config/default, which could not be rendered before: config/rbac/kustomization.yaml",
    );
    expect(filesOf(root)["config/default/kustomization.yaml"]).toContain("- ../prometheus\n");
  });

  test("of several replicas has a budget, is spread over nodes, and elects a leader", async () => {
    const root = tempFolder(project);
    await run(root, { replicas: "3" });
    const objects = objectsOf(root);
    const budget = objects.find(({ kind }) => kind === "PodDisruptionBudget");
    const operator = objects.find(({ kind }) => kind === "Deployment");
    const labels = { "control-plane": "controller-manager", "app.kubernetes.io/name": "demo" };
    expect(budget).toMatchObject({
      apiVersion: "policy/v1",
      metadata: { name: "demo-controller-manager", namespace: "demo-system" },
      spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow", selector: { matchLabels: labels } },
    });
    expect(operator).toMatchObject({
      spec: {
        replicas: 3,
        template: {
          metadata: { labels },
          spec: {
            topologySpreadConstraints: [
              {
                topologyKey: "kubernetes.io/hostname",
                whenUnsatisfiable: "ScheduleAnyway",
                labelSelector: { matchLabels: labels },
              },
            ],
            containers: [{ args: expect.arrayContaining(["--leader-elect"]) as unknown }],
          },
        },
      },
    });
    await run(root, { replicas: "5" });
    expect(objectsOf(root).find(({ kind }) => kind === "Deployment")).toMatchObject({ spec: { replicas: 5 } });
  });

  test("without metrics has neither a service nor roles for them, and nothing listens", async () => {
    const root = tempFolder(project);
    await run(root, { metrics: false });
    const objects = objectsOf(root);
    expect(JSON.stringify(objects)).not.toMatch(/metrics|8443/);
    expect(objects.find(({ kind }) => kind === "Service")).toBeUndefined();
  });

  test("of network policies closes all but what is open by name", async () => {
    const root = tempFolder(project);
    const policies = () =>
      objectsOf(root)
        .filter(({ kind }) => kind === "NetworkPolicy")
        .map((policy) => [policy.metadata.name, (policy as { spec?: { ingress?: unknown } }).spec?.ingress]);
    await run(root, { networkPolicy: true });
    expect(policies()).toEqual([
      [
        "demo-allow-metrics-traffic",
        [
          {
            from: [{ namespaceSelector: { matchLabels: { metrics: "enabled" } } }],
            ports: [{ port: 8443, protocol: "TCP" }],
          },
        ],
      ],
      ["demo-deny-ingress", undefined],
    ]);
    await run(root, { metrics: false });
    expect(policies()).toEqual([["demo-deny-ingress", undefined]]);
  });

  test("of a namespaced operator has no rights in other namespaces but those on kinds of the cluster", async () => {
    const root = tempFolder(project);
    const { text } = await run(root, { namespaced: true });
    expect(kindsOf(root).filter((kind) => /Role/.test(kind))).toEqual([
      "Role demo-bar-admin-role",
      "Role demo-bar-editor-role",
      "Role demo-bar-viewer-role",
      "Role demo-leader-election-role",
      "Role demo-manager-role",
      "Role demo-metrics-certificate-role",
      "ClusterRole demo-manager-role",
      "ClusterRole demo-metrics-auth-role",
      "ClusterRole demo-metrics-reader",
      "ClusterRole demo-tenant-admin-role",
      "ClusterRole demo-tenant-editor-role",
      "ClusterRole demo-tenant-viewer-role",
      "RoleBinding demo-leader-election-rolebinding",
      "RoleBinding demo-manager-rolebinding",
      "RoleBinding demo-metrics-certificate-rolebinding",
      "ClusterRoleBinding demo-manager-cluster-rolebinding",
      "ClusterRoleBinding demo-metrics-auth-rolebinding",
    ]);
    expect(text).toContain("kubectl apply -n demo-system -f config/samples/");
    expect(text).toContain("npx tsop edit --metrics=false");
  });
});

describe("a project of an earlier scaffold", () => {
  const monitor = "config/prometheus/monitor.yaml";
  const foreign = "- path: cert_metrics_manager_patch.yaml\n  target:\n    kind: Deployment\n";

  test("gets the certificate for its metrics with --metrics, and is then as one of today", async () => {
    const root = tempFolder(withoutMetricsCertificate(project));
    await run(root, { metrics: true });
    expect(filesOf(root)).toEqual(project);
  });

  test("keeps a ServiceMonitor that somebody has edited", async () => {
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

  test("keeps the certificate that somebody else makes", async () => {
    const earlier = withoutMetricsCertificate(project);
    const kustomization = "config/default/kustomization.yaml";
    const files = { ...earlier, [kustomization]: `${earlier[kustomization]!}${foreign}` };
    const root = tempFolder(files);
    expect((await run(root, { metrics: true })).json["changes"]).toEqual([]);
    rmSync(path.join(root, monitor));
    const { text } = await run(root, { prometheus: true });
    expect(text).toContain(`let serverName in ${monitor} be a name that the certificate has`);
    expect(kindsOf(root)).not.toContain("Secret demo-metrics-server-cert");
    expect((await run(root, { metrics: false, prometheus: false })).text).toContain(
      "take cert_metrics_manager_patch.yaml out",
    );
  });
});

describe("files that somebody has edited", () => {
  test("keep what is not concerned", async () => {
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
    expect(text).toContain(`${file} is kept as it is`);
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

  test("with rules of somebody's own change their scope alone", async () => {
    const file = "config/rbac/bar_editor_role.yaml";
    const edited = project[file]!.replace("- delete\n", "- deletecollection # mine\n");
    const root = tempFolder({ ...project, [file]: edited });
    await run(root, { namespaced: true });
    expect(filesOf(root)[file]).toBe(
      edited.replace("ClusterRole", "Role").replace("editor-role\n", "editor-role\n  namespace: system\n"),
    );
  });
});

describe("what cannot be", () => {
  test.each<[EditOptions, RegExp]>([
    [
      { workload: "statefulset" },
      /usage\/invalid-argument: there is no workload "statefulset"; there are deployment, daemonset/,
    ],
    [{ workload: "deamonset" }, /--workload daemonset/],
    [{ replicas: "two" }, /"two" is no number of replicas/],
    [{ replicas: "0" }, /kubectl scale/],
    [{ replicas: "-1" }, /whole number from 1 on/],
    [{ replicas: "1.5" }, /whole number from 1 on/],
    [{ replicas: "99999999999" }, /whole number from 1 on/],
    [
      { workload: "daemonset", replicas: "2" },
      /modes\/contradiction: a DaemonSet has one pod on each node.*--workload deployment/,
    ],
    [{ metrics: false, prometheus: true }, /modes\/contradiction: without metrics.*--metrics --prometheus/],
  ])("%j is refused", async (options, message) => {
    expect(await refusal(tempFolder(project), options)).toMatch(message);
  });

  test("with what is there already is refused, too", async () => {
    const root = tempFolder(project);
    await run(root, { replicas: "2", prometheus: true });
    expect(await refusal(root, { workload: "daemonset" })).toMatch(
      /cannot have 2 replicas.*--workload daemonset --replicas 1/,
    );
    expect(await refusal(root, { metrics: false })).toMatch(/--metrics=false --prometheus=false/);
    await run(root, { workload: "daemonset", replicas: "1" });
    expect(await refusal(root, { replicas: "2" })).toMatch(/--workload deployment/);
  });

  test("several groups without folders of their own", async () => {
    const root = tempFolder(project);
    await run(root, { multigroup: true });
    await createApi({ group: "ship", version: "v1", kind: "Frigate" }, recordingContext({ cwd: root }));
    expect(await refusal(root, { multigroup: false })).toMatch(/foo\.abc\.com, ship\.abc\.com/);
  });

  const text = (name: string) => project[`config/${name}`]!;
  test.each<[string, EditOptions, () => Files, RegExp | string]>([
    [
      "resources that are no list",
      { prometheus: true },
      () => ({ "config/default/kustomization.yaml": "resources: ../manager\n" }),
      /yaml\/invalid: resources has to be a list/,
    ],
    [
      "broken YAML",
      { prometheus: true },
      () => ({ "config/default/kustomization.yaml": "resources: [\n" }),
      /yaml\/invalid/,
    ],
    [
      "metrics that are on elsewhere",
      { metrics: false },
      () => ({
        "config/manager/manager.yaml": text("manager/manager.yaml").replace(
          "- --leader-elect",
          "- --leader-elect\n        - --metrics-bind-address=:8080",
        ),
      }),
      "modes/no-effect: metrics would still be on",
    ],
    [
      "no leader election",
      { replicas: "2" },
      () => ({ "config/manager/manager.yaml": text("manager/manager.yaml").replace("        - --leader-elect\n", "") }),
      /manager\.yaml modes\/no-effect: several pods would work at the same time.*Add --leader-elect/,
    ],
    [
      "no leader election on any node",
      { workload: "daemonset" },
      () => ({
        "config/manager/manager.yaml": text("manager/manager.yaml").replace("--leader-elect", "--leader-elect=false"),
      }),
      /several pods would work/,
    ],
    [
      "namespaces that somebody has named",
      { namespaced: false },
      () => ({
        "config/manager/manager.yaml": text("manager/manager.yaml").replace(
          "        ports:",
          "        env:\n        - name: WATCH_NAMESPACE\n          value: a,b\n        ports:",
        ),
      }),
      /WATCH_NAMESPACE names other namespaces/,
    ],
    [
      "an operator that is none",
      { namespaced: true },
      () => ({ "config/manager/manager.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: system}\n" }),
      /there is no container called manager.*\nenv:\n- name: WATCH_NAMESPACE/,
    ],
    [
      "a binding of something else",
      { namespaced: true },
      () => ({
        "config/rbac/role_binding.yaml": `${text("rbac/role_binding.yaml")}---\n${text("rbac/role_binding.yaml")}`,
      }),
      /role_binding\.yaml modes\/changed-by-hand.*ClusterRoleBinding → RoleBinding/,
    ],
    [
      "sources with a mistake",
      { namespaced: true },
      () => ({
        "api/v1/bar_types.ts": project["api/v1/bar_types.ts"]!.replace("@minimum 0", "@minimun 0").replace(
          "BarSpec {",
          "BarSpec {\n  /** @minimun 1 */\n  wrong?: number;",
        ),
      }),
      /minimun/,
    ],
  ])("%s: it says so, and nothing is written", async (_, options, changes, message) => {
    expect(await refusal(tempFolder({ ...project, ...changes() }), options)).toMatch(message);
  });

  test("without a project there is nothing to edit", async () => {
    expect(await refusal(tempFolder(), { metrics: false })).toMatch(/project\/not-found/);
  });

  test("without config/default there is nothing to read", async () => {
    const root = tempFolder(project);
    rmSync(path.join(root, "config/default/kustomization.yaml"));
    expect(await refusal(root, { metrics: false })).toContain(
      "modes/changed-by-hand: there is no config/default/kustomization.yaml",
    );
  });
});

describe("the way by which a project came to be as it is", () => {
  const values = {
    namespaced: [true, false],
    metrics: [true, false],
    prometheus: [true, false],
    networkPolicy: [true, false],
    workload: ["deployment", "daemonset"],
    replicas: ["1", "2", "3"],
  } as const;

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("does not show (seed %i)", async (seed) => {
    const random = seeded(seed);
    const oneOf = (list: readonly unknown[]): unknown => list[Math.floor(random() * list.length)];
    const root = tempFolder(project);
    const names = Object.keys(values) as (keyof typeof values)[];
    for (let step = 0; step < 12; step += 1) {
      const chosen = names.filter(() => random() < 0.3);
      const options: EditOptions = Object.fromEntries(chosen.map((name) => [name, oneOf(values[name])]));
      await run(root, options).catch((error: unknown) => {
        if (!(error instanceof TsopError && error.code === "modes/contradiction")) throw error;
      });
    }
    const { modes } = (await run(root, {})).json as { modes: Record<string, unknown> };
    const wanted: InitOptions = { ...modes, replicas: String(modes["replicas"]) };
    expect(filesOf(root)).toEqual(await make(wanted));
  });
});
