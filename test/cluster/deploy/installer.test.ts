import { describe, expect, test } from "vitest";
import { planInstaller } from "../../../src/cluster/deploy/installer.js";
import type { KubeObject } from "../../../src/kube/objects.js";
import { simpleCrd } from "../../support/crds.js";

function object(apiVersion: string, kind: string, name = "x", namespace?: string): KubeObject {
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } };
}

const webhook = object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration");
const deployment = object("apps/v1", "Deployment", "x", "demo");
const namespace = object("v1", "Namespace", "demo");
const crd = simpleCrd("t.example.com", "widgets", "Widget") as unknown as KubeObject;
const widget = object("t.example.com/v1", "Widget");

test("what others need comes first, webhooks last, and objects of its own kinds apart", () => {
  const all = [webhook, widget, deployment, namespace, crd];
  expect(planInstaller(all)).toEqual({
    objects: [crd, namespace, deployment, webhook],
    ownObjects: [widget],
    warnings: [],
  });
});

describe("it is warned of", () => {
  test("kinds that not every cluster serves, each once", () => {
    const certificate = object("cert-manager.io/v1", "Certificate");
    expect(planInstaller([certificate, certificate, namespace]).warnings).toMatchObject([
      {
        code: "installer/needs",
        message: "the installer requires a cluster that already serves Certificate (cert-manager.io/v1)",
      },
    ]);
  });

  test("namespaces that are not in it", () => {
    expect(planInstaller([deployment, object("v1", "ConfigMap", "x", "default")]).warnings).toMatchObject([
      { message: "the installer requires a cluster that already has the namespace demo" },
    ]);
  });

  test("no kind of Kubernetes itself", () => {
    const all = [object("networking.k8s.io/v1", "NetworkPolicy"), object("batch/v1", "Job"), object("v1", "Secret")];
    expect(planInstaller(all).warnings).toEqual([]);
  });
});
