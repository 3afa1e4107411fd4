/**
 * The first tutorial, from the packed tarball in an empty folder to a reconciled Bar on a real API server; then the
 * operator and the API server are killed and restarted under it, and nothing may be lost.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assetsFolder, type ControlPlane, startControlPlane } from "../support/control-plane.js";
import { processesWith, type Running } from "../support/shell.js";
import { eventually } from "../support/eventually.js";
import { User } from "../support/user.js";

const available = assetsFolder !== undefined;
const name = available
  ? "the first tutorial"
  : "the first tutorial (needs KUBEBUILDER_ASSETS, a folder with etcd, kube-apiserver and kubectl)";

interface Bar {
  metadata: { name: string; generation: number };
  status?: { conditions?: { type: string; observedGeneration?: number }[] };
}

/** The scaffolded reconciler says which generation it has seen. */
function isReconciled({ metadata, status }: Bar): boolean {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  return ready?.observedGeneration === metadata.generation;
}

describe.skipIf(!available)(name, () => {
  let controlPlane: ControlPlane;
  let user: User;
  let operator: Running | undefined;

  beforeAll(async () => {
    controlPlane = await startControlPlane();
    user = new User({ KUBECONFIG: controlPlane.kubeconfig });
  });
  afterAll(async () => {
    await operator?.end("SIGKILL");
    await controlPlane.stop();
    user.leave();
  });

  const ok = async (running: ReturnType<User["npxTsop"]>): Promise<string> => {
    const { code, stdout, stderr } = await running;
    if (code !== 0) throw new Error(`it ended with ${code}\n${stdout}\n${stderr}`);
    return stdout;
  };
  const file = (name: string): string => readFileSync(path.join(user.folder, name), "utf8");
  const operatorFile = (): string => path.join(user.folder, "dist/main.js");
  const bars = async (): Promise<Bar[]> =>
    (JSON.parse(await controlPlane.kubectl("get", "bars", "-o", "json")) as { items: Bar[] }).items;

  /** Every Bar has been reconciled in its newest generation. */
  const allReconciled = (count: number): Promise<void> =>
    eventually(async () => {
      const found = await bars();
      expect(found.length).toBe(count);
      expect(found.filter((bar) => !isReconciled(bar))).toEqual([]);
    });

  const applyBars = async (names: readonly string[], replicas: number): Promise<void> => {
    const objects = names.map((name) => ({
      apiVersion: "foo.abc.com/v1",
      kind: "Bar",
      metadata: { name },
      spec: { replicas },
    }));
    const manifest = path.join(user.folder, `bars-${replicas}.json`);
    writeFileSync(manifest, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
    await controlPlane.kubectl("apply", "-f", manifest);
  };
  const names = (prefix: string): string[] => Array.from({ length: 10 }, (_, index) => `${prefix}-${index}`);

  test("init and create api make a project", async () => {
    await ok(user.tsopFromTarball(["init", "--domain", "abc.com", "--license", "apache2", "--owner", "zhangsan"]));
    await ok(user.npxTsop(["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"]));
    expect(file("PROJECT")).toContain("kind: Bar");
    expect(file("controllers/bar_controller.ts")).toContain("zhangsan");
    // npm leaves some dotfiles out of packages.
    expect(file(".gitignore")).toContain(".tsop/");
    expect(file(".dockerignore")).toContain("dist");
    expect(file("package.json")).toMatch(/"tsop": "file:vendor\/tsop-[0-9.]+-[0-9a-f]{8}\.tgz"/);
  });

  test("manifests makes the CRD, the role and the sample", async () => {
    await user.npm(["run", "manifests"]);
    expect(file("config/crd/bases/foo.abc.com_bars.yaml")).toContain("name: bars.foo.abc.com");
    expect(file("config/rbac/role.yaml")).toContain("manager-role");
    expect(file("config/samples/foo_v1_bar.yaml")).toContain("name: bar-sample");
  });

  test("the scaffold's own tests, lint and type check are green", async () => {
    await user.npm(["test"]);
    await user.npm(["run", "lint"]);
    await user.npm(["run", "typecheck"]);
  });

  test("install-crds installs the CRD", async () => {
    await user.npm(["run", "install-crds"]);
    const lines = (await controlPlane.kubectl("get", "crd")).trim().split("\n");
    expect(lines.map((line) => line.split(/\s+/)[0])).toEqual(["NAME", "bars.foo.abc.com"]);
  });

  test("the unchanged samples folder can be applied, and kubectl lists the object", async () => {
    await controlPlane.kubectl("apply", "-f", path.join(user.folder, "config/samples/"));
    const [header, row, ...rest] = (await controlPlane.kubectl("get", "bar")).trim().split("\n");
    expect(header?.split(/\s+/)).toEqual(["NAME", "AGE"]);
    expect(row).toMatch(/^bar-sample +\d+s$/);
    expect(rest).toEqual([]);
  });

  test("npm start runs the operator, and its log shows the object", async () => {
    operator = user.start("npm", ["start"]);
    await operator.said(/default\/bar-sample/);
    await allReconciled(1);
  });

  test("what changes while the operator is dead is reconciled when it is back", async () => {
    // The operator itself, which cannot clean up; then npm.
    for (const pid of processesWith(operatorFile())) process.kill(pid, "SIGKILL");
    await operator?.end("SIGKILL");
    await applyBars(names("offline"), 2);
    operator = user.start("npm", ["start"]);
    await allReconciled(11);
  });

  test("what changes around a kill of the API server is reconciled without a restart of the operator", async () => {
    await applyBars(names("before"), 3);
    await controlPlane.killApiServer();
    await controlPlane.startApiServer();
    await applyBars(names("before"), 4);
    await applyBars(names("after"), 5);
    await allReconciled(31);
    expect(operator?.child.exitCode).toBeNull();
  });

  test("SIGTERM to npm ends the operator and leaves nothing running", async () => {
    await operator?.end("SIGTERM");
    operator = undefined;
    await eventually(() => expect(processesWith(operatorFile())).toEqual([]));
  });

  test("uninstall-crds refuses while objects exist, and deletes them when told to", async () => {
    const refused = await user.run("npm", ["run", "uninstall-crds"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("31 of bars.foo.abc.com");
    await user.npm(["run", "uninstall-crds", "--", "--delete-data"]);
    expect(await controlPlane.kubectl("get", "crd", "-o", "name")).toBe("");
  });
});
