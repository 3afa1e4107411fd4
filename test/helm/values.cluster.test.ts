/** What values change in the objects of a chart; the API server takes all of it. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { helmChart } from "../../src/commands/helm-chart.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { type KubeObject, unstructured } from "../../src/kube/objects.js";
import { type Cluster, describeCluster } from "../support/cluster.js";
import { hasHelm, helm, helmReason, template, type TemplatedObject } from "../support/helm.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";
import { webhookConfig } from "../support/webhook-config.js";

/** A project with everything on that a chart has values for. */
async function chartOfAll(): Promise<string> {
  const root = tempFolder();
  const context = recordingContext({ cwd: root });
  await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false }, context);
  await createApi({ group: "foo", version: "v1", kind: "Bar" }, context);
  await manifests({}, context);
  writeFiles(root, webhookConfig("demo"));
  const file = path.join(root, "config/default/kustomization.yaml");
  const more = ["../webhook", "../certmanager", "../prometheus", "../network-policy"];
  const lines = more.map((each) => `- ${each}\n`).join("");
  writeFileSync(file, readFileSync(file, "utf8").replace("resources:\n", `resources:\n${lines}`));
  appendFileSync(file, "- path: webhook_patch.yaml\n  target:\n    kind: Deployment\n");
  await helmChart({}, context);
  return root;
}

interface Container {
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string }[];
  readonly volumeMounts?: readonly unknown[];
}

interface Pod {
  readonly containers: readonly [Container];
  readonly serviceAccountName: string;
}

function podOf(objects: readonly TemplatedObject[]): Pod {
  const deployment = objects.find(({ kind }) => kind === "Deployment") as unknown as {
    readonly spec: { readonly template: { readonly spec: Pod } };
  };
  return deployment.spec.template.spec;
}

/** `Role manager-role`, without the release's name. */
function namesOf(objects: readonly TemplatedObject[]): string[] {
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/^demo-/, "")}`);
}

const flips: readonly (readonly [string, readonly string[], (objects: readonly TemplatedObject[]) => void])[] = [
  ["nothing", [], () => undefined],
  [
    "metrics for everybody",
    ["metrics.secure=false"],
    (objects) => {
      const { args, ports } = podOf(objects).containers[0];
      expect(args).toContain("--metrics-secure=false");
      expect(ports.map(({ name }) => name)).toContain("http");
      const monitor = objects.find(({ kind }) => kind === "ServiceMonitor");
      expect(JSON.stringify(monitor?.["spec"])).toContain('"scheme":"http"');
      expect(JSON.stringify(monitor?.["spec"])).not.toContain("tlsConfig");
      expect(namesOf(objects).join("\n")).not.toMatch(/metrics-(?:server-cert|certificate)/);
      expect(podOf(objects).containers[0].env ?? []).toEqual([]);
    },
  ],
  [
    "no metrics",
    ["metrics.enabled=false"],
    (objects) => {
      expect(podOf(objects).containers[0].args.join(" ")).not.toContain("metrics");
      expect(podOf(objects).containers[0].env ?? []).toEqual([]);
      expect(namesOf(objects).join("\n")).not.toMatch(/metrics|ServiceMonitor/);
    },
  ],
  [
    "rights in one namespace",
    ["rbac.namespaced=true"],
    (objects) => {
      expect(namesOf(objects)).toEqual(
        expect.arrayContaining(["Role manager-role", "RoleBinding manager-rolebinding"]),
      );
      expect(namesOf(objects)).not.toContain("ClusterRole manager-role");
      expect(podOf(objects).containers[0].env?.map(({ name }) => name)).toContain("WATCH_NAMESPACE");
    },
  ],
  [
    "no webhooks",
    ["webhooks.enabled=false", "certManager.enabled=false"],
    (objects) => {
      expect(namesOf(objects).join("\n")).not.toMatch(/webhook|^(?:Certificate|Issuer) /im);
      const { args, env, volumeMounts = [] } = podOf(objects).containers[0];
      expect(env).toContainEqual({ name: "ENABLE_WEBHOOKS", value: "false" });
      expect([...args, JSON.stringify(volumeMounts)].join(" ")).not.toContain("webhook");
    },
  ],
  [
    "an account of the user's own",
    ["serviceAccount.create=false", "serviceAccount.name=given"],
    (objects) => {
      expect(namesOf(objects).filter((name) => name.startsWith("ServiceAccount"))).toEqual([]);
      expect(podOf(objects).serviceAccountName).toBe("given");
      expect(JSON.stringify(objects.filter(({ kind }) => kind.endsWith("Binding")))).not.toContain(
        "demo-controller-manager",
      );
    },
  ],
  [
    "no policies, no monitor, no roles for users, no CRDs",
    ["networkPolicy.enabled=false", "prometheus.enabled=false", "rbac.userRoles=false", "crds.enabled=false"],
    (objects) => {
      const kinds = new Set(objects.map(({ kind }) => kind));
      for (const kind of ["NetworkPolicy", "ServiceMonitor", "CustomResourceDefinition"])
        expect(kinds).not.toContain(kind);
      expect(namesOf(objects).join("\n")).not.toMatch(/bar-(admin|editor|viewer)/);
    },
  ],
  [
    "one that leads alone, with variables and arguments",
    ["leaderElection.enabled=false", "extraEnv[0].name=A", "extraEnv[0].value=b", "extraArgs[0]=--log-level=debug"],
    (objects) => {
      const { args, env } = podOf(objects).containers[0];
      expect(args).not.toContain("--leader-elect");
      expect(args.at(-1)).toBe("--log-level=debug");
      expect(env?.at(-1)).toEqual({ name: "A", value: "b" });
    },
  ],
];

describeCluster(`the webhooks of a chart, with a certificate of the operator's own${helmReason}`, (cluster) => {
  const bar = { group: "foo", version: "v1", kind: "Bar" };
  let root: string;
  beforeAll(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), "tsop-chart-"));
    const context = recordingContext({ cwd: root });
    await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false }, context);
    await createApi(bar, context);
    await createWebhook({ ...bar, defaulting: true, programmaticValidation: true }, context);
    await manifests({}, context);
    await helmChart({}, context);
    return () => rmSync(root, { recursive: true });
  });
  const templated = async (...values: readonly string[]) => {
    const flags = values.flatMap((value) => ["--set", value]);
    const objects = await template(root, ["demo", "charts/demo", "--namespace", "default", ...flags]);
    await expectAccepted(cluster(), objects);
    return objects;
  };

  test.skipIf(!hasHelm)(
    "are all absent when disabled, with the permissions and the Secret for the certificate",
    async () => {
      const objects = await templated("webhooks.enabled=false");
      expect(namesOf(objects).join("\n")).not.toMatch(/webhook/i);
      const names = (podOf(objects).containers[0].env ?? []).map(({ name }) => name);
      expect(names).toEqual(["METRICS_CERT_SECRET", "METRICS_SERVICE", "ENABLE_WEBHOOKS"]);
    },
  );

  test.skipIf(!hasHelm)(
    "keep their rights on what belongs to no namespace where the operator has one only",
    async () => {
      const names = namesOf(await templated("rbac.namespaced=true"));
      const own = ["Role manager-role", "ClusterRole webhook-certificates-role", "Role webhook-certificates-role"];
      expect(names).toEqual(expect.arrayContaining(own));
      expect(names).not.toContain("ClusterRole manager-role");
    },
  );
});

/** Expects that the API server accepts the objects in the namespace `default`. */
async function expectAccepted(
  { kubeconfig }: Pick<Cluster, "kubeconfig">,
  objects: readonly TemplatedObject[],
  title?: string,
): Promise<void> {
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
  const refusalOf = async (templated: TemplatedObject): Promise<string> => {
    const text = JSON.stringify(templated, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value));
    const object = JSON.parse(text) as KubeObject;
    const { namespaced } = await client.mapper.get(unstructured(object.apiVersion, object.kind));
    const metadata = { ...(namespaced ? { namespace: "default" } : {}), ...object.metadata };
    const options = { dryRun: true, force: true, fieldValidation: "Strict" } as const;
    return client.apply({ ...object, metadata }, options).then(() => "", String);
  };
  try {
    const refusals = await Promise.all(objects.map(refusalOf));
    expect(
      refusals.filter((each) => each !== ""),
      title,
    ).toEqual([]);
  } finally {
    client.close();
  }
}

/** What no API server has by itself. */
const foreign = new Set(["ServiceMonitor", "Certificate", "Issuer"]);

describeCluster(`the values of a chart${helmReason}`, (cluster) => {
  test.skipIf(!hasHelm)("give what they say, and nothing that the API server refuses", async () => {
    const root = await chartOfAll();
    for (const [name, values, check] of flips) {
      const flags = values.flatMap((value) => ["--set", value]);
      const objects = await template(root, ["demo", "charts/demo", "--namespace", "default", ...flags]);
      check(objects);
      const items = objects.filter(({ kind }) => !foreign.has(kind));
      await expectAccepted(cluster(), items, name);
    }
  });

  test.skipIf(!hasHelm).each([
    ["metrics.secured=false", "secured"],
    ["replicas=two", "replicas"],
    ["webhooks.enable=false", "enable"],
    ["rbac.namespaced=maybe", "namespaced"],
    ["image=registry.example.com/demo:v1", "image"],
    ["crds.keep=1", "keep"],
  ])("a mistyped value is refused by its name: %s", async (value, name) => {
    const root = await chartOfAll();
    const { exitCode, all } = await helm(["template", "demo", "charts/demo", "--set", value], { cwd: root });
    expect(exitCode).not.toBe(0);
    expect(all).toContain(name);
    expect(all).toMatch(
      /additional properties|got (?:string|object|number|boolean|null), want|Additional property|Invalid type/i,
    );
  });
});
