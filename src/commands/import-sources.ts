/** The sources of CRDs: files, folders, URLs, standard input, and a cluster. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { CustomResourceDefinition } from "../cluster/crd.js";
import { TsopError } from "../core/errors.js";
import { parseLocatedYaml } from "../core/yaml.js";
import type { Source } from "../import/findings.js";
import { chooseCluster, withClient } from "./choose-cluster.js";
import type { Context } from "./context.js";
import type { ClusterOptions } from "./declared/shared.js";
import { fetchFault, readLimited } from "./fetched.js";

/** The text from one source: a file, a URL, or a CRD name. */
export interface ImportSource extends Source {
  readonly documents: readonly unknown[];
}

export interface ImportFrom extends ClusterOptions {
  readonly sources: readonly string[];
  readonly fromCluster: readonly string[];
}

/** @throws TsopError `import/unreadable`, `yaml/invalid`, and all of a connection to a cluster */
export async function readImportSources(from: ImportFrom, context: Context): Promise<ImportSource[]> {
  const found: ImportSource[] = [];
  for (const source of from.sources) {
    if (source === "-") found.push(parse("-", await readStream(context.stdin(), "-")));
    else if (/^https?:\/\//i.test(source)) found.push(parse(source, await readUrl(source, context.signal)));
    else found.push(...readPath(source, context.cwd));
  }
  if (from.fromCluster.length > 0) found.push(...(await readFromCluster(from, context)));
  return found;
}

function parse(name: string, text: string): ImportSource {
  const { values, lineOf } = parseLocatedYaml(text, name);
  return { name, documents: values, lineOf };
}

/** Reads a file, or all YAML and JSON files of a folder. */
function readPath(source: string, cwd: string): ImportSource[] {
  const full = path.resolve(cwd, source);
  try {
    if (!statSync(full).isDirectory()) return [parse(source, readFileSync(full, "utf8"))];
    const names = readdirSync(full).filter((name) => /\.(?:ya?ml|json)$/.test(name));
    if (names.length === 0) {
      throw new TsopError("import/no-crd", `the folder ${source} has no YAML or JSON files`, {
        hint: "tsop does not search subfolders: name them.",
      });
    }
    return names.toSorted().map((name) => parse(path.join(source, name), readFileSync(path.join(full, name), "utf8")));
  } catch (error) {
    if (error instanceof TsopError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new TsopError("import/unreadable", `cannot read ${source}: ${reason}`, {
      hint: "Name a file or a folder, a URL that starts with https://, or - for standard input.",
      cause: error,
    });
  }
}

const longest = 64 * 1024 * 1024;
const timeoutMs = 30_000;

async function readUrl(url: string, signal: AbortSignal): Promise<string> {
  const hint = "Download it with another program and import the file, or pipe it: curl … | tsop import crd -";
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    if (!response.ok) {
      throw new TsopError("import/unreadable", `${url} returned status ${response.status}`, { hint });
    }
    return await readStream(response.body ?? [], url);
  } catch (error) {
    if (error instanceof TsopError) throw error;
    const why = fetchFault(error, timeoutMs);
    throw new TsopError("import/unreadable", `cannot download ${url}: ${why}`, { hint, cause: error });
  }
}

async function readStream(stream: AsyncIterable<unknown> | Iterable<unknown>, name: string): Promise<string> {
  const hint = "Import only the files that contain CRDs.";
  const tooLong = (limit: string): TsopError => new TsopError("import/unreadable", `${name} has ${limit}`, { hint });
  return (await readLimited(stream, longest, tooLong)).toString("utf8");
}

async function readFromCluster({ fromCluster, ...options }: ImportFrom, context: Context): Promise<ImportSource[]> {
  const cluster = await chooseCluster(options, context);
  return withClient(cluster, context, async (client) => {
    const found: ImportSource[] = [];
    for (const name of fromCluster) {
      const crd = await client.get(CustomResourceDefinition, { name }, { signal: context.signal });
      if (crd === undefined) {
        throw new TsopError("import/no-crd", `the cluster has no CRD ${name}`, {
          hint: "The name of a CRD is PLURAL.GROUP, such as bars.foo.example.com. `kubectl get crds` lists the CRDs.",
        });
      }
      found.push({ name, documents: [crd] });
    }
    return found;
  });
}
