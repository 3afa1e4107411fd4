import { describe, expect, test } from "vitest";
import type { EditOptions } from "../../src/commands/declared/scaffold.js";
import { editProject, kindsOf, objectsOf, run } from "../support/edit-project.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await editProject();

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

  test("is printed without flags", async () => {
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

describe("the output", () => {
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

  test("is not checked if config/default could not be rendered before, and tsop reports it", async () => {
    const root = tempFolder({ ...project, "config/rbac/kustomization.yaml": "resources:\n- gone.yaml\n" });
    const { text } = await run(root, { prometheus: true });
    expect(text).toContain(
      "correct config/default, which tsop could not render before this change: config/rbac/kustomization.yaml",
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

  test("of network policies closes all ports except those that a policy names", async () => {
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
