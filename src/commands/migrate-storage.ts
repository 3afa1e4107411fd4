import { CustomResourceDefinition, storageVersion } from "../cluster/crd.js";
import { readCrds } from "../cluster/crd-files.js";
import { type MigratedCrd, migrateStorage as migrate } from "../cluster/storage/migrate-storage.js";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { Client } from "../kube/client.js";
import { readProject } from "../project/file.js";
import { chooseCluster, withClient } from "./choose-cluster.js";
import type { CommandResult, Context } from "./context.js";
import type { MigrateStorageOptions } from "./declared/cluster.js";
import { listCrds } from "./print-changes.js";

/** Rewrites the objects of the project's kinds, so that the API server stores none of them in an older version. */
export async function migrateStorage(options: MigrateStorageOptions, context: Context): Promise<CommandResult> {
  readProject(context.cwd);
  const crds = chooseCrds(readCrds(context.cwd), options.crds ?? []);
  if (options.dryRun === "client") {
    const fate = "would be rewritten, if any are stored in another version";
    return listCrds(crds, (name) => `the objects of ${name} ${fate}`);
  }
  const dryRun = options.dryRun === "server";
  const timeoutMs = options.timeout ?? 3_600_000;
  const timer = AbortSignal.timeout(timeoutMs);
  const cluster = await chooseCluster(options, context);
  const migrated = await withClient(cluster, context, async (client) => {
    const signal = AbortSignal.any([context.signal, timer]);
    try {
      const found = await findInstalled(client, crds, signal);
      const done: MigratedCrd[] = [];
      for (const crd of found) {
        const onProgress = (text: string): void => context.output.note(text);
        done.push(await migrate(client, crd, { dryRun, signal, onProgress }));
      }
      return done;
    } catch (error) {
      if (!timer.aborted || context.signal.aborted) throw error;
      throw new TsopError("cluster/not-migrated", `tsop could not rewrite all objects within ${timeoutMs / 1000} s`, {
        hint: "Repeat the command with a longer --timeout: objects that are already rewritten take little time.",
      });
    }
  });
  return {
    text:
      migrated.length === 0
        ? "none of the CRDs is in the cluster"
        : migrated.map((one) => show(one, dryRun)).join("\n"),
    json: { crds: migrated, ...(dryRun ? { dryRun: "server" } : {}) },
  };
}

/** @throws TsopError `usage/invalid-argument` for a name that the project does not have */
function chooseCrds(
  crds: readonly CustomResourceDefinition[],
  names: readonly string[],
): readonly CustomResourceDefinition[] {
  if (names.length === 0) return crds;
  const namesOf = ({ metadata, spec }: CustomResourceDefinition): readonly string[] => [
    metadata.name,
    spec.names.plural,
    spec.names.kind,
  ];
  for (const name of names) {
    if (crds.some((crd) => namesOf(crd).includes(name))) continue;
    const all = crds.map(({ metadata }) => metadata.name);
    const near = nearest(name, crds.flatMap(namesOf));
    throw new TsopError("usage/invalid-argument", `the project has no CRD ${name}`, {
      hint: near === undefined ? `It has ${all.join(", ")}.` : `Did you mean ${near}?`,
    });
  }
  return crds.filter((crd) => namesOf(crd).some((name) => names.includes(name)));
}

/**
 * Returns the installed CRDs, as the cluster stores them.
 *
 * @throws TsopError `cluster/not-migrated` where one of them stores another version than the project's does
 */
async function findInstalled(
  client: Client,
  crds: readonly CustomResourceDefinition[],
  signal: AbortSignal,
): Promise<CustomResourceDefinition[]> {
  const found: CustomResourceDefinition[] = [];
  for (const crd of crds) {
    const { name } = crd.metadata;
    const installed = await client.get(CustomResourceDefinition, { name }, { signal });
    if (installed === undefined) continue;
    const [here, there] = [storageVersion(crd), storageVersion(installed)];
    if (here !== there) {
      throw new TsopError(
        "cluster/not-migrated",
        `the cluster stores ${name} as ${there}, but the project stores it as ${here}`,
        {
          hint: "Install the project's CRDs first: npm run install-crds",
        },
      );
    }
    found.push(installed);
  }
  return found;
}

function show({ name, version, before, after, written, inCluster }: MigratedCrd, dryRun: boolean): string {
  if (before.length === 1 && before[0] === version) return `${name}: all objects are stored as ${version}`;
  const [were, are] = [before, after].map((versions) => versions.join(", "));
  const objects = written === 1 ? "1 object" : `${written} objects`;
  if (inCluster)
    return `${name}: the cluster rewrote the objects as ${version}; storedVersions changed from ${were} to ${are}`;
  return dryRun
    ? `${name}: ${objects} would be rewritten as ${version}; storedVersions would change from ${were} to ${are} (dry run)`
    : `${name}: ${objects} rewritten as ${version}; storedVersions changed from ${were} to ${are}`;
}
