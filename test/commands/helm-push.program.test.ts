/** Packages of the chart, and their way into a registry. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { list } from "tar";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { helmChart } from "../../src/commands/helm-chart.js";
import { helmPackage } from "../../src/commands/helm/helm-package.js";
import { helmPush } from "../../src/commands/helm/helm-push.js";
import { deployProject } from "../support/deploy-project.js";
import { hasHelm, helm, helmReason } from "../support/helm.js";
import { recordingContext } from "../support/recording-context.js";
import { startRegistry } from "../support/registry.js";
import { tempFolder } from "../support/temp-folder.js";

async function chart(more: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({ ...deployProject("demo", { image: "demo:v1" }), "package.json": '{"version":"1.2.3"}' });
  await helmChart({}, recordingContext({ cwd }));
  for (const [file, content] of Object.entries(more)) writeFileSync(path.join(cwd, "charts/demo", file), content);
  return recordingContext({ cwd, env: { DOCKER_CONFIG: path.join(cwd, "docker") } });
}

function entriesOf(file: string): string[] {
  const found: string[] = [];
  list({ file, sync: true, onReadEntry: (entry) => void found.push(entry.path) });
  return found.toSorted();
}

interface Manifest {
  readonly config: { readonly digest: string; readonly mediaType: string };
  readonly layers: readonly { readonly digest: string; readonly mediaType: string }[];
  readonly annotations: Readonly<Record<string, string>>;
}

describe("tsop helm package", () => {
  test("writes the same bytes in any folder", async () => {
    const [one, other] = [await chart(), await chart()];
    const { json } = await helmPackage({}, one);
    expect(json).toMatchObject({ chart: "demo", version: "1.2.3", file: "dist/demo-1.2.3.tgz" });
    expect((await helmPackage({}, other)).json).toEqual(json);
    expect(entriesOf(path.join(one.cwd, "dist/demo-1.2.3.tgz"))).toEqual(
      (json["files"] as string[]).map((file) => `demo/${file}`),
    );
    expect(json["files"]).not.toContain(".tsop-chart.json");
  });

  test.runIf(hasHelm)(`packs the files that helm packs${helmReason}`, async () => {
    const context = await chart({
      "old.tgz": "",
      "notes.md": "mine",
      ".helmignore": ".tsop-chart.json\n*.tgz\n/notes.*\n",
    });
    await helmPackage({}, context);
    const packed = await helm(["package", "charts/demo", "--destination", "theirs"], context);
    expect(packed.exitCode, packed.all).toBe(0);
    // helm packs .helmignore, too.
    expect(entriesOf(path.join(context.cwd, "dist/demo-1.2.3.tgz"))).toEqual(
      entriesOf(path.join(context.cwd, "theirs/demo-1.2.3.tgz")),
    );
  });

  test("sets the versions of the flags in the package only, and keeps the comments", async () => {
    const context = await chart();
    const { json } = await helmPackage({ version: "2.0.0-rc.1+build.5", appVersion: "v2" }, context);
    expect(json).toMatchObject({ version: "2.0.0-rc.1+build.5", file: "dist/demo-2.0.0-rc.1+build.5.tgz" });
    expect(readFileSync(path.join(context.cwd, "charts/demo/Chart.yaml"), "utf8")).toContain('version: "1.2.3"');
    await expect(helmPackage({ version: "v2" }, context)).rejects.toMatchObject({
      code: "helm/invalid-chart",
      message: 'the version "v2" is not a semantic version',
    });
  });

  test("with --dry-run lists the files and writes nothing", async () => {
    const context = await chart();
    expect((await helmPackage({ dryRun: true }, context)).text).toMatch(/^create {5}dist\/demo-1\.2\.3\.tgz\n/);
    expect(() => entriesOf(path.join(context.cwd, "dist/demo-1.2.3.tgz"))).toThrow();
  });

  test("warns of a chart without an icon", async () => {
    const context = await chart();
    await helmPackage({}, context);
    expect(context.recording.warnings.join()).toContain("helm/no-icon");
  });

  test("names all faults of a chart that helm would not accept", async () => {
    const context = await chart({
      ".helmignore": "**/*.md\n",
    });
    const file = path.join(context.cwd, "charts/demo/Chart.yaml");
    writeFileSync(file, "dependencies:\n  - name: redis\n    version: 1.x\n", { flag: "a" });
    symlinkSync("/etc/passwd", path.join(context.cwd, "charts/demo/templates/link.yaml"));
    const failure = await helmPackage({}, context).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "helm/invalid-chart",
      diagnostics: [
        { at: { file: "charts/demo/.helmignore", line: 1 } },
        {
          at: { file: "charts/demo/Chart.yaml" },
          message: "the chart redis, which `dependencies` names, is not in charts/",
        },
        { at: { file: "charts/demo/templates/link.yaml" } },
      ],
    });
  });

  test("refuses a folder without a chart, and a chart that differs from the sources", async () => {
    const context = await chart();
    await expect(helmPackage({ dir: "charts/other" }, context)).rejects.toMatchObject({ code: "helm/no-chart" });
    writeFileSync(path.join(context.cwd, "package.json"), '{"version":"1.2.4"}');
    await expect(helmPackage({}, context)).rejects.toMatchObject({ code: "helm/out-of-date" });
    await expect(helmPackage({ destination: "../x" }, context)).rejects.toMatchObject({
      code: "usage/invalid-argument",
    });
  });
});

describe("tsop helm push", () => {
  test("pushes a chart that the registry keeps under its version", async () => {
    const registry = await startRegistry();
    const context = await chart();
    const remote = `oci://${registry.host}/charts`;
    const { json, text } = await helmPush({ remote, version: "1.2.3+build.5" }, context);
    expect(json).toMatchObject({ chart: `${remote}/demo`, version: "1.2.3+build.5" });
    expect(text).toContain(`helm install demo ${remote}/demo --version 1.2.3+build.5`);
    const { text: manifest, digest } = registry.manifest("charts/demo", "1.2.3_build.5");
    expect(digest).toBe(json["digest"]);
    const { config, layers, annotations } = JSON.parse(manifest) as Manifest;
    expect(config.mediaType).toBe("application/vnd.cncf.helm.config.v1+json");
    expect(layers.map(({ mediaType }) => mediaType)).toEqual(["application/vnd.cncf.helm.chart.content.v1.tar+gzip"]);
    expect(annotations).not.toHaveProperty("org.opencontainers.image.created");
    expect((await helmPush({ remote, version: "1.2.3+build.5" }, context)).json).toMatchObject({
      digest,
      sentBytes: 0,
    });
  });

  test.runIf(hasHelm)(`pushes what helm pushes, and helm reads it${helmReason}`, async () => {
    const registry = await startRegistry();
    const context = await chart();
    const run = async (...args: string[]): Promise<string> => {
      const { all, stdout, exitCode } = await helm(args, context);
      if (exitCode !== 0) throw new Error(all);
      return stdout;
    };
    await helmPackage({}, context);
    await run("push", "dist/demo-1.2.3.tgz", `oci://${registry.host}/theirs`, "--plain-http");
    await helmPush({ remote: `oci://${registry.host}/ours` }, context);
    const [ours, theirs] = ["ours/demo", "theirs/demo"].map((name) => {
      const { config, layers, annotations } = JSON.parse(registry.manifest(name, "1.2.3").text) as Manifest;
      const others = Object.entries(annotations).filter(([key]) => key !== "org.opencontainers.image.created");
      return { config, layers, others };
    });
    expect(ours).toEqual(theirs);

    const chartOf = `oci://${registry.host}/ours/demo`;
    expect(parse(await run("show", "chart", chartOf, "--version", "1.2.3", "--plain-http"))).toMatchObject({
      name: "demo",
    });
    await run("pull", chartOf, "--version", "1.2.3", "--plain-http", "--destination", ".");
    expect(readFileSync(path.join(context.cwd, "demo-1.2.3.tgz"))).toEqual(
      readFileSync(path.join(context.cwd, "dist/demo-1.2.3.tgz")),
    );
    expect(await run("template", "demo", chartOf, "--version", "1.2.3", "--plain-http")).toContain("kind: Deployment");
  });

  test("with --dry-run sends no request", async () => {
    const registry = await startRegistry();
    await helmPush({ remote: `oci://${registry.host}/charts`, dryRun: true }, await chart());
    expect(registry.requests).toEqual([]);
  });

  test("that the registry refuses is a diagnostic, and leaves no version", async () => {
    const registry = await startRegistry({
      misbehave: ({ method, url = "" }) =>
        method === "PUT" && url.includes("/manifests/")
          ? { status: 403, body: '{"errors":[{"code":"DENIED","message":"no write access"}]}' }
          : undefined,
    });
    await expect(helmPush({ remote: `oci://${registry.host}/charts` }, await chart())).rejects.toMatchObject({
      code: "image/unauthorized",
      message: `the registry ${registry.host} denies pushing charts/demo:1.2.3: no write access (status 403)`,
    });
    expect(() => registry.manifest("charts/demo", "1.2.3")).toThrow();
  });

  test("with wrong credentials is a diagnostic without them", async () => {
    const registry = await startRegistry({
      misbehave: () => ({ status: 401, headers: { "WWW-Authenticate": 'Basic realm="x"' } }),
    });
    const context = await chart();
    const auths = { [registry.host]: { auth: Buffer.from("ann:s3cret").toString("base64") } };
    const folder = tempFolder({ "config.json": JSON.stringify({ auths }) });
    const failure = await helmPush(
      { remote: `oci://${registry.host}/charts` },
      { ...context, env: { DOCKER_CONFIG: folder } },
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "image/unauthorized",
      hint: expect.stringContaining("docker login") as string,
    });
    expect(JSON.stringify(failure)).not.toContain("s3cret");
  });

  test.each([
    undefined,
    "ghcr.io/acme/charts",
    "https://ghcr.io/acme/charts",
    "oci://",
    "oci://charts",
    "oci://ghcr.io/Acme",
    "oci://ghcr.io/acme/charts:1.0.0",
    "oci://ghcr.io/acme@sha256:0000000000000000000000000000000000000000000000000000000000000000",
    "oci://user:password@ghcr.io/acme",
  ])("rejects the address %s", async (remote) => {
    await expect(helmPush(remote === undefined ? {} : { remote }, await chart())).rejects.toMatchObject({
      code: "usage/invalid-argument",
      hint: "Name the repository above the chart: tsop helm push oci://ghcr.io/acme/charts",
    });
  });
});
