import path from "node:path";
import { type Clock, systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { packageManagerOf } from "../project/package-manager.js";
import type { Context, ExecResult, Progress } from "./context.js";

/** npm reports the end of each request. If it reports nothing for this long, the registry no longer sends data. */
const npmSilenceMs = 120_000;
/** Other package managers may print nothing while they work. */
const othersSilenceMs = 600_000;
const progressMs = 10_000;

export interface InstallOptions {
  readonly clock?: Clock;
  /**
   * How long the package manager may print nothing before tsop stops it, in milliseconds. Default: 2 minutes for npm,
   * 10 for others.
   */
  readonly silenceMs?: number;
}

/** Returns the command that installs the packages later: `cd "demo" && npm install`. */
export function installCommand(root: string, cwd: string): string {
  return `${inFolder(root, cwd)}${packageManagerOf(root)} install`;
}

/** Returns the prefix of a command for another folder: `cd "demo" && `. */
export function inFolder(root: string, cwd: string): string {
  const folder = path.relative(cwd, root);
  return folder === "" ? "" : `cd ${JSON.stringify(folder)} && `;
}

/**
 * Installs the packages of a project. Stops a package manager that waits in vain for its registry.
 *
 * @throws TsopError `scaffold/install-failed` or `exec/not-found`; the scaffold is complete all the same
 */
export async function installPackages(
  root: string,
  context: Context,
  { clock = systemClock, silenceMs }: InstallOptions = {},
): Promise<void> {
  const program = packageManagerOf(root);
  const goOn = `The project files are complete. To install the packages: ${installCommand(root, context.cwd)}`;
  const progress = context.output.progress(`installing packages with ${program}`);
  const limitMs = silenceMs ?? (program === "npm" ? npmSilenceMs : othersSilenceMs);
  const watch = watchInstall(program, progress, clock, limitMs);
  let result: ExecResult;
  try {
    const signal = AbortSignal.any([context.signal, watch.signal]);
    // At this level, npm reports each request.
    const args = program === "npm" ? ["install", "--loglevel=http"] : ["install"];
    const onLine = (line: string): void => watch.heard(line);
    result = await context.exec(program, args, { cwd: root, env: context.env, signal, onLine });
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    throw new TsopError("scaffold/install-failed", error.message, { hint: goOn, cause: error });
  } finally {
    watch.end();
    progress.done();
  }
  if (result.exitCode === 0) {
    context.output.note("packages installed");
    return;
  }
  const isStuck = watch.signal.aborted && !context.signal.aborted;
  const how = isStuck
    ? `was stopped: the registry sent nothing for ${showSeconds(limitMs)}`
    : result.terminatedBy === undefined
      ? `exited with status ${result.exitCode ?? "?"}`
      : "was interrupted";
  const last = withoutSecrets(tailOf(result.stderr));
  const network =
    context.signal.aborted || (!isStuck && !isAboutNetwork.test(last))
      ? undefined
      : await networkHint(program, root, context);
  throw new TsopError("scaffold/install-failed", `${program} install ${how}${last === "" ? "" : `:\n${last}`}`, {
    hint: network === undefined ? goOn : `${goOn}\n${network}`,
  });
}

const isAboutNetwork =
  /\b(E5\d\d|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH)\b/;

/** Monitors a package manager: shows how long it has run, and stops it when it has printed nothing for too long. */
function watchInstall(program: string, progress: Progress, clock: Clock, silenceMs: number) {
  const abort = new AbortController();
  const start = clock.monotonic();
  let last = start;
  let answers = 0;
  let trouble = "";
  const look = (): void => {
    const now = clock.monotonic();
    if (now - last >= silenceMs) {
      abort.abort();
      return;
    }
    const count = answers === 0 ? "" : `, ${answers} responses from the registry`;
    progress.update(`installing packages with ${program}: ${showSeconds(now - start)}${count}${trouble}`);
    cancel = clock.setTimer(Math.min(progressMs, silenceMs), look);
  };
  let cancel = clock.setTimer(Math.min(progressMs, silenceMs), look);
  return {
    /** Aborts when the package manager must stop. */
    signal: abort.signal,
    heard: (line: string): void => {
      last = clock.monotonic();
      const [, url, attempt, fault] = /^npm http fetch \S+ (\S+) attempt (\d+) failed with (\S+)/.exec(line) ?? [];
      if (url !== undefined) trouble = `; attempt ${attempt ?? ""} failed with ${fault ?? ""} (${originOf(url)})`;
      else if (line.startsWith("npm http ")) {
        answers += 1;
        trouble = "";
      }
    },
    end: (): void => cancel(),
  };
}

/** Returns a hint with the registry settings, and with a workaround if the registry is not reachable. */
async function networkHint(program: string, root: string, context: Context): Promise<string> {
  const settings = program === "npm" ? await npmSettings(root, context) : [];
  const variables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].flatMap((name) => {
    const value = context.env[name];
    return value === undefined || value === "" ? [] : [`${name}=${withoutSecrets(value)}`];
  });
  const known = [...settings, ...variables];
  return [
    ...(known.length === 0 ? [] : [`Settings: ${known.join(", ")}.`]),
    "Behind a proxy, set HTTPS_PROXY. For another registry, run `npm config set registry URL`.",
    "To skip this step: tsop init --no-install",
  ].join("\n");
}

/** Returns npm's settings one by one: npm does not print a URL that contains a password, but prints the others. */
async function npmSettings(root: string, { exec, env, signal }: Context): Promise<string[]> {
  const settings = ["registry", "proxy", "https-proxy"].map(async (name) => {
    const { exitCode, stdout } = await exec("npm", ["config", "get", name], { cwd: root, env, signal });
    const value = stdout.trim();
    if (exitCode !== 0) return [`${name}=(an address with a password, in .npmrc)`];
    return value === "" || value === "null" ? [] : [`${name}=${withoutSecrets(value)}`];
  });
  // Omit settings that cannot be read: the original error is reported anyway.
  return (await Promise.all(settings).catch(() => [])).flat();
}

/** Returns the end of the output, without npm's reports of each request. */
function tailOf(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return lines
    .filter((line) => !/^npm (http|timing)\b/.test(line))
    .slice(-10)
    .join("\n");
}

/** Removes user names and passwords from URLs. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/\/\/[^/\s]*@/g, "//***@");
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : withoutSecrets(url);
}

function showSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
