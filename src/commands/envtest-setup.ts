import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { CommandResult, Context } from "./context.js";
import type { EnvtestOptions, EnvtestSetupOptions } from "./declared/run.js";
import { fetchArchive, fetchIndex, programs } from "./envtest/fetch-archive.js";
import { defaultBinDir, platformName } from "./envtest/platform.js";
import { type Archive, readIndex } from "./envtest/release-index.js";
import { findVersion, isVersion, newestFirst, parseVersionWish, type VersionWish } from "./envtest/versions.js";

/** The index that controller-runtime's setup-envtest uses, too. */
const publicIndex = "https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml";

/**
 * Downloads the binaries of a real API server, unless they already exist.
 *
 * @throws TsopError `envtest/no-version`, `envtest/unavailable`, `envtest/corrupt`, `files/write-failed`
 */
export async function envtestSetup(options: EnvtestSetupOptions, context: Context): Promise<CommandResult> {
  const wish = parseVersionWish(options.version);
  const store = openStore(options, context);
  const { version, isFetched } = await provide(wish, store, options, context);
  const folder = store.folderOf(version);
  const text = {
    text: `Kubernetes ${version} is in ${folder}\nexport KUBEBUILDER_ASSETS=${quoted(folder)}`,
    path: folder,
    env: `export KUBEBUILDER_ASSETS=${quoted(folder)}`,
  };
  return { text: text[options.print], json: { version, folder, platform: store.platform, fetched: isFetched } };
}

/** Lists the installed versions and the versions that are available for download. */
export async function envtestList(options: EnvtestOptions, context: Context): Promise<CommandResult> {
  const store = openStore(options, context);
  const installed = store.installed();
  const archives = options.installedOnly === true ? [] : await archivesOf(store.platform, options, context);
  const versions = newestFirst([...new Set([...installed, ...archives.map(({ version }) => version)])]);
  const lines = versions.map((version) => `${installed.includes(version) ? "installed" : "available"}  ${version}`);
  return {
    text: lines.length === 0 ? `${store.root} contains no version` : lines.join("\n"),
    json: {
      platform: store.platform,
      versions: versions.map((version) => ({ version, installed: installed.includes(version) })),
    },
  };
}

interface Store {
  readonly root: string;
  readonly platform: string;
  folderOf(version: string): string;
  /** Returns the completely installed versions. */
  installed(): string[];
}

/** Opens a store with the folder layout of setup-envtest: `k8s/1.35.0-linux-amd64`. */
function openStore({ binDir }: EnvtestOptions, { cwd, env }: Context): Store {
  const root = path.join(binDir === undefined ? defaultBinDir(env) : path.resolve(cwd, binDir), "k8s");
  const platform = platformName();
  const folderOf = (version: string): string => path.join(root, `${version}-${platform}`);
  const isWhole = (version: string): boolean => {
    if (!isFolder(folderOf(version))) return false;
    const files = readdirSync(folderOf(version)).map((file) => path.parse(file).name);
    return programs.every((name) => files.includes(name));
  };
  return {
    root,
    platform,
    folderOf,
    installed: () =>
      (isFolder(root) ? readdirSync(root) : [])
        .filter((name) => name.endsWith(`-${platform}`))
        .map((name) => name.slice(0, -platform.length - 1))
        .filter((version) => isVersion(version) && isWhole(version)),
  };
}

function isFolder(place: string): boolean {
  return existsSync(place) && statSync(place).isDirectory();
}

async function provide(
  wish: VersionWish,
  store: Store,
  options: EnvtestSetupOptions,
  context: Context,
): Promise<{ readonly version: string; readonly isFetched: boolean }> {
  const installed = findVersion(wish, store.installed());
  const isEnough = options.installedOnly === true || (wish.kind === "exact" && options.force !== true);
  if (installed !== undefined && isEnough) return { version: installed, isFetched: false };
  if (options.installedOnly === true) throw noVersion(wish, `in ${store.root}`, store.installed());
  let archives: readonly Archive[];
  try {
    archives = await archivesOf(store.platform, options, context);
  } catch (error) {
    const isUnavailable = error instanceof TsopError && error.code === "envtest/unavailable";
    if (!isUnavailable || installed === undefined || options.force === true) throw error;
    context.output.note(`${error.message}; using the installed version ${installed}`);
    return { version: installed, isFetched: false };
  }
  const version = findVersion(
    wish,
    archives.map((archive) => archive.version),
  );
  const archive = archives.find((each) => each.version === version);
  if (archive === undefined) {
    throw noVersion(
      wish,
      `for ${store.platform} in the index`,
      archives.map((each) => each.version),
    );
  }
  if (archive.version === installed && options.force !== true) return { version: installed, isFetched: false };
  const progress = context.output.progress(`downloading Kubernetes ${archive.version} for ${store.platform}`);
  try {
    await fetchArchive(archive, store.folderOf(archive.version), context.signal);
  } finally {
    progress.done();
  }
  return { version: archive.version, isFetched: true };
}

async function archivesOf(platform: string, { index }: EnvtestOptions, { env, signal }: Context): Promise<Archive[]> {
  const fromEnvironment = env["TSOP_ENVTEST_INDEX"];
  const url = index ?? (fromEnvironment === undefined || fromEnvironment === "" ? publicIndex : fromEnvironment);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new TsopError("usage/invalid-argument", `the index ${JSON.stringify(url)} is not a URL`, {
      hint: "Write it as https://HOST/PATH.",
    });
  }
  return readIndex(await fetchIndex(url, signal), url, platform);
}

function noVersion(wish: VersionWish, where: string, versions: readonly string[]): TsopError {
  const wanted = wish.kind === "exact" ? wish.version : wish.range;
  const known = newestFirst(versions).slice(0, 10).join(", ");
  return new TsopError(
    "envtest/no-version",
    `there is no ${wanted === "x" ? "version of Kubernetes" : `Kubernetes ${wanted}`} ${where}`,
    {
      hint: known === "" ? "Omit --installed-only to download a version." : `Available: ${known}.`,
    },
  );
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
