/** The bundle of a project with an extension API server: OLM registers the server, and gives it a certificate and a Service. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { manifests } from "../../../src/commands/manifests.js";
import { createApi } from "../../../src/commands/create-api.js";
import { createApiserver } from "../../../src/commands/create-apiserver.js";
import type { CreateApiserverOptions } from "../../../src/commands/declared/scaffold.js";
import { bundle } from "../../../src/commands/olm/bundle.js";
import { parseYaml } from "../../../src/core/yaml.js";
import type { ClusterServiceVersion } from "../../../src/olm/csv.js";
import { recordingContext } from "../../support/recording-context.js";
import { printProblems, refusalIn } from "../../support/refusal.js";
import { scaffold } from "../../support/scaffolds.js";
import { tempFolder } from "../../support/temp-folder.js";

const metrics = { group: "metrics", version: "v1" };
const project = await scaffold({ isGenerated: true });

async function folderWith(kinds: readonly CreateApiserverOptions[]): Promise<string> {
  const cwd = tempFolder(project);
  for (const kind of kinds) await createApiserver({ ...metrics, ...kind }, recordingContext({ cwd }));
  return cwd;
}

describe("the bundle of an extension API server", () => {
  test("describes its kinds, and leaves to OLM what OLM creates", async () => {
    const cwd = await folderWith([
      { kind: "Reading", storage: "cluster" },
      { kind: "Load", storage: "virtual", namespaced: false },
    ]);
    await createApi({ ...metrics, version: "v1alpha1", kind: "Bar" }, recordingContext({ cwd }));
    await bundle({ img: "registry.example.com/demo:v1" }, recordingContext({ cwd }));
    const folder = path.join(cwd, "bundle/manifests");
    const file = path.join(folder, "demo.clusterserviceversion.yaml");
    // The shape that the generator writes.
    const { metadata, spec } = parseYaml(readFileSync(file, "utf8"), file) as ClusterServiceVersion;
    const registration = {
      group: "metrics.abc.com",
      version: "v1",
      deploymentName: "demo-apiserver",
      containerPort: 6443,
    };
    expect(spec.apiservicedefinitions).toEqual({
      owned: [
        {
          ...{ name: "loads", kind: "Load", displayName: "Load", ...registration },
          description: "Load is the schema of the loads API.",
          statusDescriptors: [expect.objectContaining({ path: "seconds" })],
        },
        expect.objectContaining({ name: "readings", kind: "Reading", ...registration }),
      ],
    });
    expect(spec.customresourcedefinitions?.owned?.map(({ name }) => name)).toEqual(["bars.metrics.abc.com"]);
    const examples = metadata.annotations?.["alm-examples"] ?? "";
    expect(examples).toContain('"kind": "Reading"');

    const server = spec.install.spec?.deployments.find(({ name }) => name === "demo-apiserver");
    const pod = server?.spec.template.spec;
    expect(pod?.containers[0]?.env).toEqual([
      { name: "APISERVER_CERT_PATH", value: "/tmp/k8s-webhook-server/serving-certs" },
    ]);
    expect(pod?.volumes ?? []).toEqual([]);
    const { permissions = [], clusterPermissions = [] } = spec.install.spec ?? {};
    const rulesOf = (all: typeof permissions) =>
      all.filter(({ serviceAccountName }) => serviceAccountName === "demo-apiserver").flatMap(({ rules }) => rules);
    expect(rulesOf(permissions).map(({ resources }) => resources)).toEqual([["configmaps"]]);
    expect(rulesOf(clusterPermissions).map(({ resources }) => resources)).toEqual([["namespaces"]]);
    const left = readdirSync(folder).filter((name) => /apiserver|apiservice|auth-/.test(name));
    expect(left).toEqual([]);
  });

  test("does not need a CRD", async () => {
    const cwd = await folderWith([{ kind: "Load", storage: "virtual" }]);
    const context = recordingContext({ cwd });
    const { exitCode } = await bundle({ img: "registry.example.com/demo:v1" }, context);
    expect(exitCode).toBe(0);
    expect(context.recording.warnings.join("\n")).not.toContain("bundle/not-supported");
  });

  test.each(["file", "sqlite"] as const)(
    "is refused with the storage %s, whose claim OLM does not create",
    async (storage) => {
      const cwd = await folderWith([{ kind: "Record", storage }]);
      await manifests({}, recordingContext({ cwd }));
      const error = await refusalIn(cwd, () =>
        bundle({ img: "registry.example.com/demo:v1" }, recordingContext({ cwd })),
      );
      expect(printProblems(error)).toMatch(
        /^bundle\/not-supported: the Deployment demo-apiserver mounts the PersistentVolumeClaim demo-apiserver-data, and OLM creates no claims: its Pods would wait for it \| .*--storage cluster/,
      );
    },
  );
});
