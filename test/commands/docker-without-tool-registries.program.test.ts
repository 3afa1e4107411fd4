/** Registries with a login, and registries that misbehave, where tsop pushes without a container tool. */
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { dockerBuild } from "../../src/commands/docker-build.js";
import { dockerPush } from "../../src/commands/docker-push.js";
import { putBase } from "../support/base-image.js";
import { imageIn, operatorWithoutTool as operator } from "../support/image-without-tool.js";
import { type Misbehavior, type Registry, type RegistryOptions, startRegistry } from "../support/registry.js";
import { tempFolder } from "../support/temp-folder.js";

const basic = `Basic ${Buffer.from("ann:s3cret").toString("base64")}`;

/** A registry that wants a token, which its token server issues for ann's password. */
function withLogin(): RegistryOptions {
  return {
    misbehave(request, host): Misbehavior | undefined {
      const { url = "", headers } = request;
      if (url.startsWith("/token")) {
        return headers.authorization === basic ? { status: 200, body: '{"token":"t1"}' } : { status: 401, body: "{}" };
      }
      if (headers.authorization === "Bearer t1") return undefined;
      return {
        status: 401,
        headers: { "WWW-Authenticate": `Bearer realm="http://${host}/token",service="reg",scope="x"` },
      };
    },
  };
}

describe("the credentials", () => {
  const build = async (registry: Registry, config: string, more: Readonly<Record<string, string>> = {}) => {
    putBase(registry);
    const context = operator({ "docker/config.json": config, ...more }, { PATH: process.env["PATH"] ?? "" });
    return dockerBuild(
      { img: `${registry.host}/demo:v1`, baseImage: `${registry.host}/base:1`, platform: "linux/amd64" },
      context,
    );
  };
  const auth = (host: string, text: string): string =>
    JSON.stringify({ auths: { [host]: { auth: Buffer.from(text).toString("base64") } } });

  test("of docker's config.json are used", async () => {
    const registry = await startRegistry(withLogin());
    await expect(build(registry, auth(registry.host, "ann:s3cret"))).resolves.toMatchObject({ json: { tool: "none" } });
  });

  test("that are wrong or missing are a diagnostic without the password", async () => {
    const registry = await startRegistry(withLogin());
    const wrong = await build(registry, auth(registry.host, "ann:s3crets")).catch((error: unknown) => error);
    expect(wrong).toMatchObject({
      code: "image/unauthorized",
      message: `the registry ${registry.host} rejects the credentials`,
    });
    expect(String(wrong)).not.toContain("s3cret");
    await expect(build(registry, "{}")).rejects.toMatchObject({
      code: "image/unauthorized",
      message: `the registry ${registry.host} requires credentials`,
      hint: expect.stringContaining(`docker login ${registry.host}`) as string,
    });
    await expect(build(registry, "{")).rejects.toMatchObject({ code: "image/bad-credentials" });
    await expect(build(registry, auth(registry.host, "ann"))).rejects.toMatchObject({ code: "image/bad-credentials" });
  });

  test("come from a credential helper, which a name with a path is not", async () => {
    const registry = await startRegistry(withLogin());
    const bin = tempFolder({
      "docker-credential-mine":
        '#!/bin/sh\nread -r server\nprintf \'{"Username":"ann","Secret":"s3cret","ServerURL":"%s"}\' "$server"\n',
      "docker-credential-broken": "#!/bin/sh\necho the keychain is locked\nexit 1\n",
    });
    for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o755);
    const before = process.env["PATH"] ?? "";
    process.env["PATH"] = `${bin}:${before}`;
    try {
      const helper = (name: string): string => JSON.stringify({ credHelpers: { [registry.host]: name } });
      await expect(build(registry, helper("mine"))).resolves.toMatchObject({ json: { tool: "none" } });
      await expect(build(registry, helper("broken"))).rejects.toMatchObject({
        code: "image/bad-credentials",
        message: expect.stringMatching(
          /docker-credential-broken, which .*config\.json names, failed: the keychain is locked$/,
        ) as string,
      });
      await expect(build(registry, helper("gone"))).rejects.toMatchObject({ code: "image/bad-credentials" });
      await expect(build(registry, helper("../mine"))).rejects.toMatchObject({ code: "image/bad-credentials" });
    } finally {
      process.env["PATH"] = before;
    }
  });
});

describe("a registry", () => {
  const pushTo = async (registry: Registry, context = operator()) => {
    putBase(registry);
    await dockerBuild(
      { img: `${registry.host}/demo:v1`, baseImage: `${registry.host}/base:1`, platform: "linux/amd64" },
      context,
    );
    return dockerPush({}, context);
  };

  test("that breaks off two uploads gets the image", async () => {
    let count = 0;
    const registry = await startRegistry({
      misbehave: ({ method, url = "" }) =>
        method === "PUT" && url.includes("/blobs/uploads/") && ++count <= 2 ? "break" : undefined,
    });
    await pushTo(registry);
    expect(imageIn(registry, "v1").layers).toHaveLength(2);
  });

  test("that refuses the manifest gets no tag, and a retry sends no layer again", async () => {
    let isRefusing = true;
    const registry = await startRegistry({
      misbehave: ({ method, url = "" }) =>
        isRefusing && method === "PUT" && url.endsWith("/manifests/v1")
          ? { status: 403, body: '{"errors":[{"code":"DENIED","message":"quota exceeded"}]}' }
          : undefined,
    });
    const context = operator();
    await expect(pushTo(registry, context)).rejects.toMatchObject({
      code: "image/unauthorized",
      message: `the registry ${registry.host} denies pushing demo:v1: quota exceeded (status 403)`,
    });
    expect(() => registry.manifest("demo", "v1")).toThrow();
    expect(JSON.parse(readFileSync(path.join(context.cwd, ".tsop/image.json"), "utf8"))).not.toHaveProperty("pushed");
    isRefusing = false;
    const { json } = await dockerPush({}, context);
    expect(registry.requests.filter((each) => each.startsWith("PUT /v2/demo/blobs"))).not.toHaveLength(0);
    expect(json).toMatchObject({ sentBytes: 0 });
  });

  test.each<[string, (method: string, url: string) => Misbehavior | undefined, object]>([
    [
      "shows a login page",
      (_, url) =>
        url.includes("/manifests/")
          ? { status: 200, headers: { "content-type": "text/html" }, body: "<html>" }
          : undefined,
      { code: "image/bad-registry" },
    ],
    [
      "does not know the base image",
      (_, url) => (url.includes("/manifests/") ? { status: 404 } : undefined),
      { code: "image/no-base" },
    ],
    [
      "returns other bytes than the digest",
      (_, url) => (url.includes("/blobs/") ? { status: 200, body: "{}" } : undefined),
      { code: "image/bad-registry", message: expect.stringContaining("the bytes do not match their digest") as string },
    ],
    [
      "returns without end",
      (_, url) => (url.includes("/manifests/") ? { status: 200, body: "x".repeat(5 * 1024 * 1024) } : undefined),
      { code: "image/bad-registry", message: expect.stringContaining("more than 4 MiB") as string },
    ],
    [
      "redirects in a circle",
      (_, url) => ({ status: 302, headers: { location: url } }),
      { code: "image/bad-registry", message: expect.stringContaining("which tsop does not follow") as string },
    ],
    [
      "redirects to a file",
      () => ({ status: 302, headers: { location: "file:///etc/passwd" } }),
      { code: "image/bad-registry" },
    ],
  ])("that %s is a diagnostic", async (_, misbehave, expected) => {
    const registry = await startRegistry({ misbehave: ({ method = "", url = "" }) => misbehave(method, url) });
    await expect(pushTo(registry)).rejects.toMatchObject(expected);
  });

  test("that rejects the manifest is a diagnostic with its reason", async () => {
    const registry = await startRegistry({
      misbehave: ({ method, url = "" }) =>
        method === "PUT" && url.endsWith("/manifests/v1")
          ? { status: 400, body: '{"errors":[{"code":"MANIFEST_INVALID","message":"no\\u001b[2J"}]}' }
          : undefined,
    });
    await expect(pushTo(registry)).rejects.toMatchObject({
      code: "image/refused",
      message: `the registry ${registry.host} rejected pushing demo:v1: no\\u001b[2J (status 400)`,
    });
  });

  test("that does not exist is a diagnostic", async () => {
    const registry = await startRegistry();
    putBase(registry);
    const context = operator();
    await dockerBuild(
      { img: "127.0.0.1:1/demo:v1", baseImage: `${registry.host}/base:1`, platform: "linux/amd64" },
      context,
    );
    await expect(dockerPush({}, context)).rejects.toMatchObject({ code: "image/unreachable" });
    await expect(dockerPush({ img: "127.0.0.1:1/other:v1" }, context)).rejects.toMatchObject({
      code: "image/not-built",
    });
  });

  test("never sees an argument for a container tool", async () => {
    await expect(dockerBuild({ img: "demo:v1", args: ["--squash"] }, operator())).rejects.toMatchObject({
      code: "usage/invalid-argument",
      message: "there is no container tool that could receive --squash",
    });
  });
});
