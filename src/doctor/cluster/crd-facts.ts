import { CustomResourceDefinition } from "../../cluster/crd.js";
import { checkCrd } from "../../cluster/deploy/deploy-crd.js";
import { keepConversions } from "../../cluster/install-crds.js";
import { wishesOf } from "../../cluster/deploy/comparable-text.js";
import { TsopError } from "../../core/errors.js";
import { isSameJson, type Json } from "../../core/json.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";

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

/**
 * A dry run: the server fills in what files leave out, and stores nothing. A deployment names the Service that converts, the operator
 * writes its CA, and a kustomization adds labels and annotations: none of it makes another CRD.
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
