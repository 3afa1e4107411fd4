import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { create } from "tar";
import { describe, expect, onTestFinished, test } from "vitest";
import { envtestList, envtestSetup } from "../../src/commands/envtest-setup.js";
import { defaultBinDir, platformName } from "../../src/commands/envtest/platform.js";
import { findVersion, newestFirst, parseVersionWish } from "../../src/commands/envtest/versions.js";
import type { EnvtestSetupOptions } from "../../src/commands/declared/run.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const platform = platformName();

/** An archive as controller-tools publishes them. */
async function archive(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const cwd = tempFolder(files);
  const chunks: Buffer[] = [];
  for await (const chunk of create({ gzip: true, cwd }, Object.keys(files))) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const whole = (version: string): Record<string, string> => ({
  "controller-tools/envtest/etcd": `etcd of ${version}`,
  "controller-tools/envtest/kube-apiserver": `kube-apiserver of ${version}`,
  "controller-tools/envtest/kubectl": "kubectl",
  "controller-tools/envtest/README": "left out",
});

interface Mirror {
  readonly index: string;
  readonly requests: string[];
}

/** Serves an index, and an archive for each version. */
async function mirror(
  versions: Readonly<Record<string, Buffer>>,
  {
    hash = (bytes: Buffer) => createHash("sha512").update(bytes).digest("hex"),
    index = undefined as string | undefined,
    answer = (response: ServerResponse, bytes: Buffer): void => void response.end(bytes),
  } = {},
): Promise<Mirror> {
  const requests: string[] = [];
  const name = (version: string): string => `envtest-v${version}-${platform}.tar.gz`;
  const entries = Object.entries(versions).map(([version, bytes]): [string, object] => [
    `v${version}`,
    { [name(version)]: { hash: hash(bytes), selfLink: `archives/${name(version)}` }, "envtest-other.tar.gz": {} },
  ]);
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const found = Object.entries(versions).find(([version]) => request.url === `/archives/${name(version)}`);
    if (request.url === "/index.yaml") response.end(index ?? JSON.stringify({ releases: Object.fromEntries(entries) }));
    else if (found !== undefined) answer(response, found[1]);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { index: `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.yaml`, requests };
}

function setup(cwd: string, options: Partial<EnvtestSetupOptions>, env: Record<string, string> = {}) {
  return envtestSetup({ print: "path", binDir: "bin", ...options }, recordingContext({ cwd, env }));
}

describe("tsop envtest setup", () => {
  test("fetches the newest release, checks and unpacks its programs, and takes them as they are from then on", async () => {
    const cwd = tempFolder();
    const bytes = await archive(whole("1.35.2"));
    const { index, requests } = await mirror({ "1.35.2": bytes, "1.9.9": bytes, "1.36.0-rc.1": bytes });
    const folder = path.join(cwd, `bin/k8s/1.35.2-${platform}`);
    expect(await setup(cwd, { index })).toMatchObject({ text: folder, json: { version: "1.35.2", fetched: true } });
    expect(readdirSync(folder).toSorted()).toEqual(["etcd", "kube-apiserver", "kubectl"]);
    expect(readFileSync(path.join(folder, "etcd"), "utf8")).toBe("etcd of 1.35.2");
    expect(statSync(path.join(folder, "etcd")).mode & 0o111).toBe(0o111);
    expect(readdirSync(path.join(cwd, "bin/k8s"))).toEqual([`1.35.2-${platform}`]);

    requests.length = 0;
    expect(await setup(cwd, { index })).toMatchObject({ json: { fetched: false } });
    expect(await setup(cwd, { index, version: "1.35.2" })).toMatchObject({ json: { fetched: false } });
    expect(await setup(cwd, { version: "1.x", installedOnly: true })).toMatchObject({ json: { fetched: false } });
    expect(requests).toEqual(["/index.yaml"]);

    expect(await setup(cwd, { index, version: "v1.35.2", force: true })).toMatchObject({ json: { fetched: true } });
  });

  test("says where it is as it is asked to, also for a shell", async () => {
    const cwd = tempFolder();
    const binDir = "it's here";
    const { index } = await mirror({ "1.35.2": await archive(whole("1.35.2")) });
    const folder = path.join(cwd, binDir, `k8s/1.35.2-${platform}`);
    const line = `export KUBEBUILDER_ASSETS='${folder.replaceAll("'", `'\\''`)}'`;
    expect((await setup(cwd, { index, binDir, print: "env" })).text).toBe(line);
    expect((await setup(cwd, { index, binDir, print: "text" })).text).toBe(
      `Kubernetes 1.35.2 is in ${folder}\n${line}`,
    );
  });

  test("finds the index in the environment", async () => {
    const { index } = await mirror({ "1.34.1": await archive(whole("1.34.1")) });
    expect(await setup(tempFolder(), {}, { TSOP_ENVTEST_INDEX: index })).toMatchObject({ json: { version: "1.34.1" } });
  });

  test("an archive that is not what the index says is not unpacked", async () => {
    const cwd = tempFolder();
    const { index } = await mirror({ "1.35.2": await archive(whole("1.35.2")) }, { hash: () => "00" });
    await expect(setup(cwd, { index })).rejects.toMatchObject({
      code: "envtest/corrupt",
      message: expect.stringContaining("SHA-512") as string,
    });
    expect(existsSync(path.join(cwd, "bin"))).toBe(false);
  });

  test.each<[string, Buffer | Readonly<Record<string, string>>]>([
    ["lacks a program", { "controller-tools/envtest/etcd": "etcd" }],
    ["is no archive", Buffer.from("no gzip at all")],
  ])("an archive that %s leaves nothing behind", async (_, content) => {
    const cwd = tempFolder();
    const bytes = Buffer.isBuffer(content) ? content : await archive(content);
    const { index } = await mirror({ "1.35.2": bytes });
    await expect(setup(cwd, { index })).rejects.toMatchObject({ code: "envtest/corrupt" });
    expect(readdirSync(path.join(cwd, "bin/k8s"))).toEqual([]);
  });

  test.each<[string, (response: ServerResponse, bytes: Buffer) => void, string]>([
    ["is not there", (response) => void response.writeHead(404).end(), "it returned status 404"],
    ["is not given out", (response) => void response.writeHead(503).end("<html>"), "it returned status 503"],
    [
      "breaks off",
      (response, bytes) => {
        response.writeHead(200, { "content-length": bytes.length });
        response.write(bytes.subarray(0, 20), () => response.destroy());
      },
      "cannot download",
    ],
  ])("an archive that %s leaves nothing behind, and what was there stays", async (_, answer, message) => {
    const cwd = tempFolder();
    const bytes = await archive(whole("1.35.2"));
    const good = await mirror({ "1.35.2": bytes });
    const bad = await mirror({ "1.35.2": bytes, "1.35.3": bytes }, { answer });
    await expect(setup(cwd, { index: bad.index })).rejects.toMatchObject({
      code: "envtest/unavailable",
      message: expect.stringContaining(message) as string,
    });
    expect(existsSync(path.join(cwd, "bin"))).toBe(false);
    await setup(cwd, { index: good.index });
    await expect(setup(cwd, { index: bad.index, force: true })).rejects.toMatchObject({ code: "envtest/unavailable" });
    expect(readdirSync(path.join(cwd, "bin/k8s"))).toEqual([`1.35.2-${platform}`]);
    expect(readFileSync(path.join(cwd, `bin/k8s/1.35.2-${platform}/etcd`), "utf8")).toBe("etcd of 1.35.2");
  });

  test("a download that is interrupted ends at once, and leaves nothing behind", async () => {
    const cwd = tempFolder();
    const stop = new AbortController();
    const answer = (response: ServerResponse, bytes: Buffer): void => {
      response.writeHead(200, { "content-length": bytes.length });
      response.write(bytes.subarray(0, 20), () => stop.abort());
    };
    const { index } = await mirror({ "1.35.2": await archive(whole("1.35.2")) }, { answer });
    const context = { ...recordingContext({ cwd }), signal: stop.signal };
    await expect(envtestSetup({ print: "path", binDir: "bin", index }, context)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(existsSync(path.join(cwd, "bin"))).toBe(false);
  });

  test("a folder that cannot be written is named", async () => {
    const { index } = await mirror({ "1.35.2": await archive(whole("1.35.2")) });
    for (const file of ["bin", "bin/k8s", `bin/k8s/1.35.2-${platform}`]) {
      const cwd = tempFolder({ [file]: "a file" });
      const outcome = setup(cwd, { index });
      if (file.endsWith(platform)) expect(await outcome).toMatchObject({ json: { fetched: true } });
      else {
        await expect(outcome).rejects.toMatchObject({
          code: "files/write-failed",
          message: expect.stringContaining(path.join(cwd, "bin/k8s")) as string,
          hint: expect.stringContaining("--bin-dir") as string,
        });
      }
    }
  });

  test("without a network, there is one error with a hint, or an installed version", async () => {
    const cwd = tempFolder();
    const index = "http://127.0.0.1:59998/index.yaml"; // no server listens there
    await expect(setup(cwd, { index })).rejects.toMatchObject({
      code: "envtest/unavailable",
      message: expect.stringContaining("ECONNREFUSED") as string,
      hint: expect.stringContaining("--index") as string,
    });
    const folder = path.join(cwd, `bin/k8s/1.35.2-${platform}`);
    mkdirSync(folder, { recursive: true });
    for (const name of ["etcd", "kube-apiserver", "kubectl"]) writeFileSync(path.join(folder, name), "");
    expect(await setup(cwd, { index })).toMatchObject({ text: folder });
    await expect(setup(cwd, { index, version: "1.34.x" })).rejects.toMatchObject({ code: "envtest/unavailable" });
  });

  test.each([
    ["a page", "<html>login</html>"],
    ["another document", "a: 1"],
    ["no YAML", "{"],
  ])("%s is no index", async (_, text) => {
    const { index } = await mirror({}, { index: text });
    await expect(setup(tempFolder(), { index })).rejects.toMatchObject({ code: "envtest/unavailable" });
  });

  test.each<[Partial<EnvtestSetupOptions>, string, string]>([
    [{ version: "1.2.3" }, "envtest/no-version", "there is no Kubernetes 1.2.3 for"],
    [{ version: "1.34" }, "envtest/no-version", "there is no Kubernetes 1.34.x for"],
    [{ installedOnly: true }, "envtest/no-version", "there is no version of Kubernetes in"],
    [{ version: "newest" }, "usage/invalid-argument", '"newest" is not a version'],
    [{ index: "file:///etc/passwd" }, "usage/invalid-argument", "is not a URL"],
  ])("%j is refused", async (options, code, message) => {
    const { index } = await mirror({ "1.35.2": await archive(whole("1.35.2")) });
    await expect(setup(tempFolder(), { index, ...options })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });
});

test("tsop envtest list distinguishes installed and available versions", async () => {
  const cwd = tempFolder();
  const bytes = await archive(whole("1.35.2"));
  const { index } = await mirror({ "1.35.2": bytes, "1.36.0": bytes });
  await setup(cwd, { index, version: "1.35.2" });
  const context = recordingContext({ cwd });
  expect((await envtestList({ binDir: "bin", index }, context)).text).toBe("available  1.36.0\ninstalled  1.35.2");
  expect((await envtestList({ binDir: "bin", installedOnly: true }, context)).text).toBe("installed  1.35.2");
  expect((await envtestList({ binDir: "none", installedOnly: true }, context)).text).toContain(
    "none/k8s contains no version",
  );
});

describe("versions", () => {
  const all = ["1.9.0", "1.35.0", "1.35.10", "1.35.9", "2.0.0-rc.1", "1.35.10-rc.1"];

  test.each([
    [undefined, "1.35.10"],
    ["latest", "1.35.10"],
    ["1.35.x", "1.35.10"],
    ["v1.9", "1.9.0"],
    ["1", "1.35.10"],
    ["1.35.9", "1.35.9"],
    ["2.0.0-rc.1", "2.0.0-rc.1"],
    ["2.x", undefined],
    ["1.35.1", undefined],
  ])("%s is %s", (wish, version) => {
    expect(findVersion(parseVersionWish(wish), all)).toBe(version);
  });

  test("are listed from the newest", () => {
    expect(newestFirst(all)).toEqual(["2.0.0-rc.1", "1.35.10", "1.35.10-rc.1", "1.35.9", "1.35.0", "1.9.0"]);
  });
});

test("platforms and folders are setup-envtest's", () => {
  expect(platformName("linux", "x64")).toBe("linux-amd64");
  expect(platformName("win32", "arm64")).toBe("windows-arm64");
  expect(() => platformName("aix", "ppc64")).toThrow("there are no binaries for aix/ppc64");
  expect(defaultBinDir({}, "linux", "/home/me")).toBe("/home/me/.local/share/kubebuilder-envtest");
  expect(defaultBinDir({ XDG_DATA_HOME: "/data" }, "linux", "/home/me")).toBe("/data/kubebuilder-envtest");
  expect(defaultBinDir({}, "darwin", "/Users/me")).toContain("Application Support/io.kubebuilder.envtest");
});
