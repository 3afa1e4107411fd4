/** Registries that reject a push, or break it off: a named diagnostic, no tag without its content, and a retry that completes it. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import { bundle } from "../../../src/commands/olm/bundle.js";
import { bundlePush } from "../../../src/commands/olm/bundle-push.js";
import { catalogPush } from "../../../src/commands/olm/catalog-push.js";
import type { CommandResult, Context } from "../../../src/commands/context.js";
import { field, readJson, text } from "../../../src/core/json-fields.js";
import { printYamlDocuments } from "../../../src/core/yaml.js";
import { validDocuments } from "../../support/olm/catalog-cases.js";
import { writeAuthorsPart } from "../../support/olm-project.js";
import { recordingContext } from "../../support/recording-context.js";
import { type Misbehavior, type Registry, type RegistryOptions, startRegistry } from "../../support/registry.js";
import { bar, type Files, scaffold } from "../../support/scaffolds.js";
import { filesOf, tempFolder } from "../../support/temp-folder.js";

let files: Files = {};
beforeAll(async () => {
  const cwd = tempFolder(await scaffold({ apis: [bar], isGenerated: true }));
  const generate = () => bundle({ img: "registry.example.com/demo:v0.1.0" }, recordingContext({ cwd }));
  await generate();
  writeAuthorsPart(cwd);
  await generate();
  files = { ...filesOf(cwd), "catalog/demo/catalog.yaml": printYamlDocuments(validDocuments) };
});

type Push = (img: string, context: Context) => Promise<CommandResult>;

const pushes: [string, Push][] = [
  ["bundle push", (img, context) => bundlePush({ img }, context)],
  ["catalog push", (img, context) => catalogPush({ img }, context)],
];

describe.each(pushes)("%s", (_, push) => {
  const project = (config = "{}"): Context => {
    const cwd = tempFolder(files);
    const [cache, docker] = [path.join(cwd, "cache"), tempFolder({ "config.json": config })];
    const env = { CONTAINER_TOOL: "none", XDG_CACHE_HOME: cache, DOCKER_CONFIG: docker };
    return { ...recordingContext({ cwd }), exec, env };
  };
  const pushTo = (registry: Registry, context: Context) => push(`${registry.host}/demo:v1`, context);

  /** Fails the test if the registry lacks a part of the image. */
  const expectWhole = (registry: Registry): void => {
    const manifest = readJson(registry.manifest("demo", "v1").text);
    for (const each of [field(manifest, "config"), ...(field(manifest, "layers") as readonly unknown[])]) {
      registry.blob(text(each, "digest") ?? "");
    }
  };

  test.each<[string, (method: string, url: string) => Misbehavior | undefined, string, string]>([
    [
      "denies the upload",
      (method, url) =>
        method === "POST" && url.includes("/blobs/uploads")
          ? { status: 403, body: '{"errors":[{"code":"DENIED","message":"no right to push"}]}' }
          : undefined,
      "image/unauthorized",
      "no right to push (status 403)",
    ],
    [
      "does not know the repository",
      (method, url) =>
        method === "POST" && url.includes("/blobs/uploads")
          ? { status: 404, body: '{"errors":[{"code":"NAME_UNKNOWN","message":"repository name not known"}]}' }
          : undefined,
      "image/refused",
      "repository name not known (status 404)",
    ],
    [
      "rejects the manifest",
      (method, url) =>
        method === "PUT" && url.includes("/manifests/")
          ? { status: 413, body: '{"errors":[{"code":"TOO_LARGE","message":"quota exceeded"}]}' }
          : undefined,
      "image/refused",
      "quota exceeded (status 413)",
    ],
  ])("a registry that %s", async (__, misbehave, code, message) => {
    let isWell = false;
    const registry = await startRegistry({
      misbehave: ({ method = "", url = "" }) => (isWell ? undefined : misbehave(method, url)),
    });
    const context = project();
    await expect(pushTo(registry, context)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
      hint: expect.any(String) as string,
    });
    expect(() => registry.manifest("demo", "v1")).toThrow();
    isWell = true;
    await pushTo(registry, context);
    expectWhole(registry);
  });

  test("a connection that breaks once is repeated, and one that stays broken leaves no tag", async () => {
    let left = 1;
    const options: RegistryOptions = {
      misbehave: ({ method, url = "" }) =>
        method === "PUT" && url.includes("/blobs/") && left-- > 0 ? "break" : undefined,
    };
    const registry = await startRegistry(options);
    await pushTo(registry, project());
    expectWhole(registry);
    left = Number.POSITIVE_INFINITY;
    const broken = await startRegistry(options);
    const context = project();
    await expect(pushTo(broken, context)).rejects.toMatchObject({ code: "image/unreachable" });
    expect(() => broken.manifest("demo", "v1")).toThrow();
    left = 0;
    await pushTo(broken, context);
    expectWhole(broken);
  });

  test("wrong credentials are a diagnostic without the password, and the right ones complete the push", async () => {
    const right = `Basic ${Buffer.from("ann:s3cret").toString("base64")}`;
    const registry = await startRegistry({
      misbehave: ({ headers }) =>
        headers.authorization === right
          ? undefined
          : { status: 401, headers: { "WWW-Authenticate": 'Basic realm="r"' } },
    });
    const auth = (credentials: string): string =>
      JSON.stringify({ auths: { [registry.host]: { auth: Buffer.from(credentials).toString("base64") } } });
    const context = project(auth("ann:s3crets"));
    const error: unknown = await pushTo(registry, context).catch((each: unknown) => each);
    expect(error).toMatchObject({
      code: "image/unauthorized",
      message: `the registry ${registry.host} rejects the credentials`,
      hint: expect.stringContaining(`docker login ${registry.host}`) as string,
    });
    expect(JSON.stringify(error)).not.toContain("s3cret");
    writeFileSync(path.join(context.env["DOCKER_CONFIG"] ?? "", "config.json"), auth("ann:s3cret"));
    await pushTo(registry, context);
    expectWhole(registry);
  });
});
