/**
 * The examples, published and installed as a user does it: image, chart, bundle and catalog without a container tool, each judged
 * by its real validator. They run alone, because examples.node.test.ts installs the same kinds.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleFolder, operatorNames } from "../support/examples/example-folders.js";
import { helm } from "../support/helm.js";
import { pushBase } from "../support/node/image.js";
import { describeNode, uniqueName } from "../support/node/node-cluster.js";
import { succeeded } from "../support/node/operator-project.js";
import { report } from "../support/node/report.js";
import { fbcVerify, runFbcVerify } from "../support/olm/fbc-verify.js";
import { writeAuthorsPart } from "../support/olm-project.js";
import { judges, verifyBundle } from "../support/operator-verify.js";
import { run } from "../support/shell.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

describeNode.concurrent("an example that is published", (cluster) => {
  const { kubectl, registry } = cluster;
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-publish-"));
  let base: string;
  beforeAll(async () => {
    base = await pushBase(cluster);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Copies an example, so that its folder in the checkout stays as it is. */
  function copyOf(name: string): string {
    const cwd = path.join(root, name);
    const isSource = (file: string): boolean =>
      !/\/(?:node_modules|dist|\.tsop)(?:\/|$)/.test(file.slice(exampleFolder(name).length));
    cpSync(exampleFolder(name), cwd, { recursive: true, filter: isSource });
    mkdirSync(path.join(cwd, "node_modules"));
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(cwd, "package.json"), "utf8")) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    for (const each of Object.keys(dependencies)) {
      const target = each === "tsop" ? checkout : path.join(checkout, "node_modules", each);
      symlinkSync(target, path.join(cwd, "node_modules", each));
    }
    return cwd;
  }

  test.for(operatorNames)("%s", async (name) => {
    const start = performance.now();
    const cwd = copyOf(name);
    const place = uniqueName(`publish-${name}`);
    const env = {
      ...{ CI: undefined, IMG: undefined, CONTAINER_TOOL: "none", KUBECONFIG: cluster.kubeconfig },
      XDG_CACHE_HOME: path.join(root, "cache"),
    };
    const tsop = async (...args: readonly string[]): Promise<string> =>
      succeeded(await run(process.execPath, [path.join(checkout, "bin/tsop.js"), ...args], { cwd, env }), args);
    const runHelm = async (...args: readonly string[]): Promise<string> => {
      const { exitCode, all } = await helm(args, { cwd, kubeconfig: cluster.kubeconfig });
      if (exitCode !== 0) throw new Error(`helm ${args.join(" ")}: ${all}`);
      return all;
    };
    const repository = `${registry}/${place}`;

    const image = `${repository}/operator:v0.1.0`;
    await tsop("docker-build", "--img", image, "--base-image", base, "--tls-verify=false");
    await tsop("docker-push", "--tls-verify=false");

    const generate = (version: string) =>
      tsop("bundle", "--img", image, "--version", version, "--channels", "stable", "--package", name);
    await generate("0.1.0");
    writeAuthorsPart(cwd);
    for (const version of ["0.1.0", "0.2.0"]) {
      await generate(version);
      if (judges !== undefined) expect(verifyBundle(path.join(cwd, "bundle"))).toEqual([]);
      const bundle = `${repository}/bundle:v${version}`;
      await tsop("bundle", "push", "--img", bundle, "--tls-verify=false");
      await tsop("catalog", "add", bundle, "--channels", "stable");
    }
    if (fbcVerify !== undefined) expect(runFbcVerify(path.join(cwd, "catalog"))).toMatchObject({ verdict: "valid" });
    await tsop("catalog", "push", "--img", `${repository}/catalog:v1`, "--tls-verify=false");

    const inPlace = ["--namespace", place, "--yes"];
    const installed = await tsop("run", "bundle", `${repository}/bundle:v0.1.0`, ...inPlace);
    expect(installed).toContain(`${name}.v0.1.0 runs in the namespace ${place}`);
    const upgraded = await tsop("run", "bundle-upgrade", "--catalog", "catalog", ...inPlace);
    expect(upgraded).toContain(`${name}.v0.2.0 runs in the namespace ${place}`);
    await tsop("cleanup", name, ...inPlace);

    await tsop("helm", "chart", "--img", image);
    await tsop("helm", "push", `oci://${repository}`, "--tls-verify=false");
    const [chart = ""] = readdirSync(path.join(cwd, "charts"));
    const source = `oci://${repository}/${chart}`;
    await runHelm("pull", source, "--version", "0.1.0", "--plain-http", "--destination", "pulled", "--untar");
    expect(await runHelm("lint", "--strict", path.join("pulled", chart))).toContain("0 chart(s) failed");
    const release = ["op", source, "--version", "0.1.0", "--plain-http", "--namespace", place];
    expect(await runHelm("template", ...release)).toContain("kind: Deployment");
    await runHelm(
      "install",
      ...release,
      "--create-namespace",
      "--set",
      "crds.keep=false",
      "--wait",
      "--timeout",
      "300s",
    );
    await runHelm("uninstall", "op", "--namespace", place, "--wait");
    await kubectl(["delete", "namespace", place, "--wait=false"]);
    report(`${name}: published and installed twice in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  });
});
