import { describe, expect, test } from "vitest";
import type { ExactJsonObject } from "../../../src/core/json.js";
import { idOf } from "../../../src/core/object-fields.js";
import { installObjects } from "../../../src/olm/install/install-objects.js";
import type { InstallRequest } from "../../../src/olm/install/request.js";
import { onlyAllNamespaces, requestOf, runnableBundle, webhookDefinitions } from "../../support/olm/runnable-bundle.js";

const shown = (objects: readonly ExactJsonObject[]): string[] =>
  objects.map((object) => {
    const { kind, namespace, name } = idOf(object);
    return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
  });

function find(request: InstallRequest, kind: string): ExactJsonObject {
  const found = installObjects(request).find((object) => object["kind"] === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

const certificate = { serving: { cert: "CERT", key: "KEY" }, authority: "CA" };
const withWebhooks = requestOf(
  runnableBundle({
    spec: { webhookdefinitions: webhookDefinitions("demo.example.com"), installModes: onlyAllNamespaces },
  }),
  { certificates: new Map([["manager", certificate]]) },
);

describe("the objects of a bundle without webhooks", () => {
  test("in all namespaces, the permissions of the namespace are granted in the cluster", () => {
    const objects = installObjects(requestOf(runnableBundle()));
    expect(shown(objects)).toEqual([
      "CustomResourceDefinition bars.demo.example.com",
      "ConfigMap settings",
      "ServiceAccount demo-system/manager",
      "ClusterRole demo-system:demo:manager",
      "ClusterRoleBinding demo-system:demo:manager",
      "Deployment demo-system/manager",
    ]);
    expect(objects[3]).toMatchObject({
      rules: [
        { apiGroups: ["demo.example.com"], resources: ["bars"], verbs: ["get"] },
        { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get"] },
        { apiGroups: [""], resources: ["namespaces"], verbs: ["get", "list", "watch"] },
      ],
    });
  });

  test("in one namespace, they are granted there and in the operator's own", () => {
    const objects = installObjects(
      requestOf(runnableBundle(), { targets: { mode: "SingleNamespace", namespaces: ["shop"] } }),
    );
    expect(shown(objects).filter((each) => each.includes("Role"))).toEqual([
      "ClusterRole demo-system:demo:manager",
      "ClusterRoleBinding demo-system:demo:manager",
      "Role demo-system/demo-system:demo:manager",
      "RoleBinding demo-system/demo-system:demo:manager",
      "Role shop/demo-system:demo:manager",
      "RoleBinding shop/demo-system:demo:manager",
    ]);
    const binding = objects.find((each) => idOf(each).kind === "RoleBinding" && idOf(each).namespace === "shop");
    expect(binding).toMatchObject({
      subjects: [{ kind: "ServiceAccount", name: "manager", namespace: "demo-system" }],
    });
  });

  test("the Pods know their namespaces and the name of the bundle, and keep their own volumes", () => {
    const targets = { mode: "MultiNamespace", namespaces: ["a", "b"] } as const;
    expect(find(requestOf(runnableBundle(), { targets }), "Deployment")).toMatchObject({
      metadata: {
        labels: { app: "demo" },
        annotations: { "tsop.dev/bundle": "demo.v0.1.0", "tsop.dev/bundle-version": "0.1.0" },
      },
      spec: {
        revisionHistoryLimit: 1,
        template: {
          metadata: {
            labels: { app: "demo" },
            annotations: {
              capabilities: "Basic Install",
              "olm.operatorNamespace": "demo-system",
              "olm.targetNamespaces": "a,b",
            },
          },
          spec: {
            volumes: [{ name: "own-cert" }],
            containers: [
              {
                env: [
                  { name: "LEVEL", value: "info" },
                  { name: "OPERATOR_CONDITION_NAME", value: "demo.v0.1.0" },
                ],
              },
            ],
          },
        },
      },
    });
  });

  test("a ServiceAccount of the bundle replaces the generated one, and `default` exists in each namespace", () => {
    const account = {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "manager" },
      automountServiceAccountToken: true,
    };
    const own = installObjects(requestOf(runnableBundle({ more: { "manifests/account.yaml": account } })));
    expect(own.filter(({ kind }) => kind === "ServiceAccount")).toEqual([account]);
    const install = {
      strategy: "deployment",
      spec: { deployments: [{ name: "x", spec: {} }], permissions: [{ rules: [] }] },
    };
    expect(shown(installObjects(requestOf(runnableBundle({ spec: { install } }))))).not.toContain(
      "ServiceAccount demo-system/default",
    );
  });
});

describe("the objects of a bundle with webhooks", () => {
  test("one Service and one Secret for the Deployment, and one configuration for each webhook", () => {
    expect(shown(installObjects(withWebhooks)).slice(5)).toEqual([
      "Service demo-system/manager-service",
      "Secret demo-system/manager-service-cert",
      "Deployment demo-system/manager",
      "ValidatingWebhookConfiguration vbar.kb.io-demo-system",
      "MutatingWebhookConfiguration mbar.kb.io-demo-system",
    ]);
    expect(find(withWebhooks, "Service")).toMatchObject({
      spec: { selector: { app: "demo" }, ports: [{ name: "443", port: 443, targetPort: 9443 }] },
    });
  });

  test("the certificate is mounted where OLM mounts it, in place of the operator's own", () => {
    const pod = find(withWebhooks, "Deployment");
    expect(pod).toMatchObject({
      spec: {
        template: {
          metadata: { annotations: { olmcahash: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
          spec: {
            volumes: [
              {
                name: "webhook-cert",
                secret: { secretName: "manager-service-cert", items: [{ path: "tls.crt" }, { path: "tls.key" }] },
              },
              { name: "apiservice-cert", secret: { items: [{ path: "apiserver.crt" }, { path: "apiserver.key" }] } },
            ],
            containers: [
              {
                volumeMounts: [
                  { name: "webhook-cert", mountPath: "/tmp/k8s-webhook-server/serving-certs" },
                  { name: "apiservice-cert", mountPath: "/apiserver.local.config/certificates" },
                ],
              },
            ],
          },
        },
      },
    });
  });

  test("the API server trusts the authority, and converts through the Service", () => {
    const caBundle = Buffer.from("CA").toString("base64");
    const service = { name: "manager-service", namespace: "demo-system", port: 443 };
    expect(find(withWebhooks, "ValidatingWebhookConfiguration")["webhooks"]).toEqual([
      {
        name: "vbar.kb.io",
        admissionReviewVersions: ["v1"],
        rules: [{ apiGroups: ["demo.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["bars"] }],
        failurePolicy: "Fail",
        sideEffects: "None",
        clientConfig: { service: { ...service, path: "/validate" }, caBundle },
      },
    ]);
    expect(find(withWebhooks, "CustomResourceDefinition")).toMatchObject({
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { service: { ...service, path: "/" }, caBundle }, conversionReviewVersions: ["v1"] },
        },
      },
    });
  });

  test("an operator of some namespaces receives only their requests", () => {
    const request = requestOf(
      runnableBundle({ spec: { webhookdefinitions: webhookDefinitions("demo.example.com").slice(0, 1) } }),
      { targets: { mode: "SingleNamespace", namespaces: ["shop"] } },
    );
    expect(find(request, "ValidatingWebhookConfiguration")).toMatchObject({
      webhooks: [
        {
          namespaceSelector: {
            matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In", values: ["shop"] }],
          },
        },
      ],
    });
  });

  test("two webhooks with one name get two configurations", () => {
    const [first = {}] = webhookDefinitions("demo.example.com");
    const objects = installObjects(requestOf(runnableBundle({ spec: { webhookdefinitions: [first, first] } })));
    expect(shown(objects).filter((each) => each.startsWith("Validating"))).toEqual([
      "ValidatingWebhookConfiguration vbar.kb.io-demo-system",
      "ValidatingWebhookConfiguration vbar.kb.io-demo-system-1",
    ]);
  });
});
