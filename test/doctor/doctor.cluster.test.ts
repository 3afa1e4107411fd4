import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deploy } from "../../src/commands/deploy.js";
import { doctor } from "../../src/commands/doctor.js";
import { crdFolder } from "../../src/cluster/crd-folder.js";
import type { JsonValue } from "../../src/core/json.js";
import { printYaml } from "../../src/core/yaml.js";
import type { CheckedFinding } from "../../src/doctor/finding.js";
import { jsonPatch, mergePatch } from "../../src/kube/client.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { Namespace, Pod, Service } from "../../src/k8s/core/v1.js";
import { ClusterRole } from "../../src/k8s/rbac/v1.js";
import { describeCluster } from "../support/cluster.js";
import { crdOfProject, deployProject, type DeployProjectOptions, namespaceOf } from "../support/deploy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";
import { addPod, clientOf, letBecomeReady } from "../support/workload-status.js";

describeCluster("doctor", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = await clientOf(cluster().kubeconfig);
  });
  afterAll(() => client.close());

  const img = "registry.example.com/demo:v1";
  const projectOf = (name: string, more: DeployProjectOptions = {}) => {
    const cwd = tempFolder(deployProject(name, more));
    writeFiles(cwd, { [`${crdFolder}/crd.yaml`]: printYaml(crdOfProject(name) as unknown as JsonValue) });
    return recordingContext({ cwd });
  };
  const look = async (context: ReturnType<typeof projectOf>, kubeconfig = cluster().kubeconfig) => {
    const { json } = await doctor({ kubeconfig }, context);
    return (check: string) =>
      (json["findings"] as CheckedFinding[])
        .filter((each) => each.check === `cluster/${check}`)
        .map(({ status, message }) => `${status}: ${message}`);
  };
  const deployIt = (context: ReturnType<typeof projectOf>) =>
    deploy({ kubeconfig: cluster().kubeconfig, img, wait: false }, context);
  const rolesOf = (name: string, verbs: string[]) => {
    const namespace = namespaceOf(name);
    const group = "rbac.authorization.k8s.io";
    return [
      {
        apiVersion: `${group}/v1`,
        kind: "ClusterRole",
        metadata: { name: `${name}-manager` },
        rules: [{ apiGroups: [""], resources: ["pods"], verbs }],
      },
      {
        apiVersion: `${group}/v1`,
        kind: "ClusterRoleBinding",
        metadata: { name: `${name}-manager` },
        roleRef: { apiGroup: group, kind: "ClusterRole", name: `${name}-manager` },
        subjects: [{ kind: "ServiceAccount", name: "manager", namespace }],
      },
    ];
  };

  test("reports the server, the user, and missing CRDs", async () => {
    const of = await look(projectOf("docnew"));
    expect(of("kubeconfig")[0]).toContain(cluster().server);
    expect(of("server")).toEqual(["ok: the API server responds"]);
    expect(of("version")[0]).toMatch(/^ok: Kubernetes v1\.\d+/);
    expect(of("clock")).toEqual(["ok: the clocks of the API server and this machine agree"]);
    expect(of("user")[0]).toMatch(/^ok: you are \S+/);
    expect(of("rights")).toEqual(["ok: you have the permissions to deploy and undeploy"]);
    expect(of("crds")).toEqual(["warning: the CRD widgets.docnew.example.com is not installed"]);
    expect(of("operator")).toEqual(["info: the operator is not deployed"]);
  });

  test("lists the missing permissions, and nothing else", async () => {
    const of = await look(projectOf("docnobody", { more: rolesOf("docnobody", ["list"]) }), cluster().nobodyKubeconfig);
    const [deploying, giving, deleting] = of("rights");
    expect(deploying).toMatch(
      /^failure: you lack permissions that deploy needs: .*get, create, patch deployments\.apps in docnobody-system/,
    );
    expect(giving).toBe("failure: the operator's roles grant permissions that you lack: list pods");
    expect(deleting).toMatch(/^warning: you lack permissions that undeploy needs: delete /);
  });

  test("of an operator: its image, whether it is ready, and how often it was restarted", async () => {
    const context = projectOf("docready", { more: rolesOf("docready", ["list", "watch"]) });
    await deployIt(context);
    expect((await look(context))("operator")[0]).toMatch(
      /^failure: Deployment docready-system\/manager is not ready: /,
    );
    await letBecomeReady(client, namespaceOf("docready"));
    let of = await look(context);
    expect(of("operator")).toEqual([`ok: Deployment docready-system/manager is ready; image ${img}`]);
    expect(of("crds")).toEqual(["ok: 1 installed CRD matches config/"]);
    expect(of("account")).toEqual([
      "ok: ServiceAccount docready-system/manager has the permissions that config/rbac grants",
    ]);
    expect(of("pod-security")).toEqual(["ok: the namespace's pod security standard allows the operator's pods"]);

    await client.patch(ClusterRole, { name: "docready-manager" }, mergePatch({ rules: [] }));
    const pod = await addPod(client, namespaceOf("docready"), { ready: true, restartCount: 7, state: { running: {} } });
    await client.patch(Pod, pod.metadata, mergePatch({ metadata: { labels: { app: "docready" } } }));
    await client.patch(
      Namespace,
      { name: namespaceOf("docready") },
      mergePatch({ metadata: { labels: { "pod-security.kubernetes.io/enforce": "restricted" } } }),
    );
    const lacks = "lacks permissions that config/rbac grants: list, watch pods";
    // The authorizer hears of a change a moment later.
    await expect
      .poll(async () => (of = await look(context))("account"))
      .toEqual([`failure: ServiceAccount docready-system/manager ${lacks}`]);
    expect(of("operator")).toEqual(["warning: Deployment docready-system/manager is ready, restarted 7 times"]);
    expect(of("pod-security")[0]).toMatch(
      /^failure: the namespace would reject the operator's pods: the pod template violates PodSecurity "restricted/,
    );
  });

  test("of CRDs: a difference from config/, and removed versions that objects are stored in", async () => {
    const context = projectOf("doccrd");
    await deployIt(context);
    const name = "widgets.doccrd.example.com";
    const installed = await client.getOrThrow(CustomResourceDefinition, { name });
    const [first] = installed.spec.versions;
    const file = (versions: object[]) =>
      writeFileSync(
        path.join(context.cwd, crdFolder, "crd.yaml"),
        printYaml({
          ...crdOfProject("doccrd"),
          spec: { ...crdOfProject("doccrd").spec, versions },
        } as unknown as JsonValue),
      );
    file([
      { ...first, storage: true },
      { ...first, name: "v2", storage: false },
    ]);
    expect((await look(context))("crds")).toEqual([
      `warning: the CRD ${name} in the cluster differs from config/: it lacks v2`,
    ]);
    file([
      { ...first, storage: false, served: false },
      { ...first, name: "v2", storage: true },
    ]);
    const { group, names } = installed.spec;
    const widget = {
      apiVersion: `${group}/${first?.name}`,
      kind: names.kind,
      metadata: { name: "one", namespace: "default", labels: { a: "b" } },
    };
    await client.create(widget, { fieldManager: "old-client" });
    const unserved = await look(context);
    expect(unserved("stored-versions")).toEqual([
      `warning: objects of ${name} may be stored as ${first?.name}, which is no longer served`,
    ]);
    const writes = `clients still write ${name} as ${first?.name}, which config/ no longer`;
    const today = new Date().toISOString().slice(0, 10);
    expect(unserved("version-writers")).toEqual([`warning: ${writes} serves: old-client (last on ${today})`]);
    file([{ ...first, name: "v2", storage: true }]);
    const of = await look(context);
    expect(of("stored-versions")).toEqual([
      `failure: objects of ${name} may be stored as ${first?.name}, which config/ no longer contains`,
    ]);
    expect(of("version-writers")).toEqual([`warning: ${writes} contains: old-client (last on ${today})`]);
    expect(of("crds")[0]).toMatch(/^failure: .*storedVersions/s);
  });

  test("of CRDs: no difference if the deployment set the Service for conversions, and another client the CA", async () => {
    const name = "docconv";
    const converted = (service: { name: string; namespace: string }) => {
      const crd = crdOfProject(name);
      const [first] = crd.spec.versions as [(typeof crd.spec.versions)[number]];
      const clientConfig = { service: { ...service, path: "/convert" } };
      const conversion = { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
      const versions = [first, { ...first, name: "v9", storage: false }];
      return { ...crd, spec: { ...crd.spec, versions, conversion } };
    };
    const context = projectOf(name);
    const file = printYaml(converted({ name: "webhook-service", namespace: "system" }) as unknown as JsonValue);
    writeFiles(context.cwd, { [`${crdFolder}/crd.yaml`]: file });
    const deployed = converted({ name: `${name}-webhook-service`, namespace: namespaceOf(name) });
    const annotations = { "cert-manager.io/inject-ca-from": `${namespaceOf(name)}/cert` };
    await client.apply({ ...deployed, metadata: { ...deployed.metadata, annotations } });
    const { ca } = await createServingCertificates(Date.now(), ["localhost"]);
    const caBundle = Buffer.from(ca).toString("base64");
    const path = "/spec/conversion/webhook/clientConfig/caBundle";
    await client
      .withFieldManager("operator")
      .patch(CustomResourceDefinition, deployed.metadata, jsonPatch([{ op: "add", path, value: caBundle }]));
    expect((await look(context))("crds")).toEqual(["ok: 1 installed CRD matches config/"]);
    const shorter = crdOfProject(name) as unknown as JsonValue;
    writeFiles(context.cwd, { [`${crdFolder}/crd.yaml`]: printYaml(shorter) });
    expect((await look(context))("crds")).toEqual([
      `warning: the CRD widgets.${name}.example.com in the cluster differs from config/`,
    ]);
  });

  test("of webhooks: no service, no pod behind it, no CA, a certificate that the CA did not sign", async () => {
    const namespace = namespaceOf("dochook");
    const hook = (name: string, service: string, caBundle?: string) => ({
      ...{ name: `${name}.example.com`, admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Ignore" },
      clientConfig: { service: { name: service, namespace }, ...(caBundle === undefined ? {} : { caBundle }) },
      rules: [
        { apiGroups: ["nobody.example.com"], apiVersions: ["v1"], resources: ["things"], operations: ["CREATE"] },
      ],
    });
    const pem = Buffer.from(await caOf(cluster().kubeconfig)).toString("base64");
    const context = projectOf("dochook", {
      more: [
        {
          apiVersion: "v1",
          kind: "Service",
          metadata: { name: "hooks", namespace },
          spec: { selector: { app: "x" }, ports: [{ port: 443 }] },
        },
        {
          apiVersion: "admissionregistration.k8s.io/v1",
          kind: "ValidatingWebhookConfiguration",
          metadata: { name: "dochook" },
          webhooks: [
            ...[hook("a", "hooks", pem), hook("b", "hoks", pem), hook("c", "hooks")],
            hook("d", "signed", pem),
            hook("e", "late", pem),
            hook("f", "hooks", Buffer.from("nonsense").toString("base64")),
          ],
        },
        await secretFor("signed", namespace, Date.now()),
        await secretFor("late", namespace, Date.now() - 400 * 24 * 60 * 60 * 1000),
      ],
    });
    await deployIt(context);
    expect(await client.get(Service, { name: "hooks", namespace })).toBeDefined();
    expect((await look(context))("webhooks")).toEqual([
      `failure: no ready pod is behind the Service ${namespace}/hooks of the webhook a.example.com`,
      `failure: the Service ${namespace}/hoks of the webhook b.example.com does not exist`,
      "failure: the webhook c.example.com has no caBundle: the API server cannot trust its certificate",
      `failure: the caBundle of the webhook d.example.com does not trust the certificate of ${namespace}/signed`,
      `failure: the certificate of the webhook e.example.com in the Secret for ${namespace}/late has expired`,
      "failure: the caBundle of the webhook f.example.com contains no valid certificate",
    ]);
  });
});

async function caOf(kubeconfig: string): Promise<string> {
  const { tls } = await loadKubeConfig({ env: {}, kubeconfig });
  return tls.ca?.kind === "data" ? tls.ca.data : readFileSync(tls.ca?.path ?? "", "utf8");
}

/** As an operator keeps the certificate that it makes itself, of a year from then on. */
async function secretFor(service: string, namespace: string, now: number): Promise<object> {
  const { cert, key } = await createServingCertificates(now);
  const [crt, base64Key] = [cert, key].map((text) => Buffer.from(text).toString("base64"));
  const metadata = { name: `${service}-cert`, namespace, annotations: { "tsop.dev/webhook-certificates": service } };
  return { apiVersion: "v1", kind: "Secret", metadata, data: { "tls.crt": crt, "tls.key": base64Key } };
}
