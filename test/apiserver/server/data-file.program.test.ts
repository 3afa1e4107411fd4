import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { provideIdentity } from "../../../src/apiserver/server/server-identity.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { readDataFile } from "../../../src/apiserver/storage/saved-data.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import type { Program } from "../../support/build-program.js";
import { buildServerProgram } from "../../support/embedded/build-server.js";
import { startEmbeddedServer } from "../../support/embedded/own-server.js";
import { tempFolder } from "../../support/temp-folder.js";

async function clientOf(server: ApiServer, folder: string): Promise<HttpClient> {
  const kubeconfig = path.join(folder, "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig);
  return createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
}

const configMap = (name: string): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name },
  data: { a: "1" },
});

test("the objects exist again after a restart, at the same version", async () => {
  const folder = tempFolder();
  const dataFile = path.join(folder, "data");
  const key = { namespace: "default", name: "kept" };
  const first = await startApiServer({ dataFile });
  const writer = await clientOf(first, folder);
  const written = await writer.create(configMap("kept"));
  await writer.create(configMap("gone"));
  await writer.delete(ConfigMap, { namespace: "default", name: "gone" });
  writer.close();
  await first.stop();

  const second = await startApiServer({ dataFile });
  const reader = await clientOf(second, folder);
  expect(await reader.getOrThrow(ConfigMap, key)).toEqual(written);
  expect(await reader.get(ConfigMap, { namespace: "default", name: "gone" })).toBeUndefined();
  const next = await reader.create<ConfigMap>({ ...written, metadata: { namespace: "default", name: "next" } });
  expect(Number(next.metadata.resourceVersion)).toBeGreaterThan(Number(written.metadata.resourceVersion));
  const authority = await reader.getOrThrow(ConfigMap, { namespace: "default", name: "kube-root-ca.crt" });
  expect(authority.data?.["ca.crt"]).toBe(second.caCertificate);
  reader.close();
  await second.stop();
});

test("clients see the same server after a restart, until its certificate expires", async () => {
  const dataFile = path.join(tempFolder(), "data");
  const first = await startApiServer({ dataFile });
  await first.stop();
  const { caCertificate, kubeconfig } = first;
  const port = Number(new URL(first.url).port);
  const second = await startApiServer({ dataFile, port });
  await second.stop();
  expect(second).toMatchObject({ caCertificate, kubeconfig });
  const later = Date.now() + 366 * 24 * 60 * 60 * 1000;
  const { identity } = readDataFile(dataFile) ?? {};
  const renewed = await provideIdentity(identity, later, []);
  expect(renewed.certificates.ca).not.toBe(caCertificate);
  expect(renewed).toMatchObject({ adminToken: identity?.["adminToken"], signingKey: identity?.["signingKey"] });
});

test("a server whose folder is gone refuses writes, and takes them again when the folder is back", async () => {
  const folder = tempFolder({ "data/.keep": "" });
  const dataFile = path.join(folder, "data/file");
  const server = await startApiServer({ dataFile });
  const client = await clientOf(server, folder);
  await client.create(configMap("before"));
  renameSync(path.join(folder, "data"), path.join(folder, "away"));
  // The moved file contains the writes until the server has noticed.
  const accepted: string[] = [];
  const isAccepted = async (): Promise<boolean> => {
    const object = configMap(`meanwhile-${accepted.length}`);
    const result = await client.create(object).then(
      () => true,
      () => false,
    );
    if (result) accepted.push(object.metadata.name);
    return result;
  };
  await expect.poll(isAccepted).toBe(false);
  for (let round = 0; round < 3; round += 1) {
    await expect(client.create(configMap("refused"))).rejects.toMatchObject({
      message: expect.stringContaining(`cannot write the data file ${dataFile}: ENOENT`) as string,
    });
  }
  expect(await client.get(ConfigMap, { namespace: "default", name: "refused" })).toBeUndefined();
  renameSync(path.join(folder, "away"), path.join(folder, "data"));
  await client.create(configMap("after"));
  client.close();
  await server.stop();

  const second = await startApiServer({ dataFile });
  const reader = await clientOf(second, folder);
  for (const name of ["before", "after", ...accepted])
    await reader.getOrThrow(ConfigMap, { namespace: "default", name });
  reader.close();
  await second.stop();
});

describe("a server that is killed", () => {
  let program: Program;
  beforeAll(async () => {
    program = await buildServerProgram();
  });
  afterAll(() => program.remove());

  test("amid many writes has lost none that it answered", async () => {
    const server = await startEmbeddedServer(program.file);
    const config = await loadKubeConfig({ env: {}, kubeconfig: server.kubeconfig });
    const writer = createLiveClient(config);
    const answered = new Map<string, string>();
    const data = { text: "x".repeat(20_000) };
    const write = async (name: string): Promise<void> => {
      const object: ConfigMap = { ...configMap(name), data };
      for (let round = 0; ; round += 1) {
        const { metadata } = await (round === 0
          ? writer.create(object)
          : writer.update<ConfigMap>({ ...object, data: { ...data, round: String(round) } }));
        answered.set(name, metadata.resourceVersion ?? "");
        // Enough writes to rewrite the file at least once.
        if (Number(metadata.resourceVersion) > 400) void server.killApiServer();
      }
    };
    await Promise.allSettled(Array.from({ length: 10 }, (_, index) => write(`many-${index}`)));
    writer.close();
    await server.killApiServer();

    await server.startApiServer();
    const reader = createLiveClient(config);
    for (const [name, version] of answered) {
      const { metadata } = await reader.getOrThrow(ConfigMap, { namespace: "default", name });
      expect(Number(metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(version));
    }
    expect(answered.size).toBe(10);
    reader.close();
    await server.stop();
  });
});

describe("a file", () => {
  let whole: string;
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-data-"));
    const server = await startApiServer({ dataFile: path.join(folder, "data") });
    await server.stop();
    whole = readFileSync(path.join(folder, "data"), "utf8");
    rmSync(folder, { recursive: true });
  });
  const lines = (text: string): string[] => text.trimEnd().split("\n");

  test.each<[string, (text: string) => string, RegExp]>([
    ["of nothing", () => "", /no API server wrote it$/],
    ["with no JSON", () => "{\n", /line 1 is not a JSON object$/],
    ["with something else", () => '{"a":1}\n', /no API server wrote it$/],
    [
      "of an extension API server",
      (text) => text.replace('"identity":{', '"identity":{"server":"extension",'),
      /an extension API server wrote it$/,
    ],
    ["of an older form", () => '{"version":1,"revision":1,"objects":{}}\n', /no API server wrote it/],
    [
      "that is cut off",
      (text) => lines(text).slice(0, 3).join("\n") + "\n",
      /it is incomplete: it contains 2 of \d+ objects$/,
    ],
    [
      "that is cut amid a line",
      (text) => text.slice(0, text.length / 2),
      /it is incomplete: it contains \d+ of \d+ objects$/,
    ],
    ["with a broken line", (text) => text.replace('\n{"storageKey"', '\n{"stor'), /line 2 is not a JSON object$/],
    ["with a strange line", (text) => `${text}{"a":1}\n`, /line \d+ is neither an object nor a write$/],
  ])("%s is refused in one sentence, and left as it is", async (_, damage, message) => {
    const text = damage(whole);
    const dataFile = path.join(tempFolder({ data: text }), "data");
    await expect(startApiServer({ dataFile })).rejects.toMatchObject({
      code: "apiserver/data-file-invalid",
      message: expect.stringMatching(message) as string,
      at: { file: dataFile },
    });
    expect(readFileSync(dataFile, "utf8")).toBe(text);
  });

  test("whose last write is half written goes on without that write", async () => {
    const half = '{"storageKey":"secrets","revision":9,"object":{"metad';
    const dataFile = path.join(tempFolder({ data: whole + half }), "data");
    const server = await startApiServer({ dataFile });
    await server.stop();
    expect(lines(readFileSync(dataFile, "utf8"))).toHaveLength(lines(whole).length);
  });

  test("that cannot be written is refused at the start", async () => {
    const dataFile = path.join(tempFolder(), "missing/data");
    await expect(startApiServer({ dataFile })).rejects.toMatchObject({
      code: "files/write-failed",
      message: expect.stringContaining(`cannot store data in ${dataFile}: ENOENT`) as string,
    });
  });
});
