/** Finds out why a cluster cannot run a bundle, before anything is changed. */
import { packageOf } from "../../../cluster/bundles/installed-bundle.js";
import { CustomResourceDefinition } from "../../../cluster/crd.js";
import { type InventoryPlace, listInventories } from "../../../cluster/deploy/inventory.js";
import { idKey } from "../../../cluster/deploy/object-id.js";
import type { Diagnostic } from "../../../core/diagnostic.js";
import { TsopError } from "../../../core/errors.js";
import { text as textIn } from "../../../core/json-fields.js";
import type { GroupVersionKind } from "../../../core/gvk.js";
import { listAt, textAt } from "../../../core/object-fields.js";
import type { HttpClient } from "../../../kube/http-client.js";
import { showKey } from "../../../kube/objects.js";
import { providedApis, requiredApis } from "../../../olm/catalog/render/provided-apis.js";
import { csvApiVersion, csvKind } from "../../../olm/csv.js";
import { isOlder } from "../../../olm/install/versions.js";
import type { Bundle } from "../../../olm/read/bundle.js";
import type { ReadCsv } from "../../../olm/read/csv-shape.js";

/**
 * Refuses a cluster with OLM, which would not know the operator.
 *
 * @throws TsopError `bundle/cluster-has-olm`
 */
export async function refuseOlm({ mapper }: HttpClient): Promise<void> {
  const [group = "", version = ""] = csvApiVersion.split("/");
  if ((await mapper.find({ group, version, kind: csvKind })) === undefined) return;
  throw new TsopError(
    "bundle/cluster-has-olm",
    "the cluster runs OLM, which would not know an operator that tsop installs",
    {
      hint:
        "Let OLM install the bundle: push a catalog that contains it (`tsop catalog add`, `tsop catalog push`), and apply the " +
        "output of `tsop catalog manifests`.",
    },
  );
}

/** Returns the packages that OLM would install before the bundle. No catalog is known here, so tsop cannot install them. */
export function requiredPackages({ dependencies }: Bundle): string[] {
  const all = dependencies?.value.dependencies ?? [];
  return all.flatMap(({ type, value = null }) =>
    type === "olm.package" ? [`${textAt(value, "packageName")} ${textAt(value, "version")}`.trim()] : [],
  );
}

export interface CheckedBundle {
  readonly client: HttpClient;
  readonly bundle: Bundle;
  readonly csv: ReadCsv;
  readonly place: InventoryPlace;
  readonly signal: AbortSignal;
}

/** @throws TsopError with all reasons why the cluster cannot run the bundle */
export async function checkCluster(checked: CheckedBundle): Promise<void> {
  const problems = [
    ...(await oldServer(checked)),
    ...(await missingKinds(checked)),
    ...(await droppedVersions(checked)),
    ...(await otherDeployments(checked)),
  ];
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
}

async function oldServer({ client, csv, signal }: CheckedBundle): Promise<Diagnostic[]> {
  const wanted = csv.spec?.minKubeVersion ?? "";
  if (wanted === "") return [];
  const answer = await client.transport.request({ method: "GET", path: "/version", signal });
  const shown = textIn(JSON.parse(answer), "gitVersion") ?? "";
  // A version such as v1.35.4-gke.1 or v1.35.4+k3s1 has the features of 1.35.4.
  if (!isOlder(/^v?(\d+\.\d+\.\d+)/.exec(shown)?.[1] ?? "", wanted)) return [];
  return [
    {
      ...{ code: "bundle/old-kubernetes", severity: "error" },
      message: `the bundle requires Kubernetes ${wanted}, and the API server is ${shown}`,
      hint: "Choose another cluster with --context, or a bundle for this version.",
    },
  ];
}

async function missingKinds({ client, csv, bundle }: CheckedBundle): Promise<Diagnostic[]> {
  const dependencies = bundle.dependencies?.value.dependencies ?? [];
  const named = dependencies.flatMap(({ type, value = null }) =>
    type === "olm.gvk"
      ? [{ group: textAt(value, "group"), version: textAt(value, "version"), kind: textAt(value, "kind") }]
      : [],
  );
  const keyOf = ({ group, version, kind }: GroupVersionKind): string => JSON.stringify([group, version, kind]);
  const unique = new Map([...requiredApis(csv), ...named].map((gvk) => [keyOf(gvk), gvk]));
  for (const own of providedApis(bundle, csv)) unique.delete(keyOf(own));
  const problems: Diagnostic[] = [];
  for (const { group, version, kind } of unique.values()) {
    if ((await client.mapper.find({ group, version, kind })) !== undefined) continue;
    problems.push({
      ...{ code: "bundle/missing-dependency", severity: "error" },
      message: `the bundle requires ${kind} of ${group}/${version}, which the cluster does not serve`,
      hint: "OLM would install the operator of this kind. Install it first, for example with `tsop run bundle`.",
    });
  }
  return problems;
}

/** OLM refuses a CRD without a version in which objects may be stored: no client could read them. */
async function droppedVersions({ client, bundle, signal }: CheckedBundle): Promise<Diagnostic[]> {
  const problems: Diagnostic[] = [];
  for (const { name, document } of bundle.crds) {
    const live = await client.get(CustomResourceDefinition, { name }, { signal });
    const kept = new Set(listAt(document.value, "spec", "versions").map((each) => textAt(each, "name")));
    const dropped = (live?.status?.storedVersions ?? []).filter((version) => !kept.has(version));
    if (dropped.length === 0) continue;
    problems.push({
      ...{ code: "bundle/drops-stored-version", severity: "error", at: document.at(["spec", "versions"]) },
      message: `the CRD ${name} lacks ${dropped.join(", ")}, in which the cluster may store objects`,
      hint: `Keep the version, with \`served: false\` if you like; or rewrite the objects first: \`tsop migrate-storage ${name}\`.`,
    });
  }
  return problems;
}

/** Two deployments of one operator would work against each other, and the deletion of one would delete parts of the other. */
async function otherDeployments({ client, bundle, place, signal }: CheckedBundle): Promise<Diagnostic[]> {
  const crds = bundle.crds.map(({ name }) => idKey({ ...crdGroupKind, namespace: "", name }));
  const problems: Diagnostic[] = [];
  for (const found of (await listInventories(client, signal)) ?? []) {
    if (showKey(found.place) === showKey(place)) continue;
    const shared = found.entries.filter((entry) => crds.includes(idKey(entry))).map(({ name }) => name);
    if (shared.length === 0) continue;
    const { namespace } = found.place;
    const other = packageOf(found.place);
    problems.push({
      ...{ code: "bundle/already-deployed", severity: "error" },
      message: `the cluster already contains ${shared.join(", ")}, which ${other === undefined ? "`tsop deploy` deployed" : `the bundle ${other} created`} with an operator in the namespace ${namespace}`,
      hint:
        other === undefined
          ? "Remove that operator first: `npm run undeploy` in its project."
          : `Pass --namespace ${namespace} to replace it, or remove it: \`tsop cleanup ${other} --namespace ${namespace}\`.`,
    });
  }
  return problems;
}

const crdGroupKind = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" } as const;
