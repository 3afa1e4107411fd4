/** Finds the credentials for a registry in the files of docker and podman (docker login, podman login). */
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { field, readJson, text } from "../core/json-fields.js";
import type { RegistryCredentials } from "./registry-login.js";

/** Runs a credential helper with a text as its standard input, and returns its standard output. */
export type RunHelper = (
  program: string,
  input: string,
) => Promise<{ readonly exitCode: number | undefined; readonly stdout: string }>;

export interface CredentialFiles {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  readonly run: RunHelper;
}

/** docker stores the credentials of Docker Hub under this key. */
const hubKey = "https://index.docker.io/v1/";

/**
 * Returns the credentials of a registry, from the first file that has them: `REGISTRY_AUTH_FILE`, podman's
 * `auth.json`, docker's `config.json` (`DOCKER_CONFIG`). A credential helper takes precedence over `auths` in a file.
 *
 * @returns undefined if no file names the registry
 * @throws TsopError `image/bad-credentials` for a file that is not JSON, and for a helper that fails
 */
export async function findCredentials(
  registry: string,
  files: CredentialFiles,
): Promise<RegistryCredentials | undefined> {
  for (const file of filesOf(files)) {
    const config = readConfig(file);
    if (config === undefined) continue;
    const found = (await fromHelper(config, registry, file, files.run)) ?? fromAuths(config, registry, file);
    if (found !== undefined) return found;
  }
  return undefined;
}

function filesOf({ env, home = os.homedir() }: CredentialFiles): string[] {
  const named = env["REGISTRY_AUTH_FILE"];
  if (named !== undefined && named !== "") return [named];
  const runtime = env["XDG_RUNTIME_DIR"];
  const config = env["DOCKER_CONFIG"];
  return [
    ...(runtime === undefined || runtime === "" ? [] : [path.join(runtime, "containers/auth.json")]),
    path.join(config === undefined || config === "" ? path.join(home, ".docker") : config, "config.json"),
  ];
}

function readConfig(file: string): unknown {
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch {
    return undefined; // most users have none
  }
  const value = readJson(content);
  if (typeof value === "object" && value !== null) return value;
  throw new TsopError("image/bad-credentials", `${file} is not valid JSON`, {
    hint: "Correct the file, or move it away and log in again.",
  });
}

async function fromHelper(
  config: unknown,
  registry: string,
  file: string,
  run: RunHelper,
): Promise<RegistryCredentials | undefined> {
  const specific = keysOf(registry)
    .map((key) => text(field(config, "credHelpers"), key))
    .find((name) => name !== undefined);
  const helper = specific ?? text(config, "credsStore");
  if (helper === undefined) return undefined;
  if (!/^[\w.-]{1,64}$/.test(helper)) {
    throw new TsopError(
      "image/bad-credentials",
      `${file}: ${JSON.stringify(helper.slice(0, 100))} is not the name of a credential helper`,
      {},
    );
  }
  const program = `docker-credential-${helper}`;
  const { exitCode, stdout } = await run(program, registry === "docker.io" ? hubKey : registry);
  if (exitCode !== 0) {
    // docker's helpers report missing credentials as an error, too.
    if (/credentials not found/i.test(stdout)) return undefined;
    throw new TsopError("image/bad-credentials", `${program}, which ${file} names, failed: ${lastLine(stdout)}`, {
      hint: "Log in again, or remove the helper from the file.",
    });
  }
  const value = readJson(stdout);
  const [username, secret] = [text(value, "Username"), text(value, "Secret")];
  if (username === undefined || secret === undefined) return undefined;
  return username === "<token>"
    ? { kind: "identity-token", token: secret }
    : { kind: "password", username, password: secret };
}

function fromAuths(config: unknown, registry: string, file: string): RegistryCredentials | undefined {
  const auths = field(config, "auths");
  const entry = keysOf(registry)
    .map((key) => field(auths, key))
    .find((value) => value !== undefined);
  if (entry === undefined) return undefined;
  const token = text(entry, "identitytoken");
  if (token !== undefined) return { kind: "identity-token", token };
  const auth = text(entry, "auth");
  const decoded = auth === undefined ? undefined : Buffer.from(auth, "base64").toString("utf8");
  const username = decoded?.slice(0, decoded.indexOf(":")) ?? text(entry, "username");
  const password = decoded?.slice(decoded.indexOf(":") + 1).replaceAll("\0", "") ?? text(entry, "password");
  if (username === undefined || password === undefined) return undefined;
  if (decoded?.includes(":") === false) {
    throw new TsopError("image/bad-credentials", `${file}: "auth" of ${registry} is not base64 of USER:PASSWORD`, {
      hint: "Log in again.",
    });
  }
  return { kind: "password", username, password };
}

function keysOf(registry: string): string[] {
  return registry === "docker.io"
    ? [hubKey, "docker.io", "index.docker.io"]
    : [registry, `https://${registry}`, `https://${registry}/v2/`, `https://${registry}/v1/`, `http://${registry}`];
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}
