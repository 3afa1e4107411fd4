import { describe, expect, test } from "vitest";
import { printDockerfile } from "../../../src/olm/generate/metadata.js";
import { simpleCrd } from "../../support/crds.js";
import { bundleOf, deployment, namespace, pods, role } from "../../support/olm-objects.js";

describe("permissions", () => {
  test("are those of the operator's ServiceAccount; other roles stay objects", () => {
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "manager", namespace } };
    const { csv, files } = bundleOf([
      ...[deployment(), account, ...role("Role", "local", [pods]), ...role("ClusterRole", "wide", [pods, pods])],
      ...role("ClusterRole", "readers", [pods], "prometheus"),
    ]);
    expect(csv.spec.install.spec).toMatchObject({
      permissions: [{ serviceAccountName: "manager", rules: [pods] }],
      clusterPermissions: [{ serviceAccountName: "manager", rules: [pods, pods] }],
    });
    expect(files.filter((file) => file.includes("rbac"))).toEqual([
      "manifests/readers_rbac.authorization.k8s.io_v1_clusterrole.yaml",
      "manifests/readers_rbac.authorization.k8s.io_v1_clusterrolebinding.yaml",
    ]);
    expect(files.join()).not.toContain("serviceaccount");
  });

  test("of a role with another binding also stay an object", () => {
    const [shared = {}, binding = {}] = role("ClusterRole", "shared", [pods]);
    const other = { ...binding, metadata: { name: "other" }, subjects: [{ kind: "User", name: "ann" }] };
    const { csv, files } = bundleOf([deployment(), shared, binding, other]);
    expect(csv.spec.install.spec?.clusterPermissions).toHaveLength(1);
    expect(files).toContain("manifests/shared_rbac.authorization.k8s.io_v1_clusterrole.yaml");
  });
});

describe("the rest", () => {
  test("OLM sets the namespaces, and supports one or several of them", () => {
    const env = [{ name: "WATCH_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } }];
    const { csv } = bundleOf([deployment({ env })], { isNamespaced: true });
    expect(csv.spec.install.spec?.deployments[0]?.spec.template.spec?.containers[0]?.env).toEqual([
      {
        name: "WATCH_NAMESPACE",
        valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
      },
    ]);
    expect(csv.spec.installModes.filter(({ supported }) => !supported)).toEqual([
      { type: "AllNamespaces", supported: false },
    ]);
  });

  test("objects lose their namespace, and unsupported ones are named", () => {
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace } };
    const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "migrate", namespace } };
    const home = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
    const { content, problems, csv } = bundleOf([deployment(), map, job, home]);
    expect(content("manifests/settings_v1_configmap.yaml")).toEqual({ ...map, metadata: { name: "settings" } });
    expect(problems).toEqual([expect.stringContaining("the kind Job, so the bundle does not contain migrate")]);
    expect(csv.metadata.annotations?.["operatorframework.io/suggested-namespace"]).toBe(namespace);
  });

  test("names of objects and labels cannot leave their file or their line", () => {
    const crd = simpleCrd("example.com", "widgets", "Widget");
    const hostile = { ...crd, spec: { ...crd.spec, group: "../../x" } };
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "../../../etc/passwd" } };
    const { files } = bundleOf([deployment(), hostile, map]);
    expect(files).toEqual(
      expect.arrayContaining(["manifests/..-..-x_widgets.yaml", "manifests/..-..-..-etc-passwd_v1_configmap.yaml"]),
    );
    expect(printDockerfile({ a: "one\nRUN evil $HOME" }, "bundle")).toContain('LABEL a="one\\nRUN evil \\$HOME"\n');
  });

  test("an operator without a Deployment is an error", () => {
    expect(bundleOf([]).problems).toEqual([
      expect.stringContaining(
        "error bundle/no-deployment: the kustomization in config/manifests generates no Deployment",
      ),
    ]);
  });

  test("related images come from containers and variables, and from the base", () => {
    const env = [
      { name: "RELATED_IMAGE_DATA_BASE", value: "db:1" },
      { name: "RELATED_IMAGE_MANAGER", value: "other:1" },
    ];
    const base = { spec: { relatedImages: [{ name: "mine", image: "mine:1" }] } };
    const { csv, problems } = bundleOf([deployment({ env: [...env, { name: "RELATED_IMAGE_X", valueFrom: {} }] })], {
      base,
    });
    expect(csv.spec.relatedImages).toEqual([
      { name: "mine", image: "mine:1" },
      { name: "data-base", image: "db:1" },
      { name: "demo-manager", image: "other:1" },
      { name: "manager", image: "demo:v1" },
    ]);
    expect(problems).toEqual([expect.stringContaining("RELATED_IMAGE_X of the Deployment demo has no value")]);
  });

  test("the base's fields win, except those that follow from the objects", () => {
    const base = {
      metadata: {
        name: "demo.v0.0.0",
        namespace: "placeholder",
        annotations: { capabilities: "Seamless Upgrades", createdAt: "mine" },
      },
      spec: {
        ...{ version: "9.9.9", minKubeVersion: "1.20.0", installModes: [{ type: "AllNamespaces", supported: true }] },
        customresourcedefinitions: {
          owned: [{ name: "widgets.example.com", version: "v1", kind: "Widget", description: "My words." }],
          required: [{ name: "a.example.org", version: "v1", kind: "A" }],
        },
      },
    };
    const sample = {
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "w", namespace: "n" },
      spec: { a: 1 },
    };
    const crd = simpleCrd("example.com", "widgets", "Widget");
    const { csv, problems } = bundleOf([deployment(), crd], { base, samples: [sample] });
    expect(csv.metadata).toMatchObject({
      name: "demo.v0.1.0",
      annotations: { capabilities: "Seamless Upgrades", createdAt: "mine" },
    });
    expect(csv.metadata).not.toHaveProperty("namespace");
    expect(csv.spec).toMatchObject({
      ...{ version: "0.1.0", minKubeVersion: "1.20.0", installModes: [{ type: "AllNamespaces" }] },
      customresourcedefinitions: {
        owned: [{ description: "My words.", displayName: "Widget" }],
        required: [{ name: "a.example.org" }],
      },
    });
    expect(JSON.parse(csv.metadata.annotations?.["alm-examples"] ?? "")).toEqual([
      { ...sample, metadata: { name: "w" } },
    ]);
    expect(problems).toEqual([
      expect.stringContaining(
        "bundle/min-kube-version: minKubeVersion is 1.20.0, but tsop's runtime library requires Kubernetes 1.25.0",
      ),
    ]);
  });
});
