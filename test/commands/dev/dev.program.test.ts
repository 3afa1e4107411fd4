import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { unstructured } from "../../../src/kube/objects.js";
import { types } from "../../support/bar-project.js";
import { controller, devProject, DevRun, sample } from "../../support/dev-run.js";
import { modeOf, tempFolder } from "../../support/temp-folder.js";

const Bar = unstructured("foo.abc.com/v1", "Bar");
const ConfigMap = unstructured("v1", "ConfigMap");
const Crd = unstructured("apiextensions.k8s.io/v1", "CustomResourceDefinition");
const mine = { namespace: "default", name: "mine" };
const controllerFile = "controllers/bar_controller.ts";
const typesFile = "api/v1/bar_types.ts";

/** A run whose first turn is over. */
async function running(files = devProject, options = {}): Promise<DevRun> {
  const run = new DevRun(files, options);
  await run.said("Bar default/mine applied");
  return run;
}

async function maximumOf(run: DevRun): Promise<unknown> {
  const crd = await (await run.client()).getOrThrow(Crd, { name: "bars.foo.abc.com" });
  return JSON.stringify(crd).match(/"maximum":(\d+)/)?.[1];
}

describe("the first run", () => {
  test("generates, installs, runs the operator with its own kubeconfig, applies the samples, and says so", async () => {
    const run = await running(devProject, { args: ["--log-level=debug"] });
    const { args, main } = await run.operator(1);
    expect(main).toMatch(/\.tsop\/dev\/operator\/main-\w+\.js$/);
    expect(args).toEqual(expect.arrayContaining(["--log-reconciles", "--kubeconfig", "--log-level=debug"]));
    for (const text of ["config/crd/bases/foo.abc.com_bars.yaml generated", "bars.foo.abc.com created"]) {
      expect(run.text).toContain(text);
    }
    const file = path.join(run.cwd, ".tsop/kubeconfig");
    expect(run.text).toContain(`export KUBECONFIG=${file}`);
    expect(modeOf(file)).toBe(0o600);
    expect(modeOf(path.join(run.cwd, ".tsop/operator.kubeconfig"))).toBe(0o600);
    expect(await (await run.client()).getOrThrow(Bar, mine)).toMatchObject({ spec: { replicas: 2 } });
    run.stop();
    expect(await run.ended).toMatchObject({ stopped: true });
    expect((await run.operator(1)).signals).toEqual(["SIGTERM"]);
    expect(existsSync(file)).toBe(false);
  });

  test("must be in a project", async () => {
    await expect(new DevRun({}).ended).rejects.toMatchObject({ code: "project/not-found" });
  });

  test("waits for sources that are well", async () => {
    const run = new DevRun({ ...devProject, [controllerFile]: "export const = 1;" });
    await run.said("waiting for the next save");
    expect(run.text).toContain(`${controllerFile}:1 build/failed`);
    expect(run.operators).toBe(0);
    run.save({ [controllerFile]: controller });
    await run.operator(1);
    expect(run.text).toContain("the sources are valid again");
  });
});

describe("a save", () => {
  test("of a controller replaces the operator, and keeps the kubeconfig and the stored objects", async () => {
    const run = await running();
    const first = await run.operator(1);
    const kubeconfig = readFileSync(path.join(run.cwd, ".tsop/kubeconfig"), "utf8");
    run.save({ [controllerFile]: controller.replace("first", "second") });
    const second = await run.operator(2);
    expect(first.signals).toEqual(["SIGTERM"]);
    expect(readFileSync(second.main!, "utf8")).toContain("second");
    expect(readFileSync(path.join(run.cwd, ".tsop/kubeconfig"), "utf8")).toBe(kubeconfig);
    expect(await (await run.client()).get(Bar, mine)).toBeDefined();
  });

  test("of a type changes the CRD before the next operator runs", async () => {
    const run = await running();
    await run.operator(1);
    expect(await maximumOf(run)).toBeUndefined();
    run.save({
      [typesFile]: types
        .replace("@minimum 1", "@minimum 1\n     * @maximum 7")
        .replace("defineKind<Bar>(", "defineKind<Bar>( "),
      [controllerFile]: controller.replace("first", "second"),
    });
    await run.operator(2);
    expect(await maximumOf(run)).toBe("7");
    expect(run.text).toContain("bars.foo.abc.com configured");
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["a syntax error", { [controllerFile]: "export const = 1;" }, `${controllerFile}:1 build/failed`],
    [
      "an import of nothing",
      { [controllerFile]: `${controller}import "./gone.js";` },
      `${controllerFile}:4 build/failed`,
    ],
    ["a diagnostic of manifests", { [typesFile]: types.replace("@minimum", "@minimun") }, `${typesFile}:6 tag/unknown`],
    ["a PROJECT that is broken", { PROJECT: "a: [" }, "project/invalid"],
  ])(
    "with %s is reported once, with its location; the operator keeps running; the next save is valid",
    async (_, files, message) => {
      const run = await running();
      const first = await run.operator(1);
      const role = path.join(run.cwd, "config/rbac/role.yaml");
      const rights = readFileSync(role, "utf8");
      run.save(files);
      await run.said("the previous operator keeps running; waiting for the next save");
      expect(readFileSync(role, "utf8")).toBe(rights);
      run.announce(Object.keys(files)[0]!);
      run.save({ ...originals(files), [controllerFile]: controller.replace("first", "second") });
      await run.said("the sources are valid again");
      await run.operator(2);
      expect(run.text.split(message).length - 1).toBe(1);
      expect(first.signals).toEqual(["SIGTERM"]);
    },
  );

  test("without a change of code keeps the operator running", async () => {
    const run = await running();
    await run.operator(1);
    run.save({ [controllerFile]: `${controller}// a comment\n`, "notes.txt": "x", "out.log": "y" });
    run.save({ "config/samples/mine.yaml": sample("mine", 3) });
    await run.said("Bar default/mine applied", 2);
    expect(run.operators).toBe(1);
  });

  test("several times at once is one", async () => {
    const run = await running();
    await run.operator(1);
    for (const text of ["second", "third", "fourth"]) {
      run.save({ [controllerFile]: controller.replace("first", text), [`${controllerFile}.tmp`]: text });
    }
    expect(readFileSync((await run.operator(2)).main!, "utf8")).toContain("fourth");
    run.save({ "config/samples/mine.yaml": sample("mine", 3) });
    await run.said("Bar default/mine applied", 2);
    expect(run.operators).toBe(2);
  });

  test("of a new kind installs its CRD; a kind that is gone leaves its objects", async () => {
    const run = await running();
    const other = types.replaceAll("Bar", "Baz").replaceAll("bar_", "baz_");
    run.save({ "api/v1/baz_types.ts": other });
    await run.said("bazs.foo.abc.com created");
    run.remove("api/v1/baz_types.ts");
    await run.said("crd/stale");
    expect(await (await run.client()).get(Crd, { name: "bazs.foo.abc.com" })).toBeDefined();
  });

  test("of PROJECT that changes what was chosen at the start says that a new start is needed", async () => {
    const run = await running();
    run.save({
      PROJECT: `${devProject["PROJECT"]!.replace("projectName: demo", "projectName: other")}namespaced: true\n`,
    });
    await run.said("PROJECT: projectName and namespaced changed; restart tsop dev to apply the change");
    expect(run.text).toContain("not simulated: Pods and the workloads that run them");
  });

  test("of packages bundles them again", async () => {
    const run = await running();
    const first = await run.operator(1);
    run.save({
      "node_modules/tsop/index.js": `${devProject["node_modules/tsop/index.js"]} export const added = 1;`,
      "package.json": "{}",
    });
    const second = await run.operator(2);
    expect(second.main).not.toBe(first.main);
  });
});

function originals(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(files).map((file) => [file, devProject[file]!]));
}

describe("a sample", () => {
  test("that was saved is applied again, and one that was removed stays in the cluster", async () => {
    const run = await running();
    run.save({ "config/samples/mine.yaml": sample("mine", 5) });
    await run.said("Bar default/mine applied", 2);
    const client = await run.client();
    expect(await client.getOrThrow(Bar, mine)).toMatchObject({ spec: { replicas: 5 } });
    run.save({ "config/samples/other.yaml": sample("other", 1) });
    await run.said("Bar default/other applied");
    run.remove("config/samples/mine.yaml");
    await run.said("config/samples/mine.yaml: Bar mine was removed from the file, and stays in the cluster");
    expect(await client.get(Bar, mine)).toBeDefined();
  });

  test.each([
    ["that is no YAML", "a: [", "config/samples/mine.yaml:1 yaml/invalid"],
    ["that is refused", sample("mine", 0), "spec.replicas"],
    ["of no kind that there is", sample("mine", 1).replace("Bar", "Bor"), "Bor"],
  ])("%s is reported once, and nothing else stops", async (_, text, message) => {
    const run = await running();
    run.save({ "config/samples/mine.yaml": text });
    await run.said(message);
    const count = run.text.split(message).length;
    run.save({ [controllerFile]: controller.replace("first", "second") });
    await run.operator(2);
    expect(run.text.split(message).length).toBe(count);
    run.save({ "config/samples/mine.yaml": sample("mine", 6) });
    await run.said("Bar default/mine applied", 2);
  });

  test("that was changed in the cluster is left alone", async () => {
    const run = await running();
    const client = await run.client();
    await client.patch(Bar, mine, { type: "merge", patch: { spec: { replicas: 9 } } } as never).catch(async () => {
      const live = await client.getOrThrow(Bar, mine);
      await client.update({ ...live, spec: { replicas: 9 } } as never);
    });
    run.save({ "config/samples/mine.yaml": sample("mine", 4) });
    await run.said("not applied, because another client changed the object in the cluster");
    expect(await client.getOrThrow(Bar, mine)).toMatchObject({ spec: { replicas: 9 } });
  });
});

describe("an operator that ends by itself", () => {
  test("is told of with its last words, at places of the sources, and started by the next save alone", async () => {
    const run = await running();
    const first = await run.operator(1);
    const line =
      readFileSync(first.main!, "utf8")
        .split("\n")
        .findIndex((text) => text.includes('"first"')) + 1;
    first.print(`    at reconcile (file://${first.main}:${line}:1)`);
    first.end("1");
    await run.said("the operator exited with exit status 1; the next save starts it again");
    expect(run.text).toContain(path.join(run.cwd, `${controllerFile}:`));
    run.announce("config/crd/bases/foo.abc.com_bars.yaml.swp.txt");
    run.announce("out.log");
    run.announce(controllerFile);
    await run.operator(2);
    expect(run.operators).toBe(2);
  });

  test("is not started again by what tsop itself has written", async () => {
    const run = new DevRun();
    const first = await run.operator(1);
    first.end("1");
    await run.said("the next save starts it again");
    await run.said("Bar default/mine applied");
    run.announce("config/crd/bases/foo.abc.com_bars.yaml"); // it was generated
    run.save({ "config/samples/mine.yaml": sample("mine", 3) });
    await run.operator(2);
    expect(run.operators).toBe(2);
  });
});

test("an operator that does not end when it is told to is waited for, and the person is told how not to", async () => {
  const run = await running();
  const first = await run.operator(1);
  first.ignoresTerm = true;
  run.stop();
  await run.said("waiting for the operator to stop; press Ctrl-C again to stop everything immediately");
  first.end("0");
  expect(await run.ended).toMatchObject({ stopped: true });
});

test("--data keeps stored objects between runs, and --fresh starts without them", async () => {
  const options = { data: path.join(tempFolder(), "data.json") };
  const first = await running(devProject, options);
  const note = { ...mine, name: "note" };
  await (await first.client()).create({ apiVersion: "v1", kind: "ConfigMap", metadata: note });
  first.stop();
  await first.ended;
  const second = await running(devProject, options);
  expect(await (await second.client()).get(ConfigMap, note)).toBeDefined();
  second.stop();
  await second.ended;
  const third = await running(devProject, { ...options, fresh: true });
  expect(await (await third.client()).get(ConfigMap, note)).toBeUndefined();
});

test("two in one project are one too many", async () => {
  const run = await running();
  expect(existsSync(path.join(run.cwd, ".tsop/dev.lock"))).toBe(true);
  run.stop();
  await run.ended;
  expect(existsSync(path.join(run.cwd, ".tsop/dev.lock"))).toBe(false);
});
