/** The errors of an environment before its server starts. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { pointWebhooks } from "../../../src/cluster/point-webhooks.js";
import type { TestEnvironmentOptions } from "../../../src/testing/environment/options.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";
import { tempFolder } from "../../support/temp-folder.js";

afterEach(() => void vi.unstubAllEnvs());

describe("an environment is refused", () => {
  test.each<[string, TestEnvironmentOptions, string, string]>([
    ["an option that is none", { crd: [] } as object, "usage/invalid-argument", 'has no option "crd"'],
    [
      "one thing where there may be several",
      { crds: "a" } as object,
      "usage/invalid-argument",
      "expected a list for crds",
    ],
    [
      "a clock of the test's own on a real server",
      { clock: Date, server: "real" },
      "usage/invalid-argument",
      "a real API server does not support a clock",
    ],
    ["a server that is none", { server: "fake" } as object, "usage/invalid-argument", 'unknown server "fake"'],
    [
      "webhooks without manifests",
      { webhooks: { url: "https://127.0.0.1:1", caBundle: "", files: [] } } as object,
      "usage/invalid-argument",
      'has no option "files"',
    ],
    [
      "a configuration without webhooks",
      { webhooks: { url: "https://127.0.0.1:1", caBundle: "", manifests: ["webhooks.yaml"] } },
      "cluster/not-an-object",
      "ValidatingWebhookConfiguration w has no webhooks",
    ],
    [
      "one conversion where there may be several",
      { conversions: () => undefined } as object,
      "usage/invalid-argument",
      "expected a list of functions for conversions",
    ],
    [
      "the name of a conversion",
      { conversions: ["setupBarWebhook"] } as object,
      "usage/invalid-argument",
      "expected a list of functions for conversions",
    ],
    [
      "two who convert",
      { conversions: [() => undefined], webhooks: { url: "https://127.0.0.1:1", caBundle: "", manifests: [] } },
      "usage/invalid-argument",
      "webhooks and conversions configure two different servers for conversions",
    ],
    [
      "conversions that convert nothing",
      { conversions: [() => undefined], server: "embedded" },
      "testing/no-webhook-server",
      "the functions in conversions register no conversion",
    ],
    ["a folder that is missing", { crds: ["crds"] }, "files/read-failed", "cannot read crds: it does not exist"],
    ["a file that is no YAML", { objects: ["broken.yaml"] }, "yaml/invalid", "not valid YAML"],
    ["a file of something else", { objects: ["other.yaml"] }, "cluster/not-an-object", "expected a Kubernetes object"],
    [
      "webhooks that are none",
      { webhooks: { url: "https://127.0.0.1:1", caBundle: "", manifests: ["object.yaml"] } },
      "cluster/not-an-object",
      "got ConfigMap a",
    ],
  ])("for %s", async (_, options, code, message) => {
    const cwd = tempFolder({
      "broken.yaml": "a: [",
      "other.yaml": "- 1\n",
      "webhooks.yaml":
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: w\n",
      "object.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n",
    });
    await expect(TestEnvironment.start({ cwd, ...options })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  test.each<[object, string]>([
    [{ crd: [] }, 'Did you mean "crds"?'],
    [{ simulateWorkload: true }, 'Did you mean "simulateWorkloads"?'],
    [{ crds: ["config/crd/base"] }, "Did you mean config/crd/bases?"],
    [{ kubernetesVersion: "1.36" as "1.37" }, "The embedded API server speaks 1.35 and 1.37."],
    [{ kubernetesVersion: "1.37" as const, server: "real" as const }, 'Omit `server: "real"`'],
    [
      { somethingElse: true },
      "Its options: crds, objects, webhooks, conversions, simulateWorkloads, clock, lagMs, kubernetesVersion, controllers, audit, featureGates, bindAddress, server, cwd.",
    ],
  ])("for %j, with what was meant", async (options, hint) => {
    const cwd = tempFolder({ "config/crd/bases/a.yaml": "" });
    await expect(TestEnvironment.start({ cwd, ...options })).rejects.toMatchObject({
      hint: expect.stringContaining(hint) as string,
    });
  });

  test.each([
    ["that is not named", undefined, "KUBEBUILDER_ASSETS is not set"],
    ["that is empty", tempFolderName(), "contains no etcd"],
  ])("for a real server from a folder %s", async (_, assets, message) => {
    vi.stubEnv("KUBEBUILDER_ASSETS", assets);
    await expect(TestEnvironment.start({ server: "real" })).rejects.toMatchObject({
      code: "testing/start-failed",
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining("tsop envtest setup") as string,
    });
  });

  test("with what a server said that ends at once", async () => {
    const script = "#!/bin/sh\necho no such flag >&2\nexit 3\n";
    const assets = tempFolder({ etcd: script, "kube-apiserver": script });
    const { chmodSync } = await import("node:fs");
    for (const name of ["etcd", "kube-apiserver"]) chmodSync(`${assets}/${name}`, 0o755);
    vi.stubEnv("KUBEBUILDER_ASSETS", assets);
    await expect(TestEnvironment.start({ server: "real" })).rejects.toMatchObject({
      code: "testing/start-failed",
      message: expect.stringMatching(
        /^(etcd|kube-apiserver) ended with exit status 3; its last output:\n {2}no such flag$/,
      ) as string,
    });
  });
});

function tempFolderName(): string {
  return "/does/not/exist";
}

test("webhooks are answered by the local server, on the paths of their service", () => {
  const object = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "v" },
    webhooks: [
      { name: "a", clientConfig: { service: { name: "s", namespace: "system", path: "/validate-bar" } } },
      { name: "b", clientConfig: { url: "https://elsewhere.example.com/b", caBundle: "xx" } },
    ],
  };
  const [pointed] = pointWebhooks([{ file: "", object }], { url: "https://127.0.0.1:9443/", caBundle: "PEM" });
  expect(pointed?.object).toMatchObject({
    webhooks: [
      { name: "a", clientConfig: { url: "https://127.0.0.1:9443/validate-bar", caBundle: btoa("PEM") } },
      { name: "b", clientConfig: { url: "https://elsewhere.example.com/b", caBundle: btoa("PEM") } },
    ],
  });
});
