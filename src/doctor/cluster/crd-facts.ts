import { CustomResourceDefinition } from "../../cluster/crd.js";
import { checkCrd } from "../../cluster/deploy/deploy-crd.js";
import { keepConversions } from "../../cluster/install-crds.js";
import { wishesOf } from "../../cluster/deploy/comparable-text.js";
import { TsopError } from "../../core/errors.js";
import { isSameJson, type Json } from "../../core/json.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { attemptAsync, type Outcome } from "../finding.js";
import { gatherWriters, oldVersions, type VersionWriter } from "./version-writers.js";

export interface CrdFacts {
  readonly name: string;
  /** The versions in the file. */
  readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  /** Undefined if the CRD is not installed. */
  readonly installed: { readonly versions: readonly string[]; readonly stored: readonly string[] } | undefined;
  /** The storage version in the file; undefined if the file is wrong. */
  readonly stored: string | undefined;
  /** The clients that still write an old version. */
  readonly writers: Outcome<readonly VersionWriter[]>;
  /** Whether the API server would store the file as it is installed; or the error of the dry run. */
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
      ...{ name, versions, stored: versions.find(({ storage }) => storage)?.name },
      installed: installed && {
        versions: installed.spec.versions.map((version) => version.name),
        stored: installed.status?.storedVersions ?? [],
      },
      writers: await attemptAsync(async () =>
        installed === undefined ? [] : gatherWriters(client, installed, oldVersions(crd, installed), signal),
      ),
      isSame: installed === undefined ? false : await compare(client, crd, signal),
    });
  }
  return facts;
}

/**
 * Compares a CRD with the installed CRD in a dry run: the server sets defaults that the file omits, and stores nothing.
 * Ignores the Service for conversions, which a deployment sets, the CA, which the operator writes, and the labels and
 * annotations that a kustomization adds.
 */
async function compare(
  client: HttpClient,
  crd: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<boolean | TsopError> {
  try {
    const [wanted = crd] = await keepConversions(client, [crd], signal);
    const { before, after } = await checkCrd(client, wanted, { dryRun: true, isForced: true, signal });
    return isSameJson(specOf(before), specOf(after));
  } catch (error) {
    if (error instanceof TsopError) return error;
    throw error;
  }
}

function specOf(object: KubeObject | undefined): Json | undefined {
  return object === undefined ? undefined : wishesOf(object)["spec"];
}
