import { describe, expect, test } from "vitest";
import { simpleCrd } from "../../support/crds.js";
import { bundleOf, deployment, namespace, role, service, webhookConfiguration } from "../../support/olm-objects.js";

describe("certificates for webhooks", () => {
  const env = [
    { name: "WEBHOOK_CERT_SECRET", value: "hooks-cert" },
    { name: "WEBHOOK_SERVICE", value: "hooks" },
  ];
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "hooks-cert", namespace } };
  const care = [
    ...role("Role", "certificates", [
      { apiGroups: [""], resources: ["secrets"], resourceNames: ["hooks-cert"], verbs: ["update"] },
    ]),
    ...role("ClusterRole", "certificates", [
      {
        apiGroups: ["admissionregistration.k8s.io"],
        resources: ["validatingwebhookconfigurations"],
        verbs: ["list", "watch"],
      },
      {
        apiGroups: ["admissionregistration.k8s.io"],
        resources: ["validatingwebhookconfigurations"],
        resourceNames: ["rules"],
        verbs: ["patch"],
      },
    ]),
  ];

  test("of the operator leave no trace: OLM creates and mounts its own", () => {
    const { csv, files, problems } = bundleOf([deployment({ env }), service, secret, webhookConfiguration(), ...care]);
    const { install, webhookdefinitions } = csv.spec;
    expect(install.spec?.deployments[0]?.spec.template.spec?.containers[0]).toEqual({
      name: "manager",
      image: "demo:v1",
    });
    expect(install.spec).not.toHaveProperty("permissions");
    expect(install.spec).not.toHaveProperty("clusterPermissions");
    expect(files.filter((file) => file.startsWith("manifests/"))).toEqual([
      "manifests/demo.clusterserviceversion.yaml",
    ]);
    expect(webhookdefinitions).toMatchObject([
      {
        type: "ValidatingAdmissionWebhook",
        deploymentName: "demo",
        containerPort: 443,
        targetPort: 9443,
        webhookPath: "/validate",
      },
    ]);
    expect(problems).toEqual([]);
  });

  test("of cert-manager leave neither a flag nor a volume, and other volumes stay", () => {
    const mounts = [
      { name: "certs", mountPath: "/tmp/k8s-webhook-server/serving-certs" },
      { name: "data", mountPath: "/data" },
    ];
    const volumes = [
      { name: "certs", secret: { secretName: "hooks-cert" } },
      { name: "data", emptyDir: {} },
    ];
    const args = ["--leader-elect", "--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs"];
    const { csv } = bundleOf([
      deployment({ args, volumeMounts: mounts }, { volumes }),
      service,
      webhookConfiguration(),
    ]);
    const pod = csv.spec.install.spec?.deployments[0]?.spec.template.spec;
    expect(pod?.volumes).toEqual([{ name: "data", emptyDir: {} }]);
    expect(pod?.containers[0]).toMatchObject({
      args: ["--leader-elect"],
      volumeMounts: [{ name: "data", mountPath: "/data" }],
    });
  });

  test("stay untouched without webhooks", () => {
    const { csv, files } = bundleOf([deployment({ env }), secret]);
    expect(csv.spec.install.spec?.deployments[0]?.spec.template.spec?.containers[0]?.env).toEqual(env);
    expect(files).toContain("manifests/hooks-cert_v1_secret.yaml");
  });
});

describe("webhooks", () => {
  test("convert with the Service that OLM creates", () => {
    const crd = simpleCrd("example.com", "widgets", "Widget");
    const conversion = {
      strategy: "Webhook",
      webhook: {
        clientConfig: { service: { name: "hooks", namespace, path: "/convert" } },
        conversionReviewVersions: ["v1"],
      },
    };
    const converted = {
      ...crd,
      metadata: { ...crd.metadata, annotations: { "cert-manager.io/inject-ca-from": "a/b" } },
      spec: { ...crd.spec, conversion },
    };
    const { csv, content } = bundleOf([deployment(), service, converted]);
    expect(csv.spec.webhookdefinitions).toMatchObject([
      {
        type: "ConversionWebhook",
        generateName: "cwidgets.kb.io",
        conversionCRDs: ["widgets.example.com"],
        webhookPath: "/convert",
      },
    ]);
    const file = content("manifests/example.com_widgets.yaml");
    expect(file).toMatchObject({
      spec: { conversion: { webhook: { clientConfig: { service: { name: "demo-service" } } } } },
    });
    expect(file).not.toHaveProperty("metadata.annotations");
    expect(bundleOf([deployment(), service, converted], { isNamespaced: true }).problems.join()).toContain(
      "bundle/install-modes: an operator that converts versions must support the install mode AllNamespaces only",
    );
  });

  test("that no Deployment of the bundle serves are errors, and lost restrictions are warnings", () => {
    expect(bundleOf([deployment(), webhookConfiguration()]).problems).toEqual([
      expect.stringContaining(
        "error bundle/not-supported: the webhook validate.example.com does not call a Service of a Deployment",
      ),
    ]);
    const limited = webhookConfiguration({ matchConditions: [{ name: "a", expression: "true" }] });
    expect(bundleOf([deployment(), service, limited]).problems).toEqual([
      expect.stringContaining("warning bundle/not-supported: OLM does not support matchConditions"),
    ]);
  });
});
