/** The base image on which `tsop docker-build` builds. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { dockerBuild } from "../../src/commands/docker-build.js";
import { type Answer, executedBy, id, operator, remembered, works } from "../support/image-operator.js";

describe("the base image", () => {
  const digest = `sha256:${"c".repeat(64)}`;
  const other = `sha256:${"e".repeat(64)}`;
  const label = `--label org.opencontainers.image.base.digest=${digest}`;
  const told =
    (question: string, answer: string) =>
    (args: readonly string[]): Answer =>
      args.join(" ").startsWith(question)
        ? { stdout: answer }
        : ["build", "version", "pull"].includes(args[0] ?? "")
          ? {}
          : { exitCode: 1, stderr: "no such image" };
  const manifest = JSON.stringify({ digest, manifests: [{ digest: other }] });

  test.each([
    ["docker", "buildx imagetools inspect", manifest, true],
    ["docker", "image inspect", `["base@${digest}","mirror.example.com/base@${digest}"]`, false],
    ["podman", "image inspect --format {{.Digest}} base:1", `${digest}\n`, false],
    ["buildah", "inspect --type image --format {{.FromImageDigest}} base:1", digest, false],
    ["nerdctl", "image inspect --format {{json .RepoDigests}} base:1", `["base@${digest}"]`, true],
  ])("%s tells its digest (%s), and the image has it as a label", async (tool, question, answer, isPinned) => {
    const context = operator({ [tool]: told(question, answer) });
    const { json } = await dockerBuild({ img: "demo:v1" }, context);
    expect(json["base"]).toEqual({ name: "base:1", digest });
    const build = executedBy(context).at(-1);
    expect(build).toContain("--label org.opencontainers.image.base.name=base:1 ");
    expect(build).toContain(label);
    expect(build?.includes(`--build-arg BASE_IMAGE=base:1@${digest}`)).toBe(isPinned);
    expect(build?.includes("BASE_IMAGE=")).toBe(isPinned);
    const on = { name: "base:1", digest, tool, platforms: "" };
    expect(remembered(context)).toEqual({ image: "demo:v1", built: { tool, id, on } });
    expect(readFileSync(path.join(context.cwd, "dist/sbom.cdx.json"), "utf8")).toContain("c".repeat(64));
  });

  test("is fetched where the tool does not have it, and asked about again", async () => {
    let isThere = false;
    const context = operator({
      podman: ([first]) => {
        if (first === "pull") isThere = true;
        return first === "image" ? (isThere ? { stdout: digest } : { exitCode: 125 }) : {};
      },
    });
    await dockerBuild({ img: "demo:v1", tlsVerify: false }, context);
    expect(executedBy(context).slice(0, 3)).toEqual([
      "podman image inspect --format {{.Digest}} base:1",
      "podman pull --quiet --tls-verify=false base:1",
      "podman image inspect --format {{.Digest}} base:1",
    ]);
    expect(executedBy(context).at(-1)).toContain(label);
  });

  test.each([
    ["a platform", { platform: "linux/arm64" }, "podman pull --quiet --platform linux/arm64 base:1"],
    ["--pull", { args: ["--pull=always"] }, "podman pull --quiet base:1"],
  ])("is fetched first with %s, as the build does", async (_, options, command) => {
    const context = operator({ podman: told("image", digest) });
    await dockerBuild({ img: "demo:v1", ...options }, context);
    expect(executedBy(context)[0]).toBe(command);
  });

  test.each(["nerdctl", "podman"])("that %s cannot fetch is not what it has of that name", async (tool) => {
    const answer = ([first]: readonly string[]): Answer =>
      first === "pull" ? { exitCode: 1, stderr: "no route to host" } : first === "image" ? { stdout: digest } : {};
    const context = operator({ [tool]: answer });
    await dockerBuild({ img: "demo:v1", platform: "linux/arm64" }, context);
    expect(executedBy(context).at(-1)).not.toMatch(/base\.digest|BASE_IMAGE=/);
    expect(context.recording.notes.join("\n")).toContain("is not known (no route to host)");
  });

  test("that is another one than last time is told of, and only then", async () => {
    let answer = digest;
    const context = operator({ podman: (args) => told("image", answer)(args) });
    await dockerBuild({ img: "demo:v1" }, context);
    await dockerBuild({ img: "demo:v2" }, context);
    expect(context.recording.notes.join("\n")).not.toContain("changed");
    answer = other;
    await dockerBuild({ img: "demo:v3" }, context);
    expect(context.recording.notes).toContain(
      `The base image base:1 has changed since the last build: it was ${digest}, and is now ${other}.`,
    );
    await dockerBuild({ img: "demo:v4", platform: "linux/arm64" }, context);
    expect(context.recording.notes.filter((note) => note.includes("has changed"))).toHaveLength(1);
  });

  test.each([
    ["nothing", "", ""],
    ["several digests", `["base@${digest}","base@${other}"]`, ""],
    ["a text", "<no value>", ""],
    ["no list", '{"digest":5}', ""],
    ["an empty list", "[]", ""],
    ["null", "null", ""],
  ])("for which a tool returns %s is used by its tag, and tsop reports it", async (_, answer) => {
    const context = operator({ docker: told("image", answer) });
    const { json } = await dockerBuild({ img: "demo:v1" }, context);
    expect(json).not.toHaveProperty("base");
    expect(executedBy(context).at(-1)).not.toMatch(/base\.digest|BASE_IMAGE=/);
    expect(context.recording.notes).toContain(
      "The digest of the base image base:1 is not known (no such image); the build uses the tag.",
    );
    expect(remembered(context)).toEqual({ image: "demo:v1", built: { tool: "docker", id } });
  });

  test("named by its digest is asked about nowhere", async () => {
    const context = operator({ docker: works });
    await dockerBuild({ img: "demo:v1", baseImage: `mine:2@${digest}` }, context);
    expect(executedBy(context)).toEqual([expect.stringContaining(`--build-arg BASE_IMAGE=mine:2@${digest}`)]);
    expect(remembered(context)).toMatchObject({ built: { base: `mine:2@${digest}`, on: { name: "mine:2", digest } } });
  });

  test("of --build-arg BASE_IMAGE is that of --base-image", async () => {
    const context = operator({ docker: told("buildx", manifest) });
    await dockerBuild({ img: "demo:v1", buildArg: ["BASE_IMAGE=mine:2", "A=b"] }, context);
    const build = executedBy(context).at(-1);
    expect(build).toContain(`--build-arg BASE_IMAGE=mine:2@${digest} --build-arg A=b`);
    expect(build).toContain("base.name=mine:2 ");
    expect(remembered(context)).toMatchObject({ built: { base: "mine:2" } });
  });

  test("is not looked for by an interrupted command", async () => {
    const controller = new AbortController();
    const answer = ([first]: readonly string[]): Answer => {
      if (first === "image") controller.abort("SIGINT");
      return {};
    };
    const context = operator({ podman: answer }, { signal: controller.signal });
    await expect(dockerBuild({ img: "demo:v1" }, context)).rejects.toMatchObject({ code: "interrupted" });
    expect(executedBy(context)).toHaveLength(1);
  });
});
