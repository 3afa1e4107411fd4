import { CustomResourceDefinition } from "../../cluster/crd.js";
import { applyObject } from "../../cluster/deploy/apply-object.js";
import { TsopError } from "../../core/errors.js";
import type { HttpClient } from "../../kube/http-client.js";

export interface CrdFacts {
  readonly name: string;
  /** Of the file. */
  readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  /** Undefined where it is not installed. */
  readonly installed: { readonly versions: readonly string[]; readonly stored: readonly string[] } | undefined;
  /** Whether the file is what is installed, as the API server sees it; or why it does not say. */
  readonly isSame: boolean | TsopError;
}

export async function gatherCrds(
  client: HttpClient,
  crds: readonly CustomResourceDefinition[],
  signal: AbortSignal,
): Promise<CrdFacts[]> {
  const facts: CrdFacts[] = [];
  for (const crd of crds) {
    const { name } = crd.metadata;
    const { versions } = crd.spec;
    const installed = await client.get(CustomResourceDefinition, { name }, { signal });
    facts.push({
      ...{ name, versions },
      installed: installed && {
        versions: installed.spec.versions.map((version) => version.name),
        stored: installed.status?.storedVersions ?? [],
      },
      isSame: installed === undefined ? false : await compare(client, crd, signal),
    });
  }
  return facts;
}

/** A dry run: the server fills in what files leave out, and stores nothing. */
async function compare(
  client: HttpClient,
  crd: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<boolean | TsopError> {
  try {
    const { change } = await applyObject(client, crd, { dryRun: true, isForced: true, signal });
    return change === "unchanged";
  } catch (error) {
    if (error instanceof TsopError) return error;
    throw error;
  }
}
