/** The CronTab of the tutorial on custom resources: its CRD, exactly, from TypeScript types; judged by a real API server. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { assetsFolder, type ControlPlane, startControlPlane } from "../support/control-plane.js";
import { run } from "../support/shell.js";
import { User } from "../support/user.js";

const types = `import { type CustomResource, defineKind, type Integer } from "tsop";

export interface CronTabSpec {
  /**
   * @pattern ^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$
   * @default "5 0 * * *"
   */
  cronSpec?: string;
  image?: string;
  /**
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Integer;
}

/** @shortName ct */
export interface CronTab extends CustomResource<"stable.example.com/v1", "CronTab"> {
  spec?: CronTabSpec;
}
export const CronTab = defineKind<CronTab>("stable.example.com/v1", "CronTab");
`;

interface Crd {
  metadata: { name: string };
  spec: {
    group: string;
    scope: string;
    names: object;
    versions: { schema: { openAPIV3Schema: { properties: { spec: { properties: object } } } } }[];
  };
}

const needs =
  assetsFolder === undefined ? " (needs KUBEBUILDER_ASSETS, a folder with etcd, kube-apiserver and kubectl)" : "";

describe.skipIf(assetsFolder === undefined)(`the CronTab of the tutorial${needs}`, () => {
  let controlPlane: ControlPlane;
  let user: User;
  const file = (name: string): string => path.join(user.folder, name);
  const tsop = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await user.tsopFromTarball(args);
    if (code !== 0) throw new Error(`tsop ${args.join(" ")} ended with ${code}\n${stderr}`);
    return stdout;
  };
  const apply = (spec: object, name = "my-new-cron-object") => {
    const object = { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata: { name }, spec };
    const args = ["--kubeconfig", controlPlane.kubeconfig, "apply", "-f", "-"];
    return run(path.join(controlPlane.assets, "kubectl"), args, { cwd: user.folder, input: JSON.stringify(object) });
  };

  beforeAll(async () => {
    controlPlane = await startControlPlane();
    user = new User({ KUBECONFIG: controlPlane.kubeconfig });
    await tsop("init", "--domain", "example.com", "--project-name", "crontab", "--no-install");
    await tsop(
      "create",
      "api",
      "--group",
      "stable",
      "--version",
      "v1",
      "--kind",
      "CronTab",
      "--short-name",
      "ct",
      "--controller=false",
    );
    writeFileSync(file("api/v1/crontab_types.ts"), types);
    await tsop("manifests");
    await tsop("install-crds");
  });
  afterAll(async () => {
    await controlPlane.stop();
    user.leave();
  });

  test("the CRD equals the tutorial's in names, scope and properties.spec", () => {
    const crd = parse(readFileSync(file("config/crd/bases/stable.example.com_crontabs.yaml"), "utf8")) as Crd;
    expect(crd.metadata.name).toBe("crontabs.stable.example.com");
    expect(crd.spec).toMatchObject({ group: "stable.example.com", scope: "Namespaced" });
    expect(crd.spec.names).toEqual({
      plural: "crontabs",
      singular: "crontab",
      kind: "CronTab",
      listKind: "CronTabList",
      shortNames: ["ct"],
    });
    expect(crd.spec.versions).toMatchObject([{ name: "v1", served: true, storage: true }]);
    expect(crd.spec.versions[0]?.schema.openAPIV3Schema.properties.spec.properties).toEqual({
      cronSpec: { type: "string", pattern: "^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$", default: "5 0 * * *" },
      image: { type: "string" },
      replicas: { type: "integer", minimum: 1, maximum: 10, default: 1 },
    });
  });

  test("the tutorial's object is accepted and listed, by its kind and by its short name", async () => {
    expect(await apply({ cronSpec: "* * * * */5", image: "my-awesome-cron-image" })).toMatchObject({ code: 0 });
    for (const word of ["crontab", "CronTab", "ct"]) {
      const [header, row] = (await controlPlane.kubectl("get", word)).trim().split("\n");
      expect(header?.split(/\s+/)).toEqual(["NAME", "AGE"]);
      expect(row).toMatch(/^my-new-cron-object +\d+s$/);
    }
  });

  test("defaults come back from the API server", async () => {
    expect(await apply({ image: "my-awesome-cron-image" }, "defaulted")).toMatchObject({ code: 0 });
    const object = JSON.parse(await controlPlane.kubectl("get", "ct", "defaulted", "-o", "json")) as { spec: object };
    expect(object.spec).toEqual({ cronSpec: "5 0 * * *", image: "my-awesome-cron-image", replicas: 1 });
  });

  test.each([
    [{ cronSpec: "* * * *" }, "spec.cronSpec"],
    [{ cronSpec: "* * * * *", replicas: 15 }, "spec.replicas"],
    [{ replicas: 0 }, "spec.replicas"],
    [{ replicas: "two" }, "spec.replicas"],
  ])("%j is refused", async (spec, field) => {
    const { code, stderr } = await apply(spec, "bad");
    expect(code).not.toBe(0);
    expect(stderr).toContain(field);
  });

  test("the CRD is deleted with its objects", async () => {
    await tsop("uninstall-crds", "--delete-data");
    expect(await controlPlane.kubectl("get", "crds", "-o", "name")).toBe("");
  });
});
