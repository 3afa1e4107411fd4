/** Images that tsop builds and pushes without a container tool, in the tests. */
import path from "node:path";
import { exec } from "../../src/cli/exec.js";
import type { Context } from "../../src/commands/context.js";
import { project } from "./bar-project.js";
import { recordingContext } from "./recording-context.js";
import type { Registry } from "./registry.js";
import { tempFolder } from "./temp-folder.js";

const files = {
  PROJECT: project,
  "main.ts": "console.log(1);",
  Dockerfile:
    'ARG BASE_IMAGE=none.invalid/base:1\nFROM ${BASE_IMAGE}\nCOPY dist/ /dist/\nUSER 65532:65532\nENV NODE_ENV=production\nCMD ["/dist/main.js"]\n',
  ".dockerignore": "**\n!dist/**/*.js\n!dist/sbom.cdx.json\n",
  "package.json": '{"version":"1.0.0","license":"MIT","repository":"github:acme/demo"}',
};

/** Creates an operator that builds without a container tool, in a separate cache and with separate logins. */
export function operatorWithoutTool(
  more: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const cwd = tempFolder({ ...files, ...more });
  const home = { XDG_CACHE_HOME: path.join(cwd, "cache"), DOCKER_CONFIG: path.join(cwd, "docker") };
  const context = {
    ...recordingContext({ cwd }),
    exec,
    env: { PATH: path.join(cwd, "bin"), CONTAINER_TOOL: "none", ...home, ...env },
  };
  return context satisfies Context;
}

export interface Image {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string }[];
  readonly subject?: { readonly digest: string };
  readonly manifests?: readonly {
    readonly digest: string;
    readonly platform: object;
    readonly artifactType?: string;
  }[];
}

/** Returns an image of the repository `demo`. */
export function imageIn(registry: Registry, reference: string) {
  const { text, digest, type } = registry.manifest("demo", reference);
  const image = JSON.parse(text) as Image;
  const config = (): Record<string, unknown> =>
    JSON.parse(registry.blob(image.config.digest).toString()) as Record<string, unknown>;
  return { ...image, digest, type, config };
}
