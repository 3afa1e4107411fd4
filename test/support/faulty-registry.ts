/** npm with misbehaving registries on loopback. */
import { createServer, type Socket } from "node:net";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { exec } from "../../src/cli/exec.js";
import type { Context } from "../../src/commands/context.js";
import { type InstallOptions, installPackages } from "../../src/commands/install-packages.js";
import { TsopError } from "../../src/core/errors.js";
import { recordingContext } from "./recording-context.js";
import { tempFolder } from "./temp-folder.js";

/** Starts a registry that calls `answer` for each connection. Returns its port. */
export async function registry(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    answer(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

/** Creates a project that depends on a package of that registry. */
export function projectFor(port: number, login = ""): string {
  return tempFolder({
    "package.json": JSON.stringify({ name: "a", version: "1.0.0", dependencies: { "left-over": "^1.0.0" } }),
    ".npmrc": `registry=http://${login}127.0.0.1:${port}/\nfetch-retries=1\nfetch-retry-mintimeout=10\nfetch-retry-maxtimeout=10\n`,
  });
}

/** Returns the error of the installation, which must not show a password. */
export async function failureOf(
  root: string,
  options: InstallOptions = {},
): Promise<{ error: TsopError; notes: readonly string[] }> {
  const recording = recordingContext({ cwd: root });
  // The machine's own settings must not affect the test.
  const env = {
    ...{ PATH: process.env["PATH"], HOME: tempFolder(), npm_config_cache: path.join(tempFolder(), "cache") },
    ...{ HTTPS_PROXY: "http://user:s3cret@127.0.0.1:1", NO_PROXY: "127.0.0.1" },
  };
  const context: Context = { ...recording, env, exec };
  const error: unknown = await installPackages(root, context, options).catch((failure: unknown) => failure);
  if (!(error instanceof TsopError)) throw new Error("nothing was refused", { cause: error });
  expect(error.code).toBe("scaffold/install-failed");
  expect(error.hint).toContain("The project files are complete. To install the packages: npm install");
  const shown = `${error.message}\n${error.hint ?? ""}\n${recording.recording.notes.join("\n")}`;
  expect(shown).not.toContain("s3cret");
  return { error, notes: recording.recording.notes };
}
