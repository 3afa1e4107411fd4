/**
 * `npm run fetch:bootstrap` writes data/<version>/bootstrap-objects.json from the API server of the current kubeconfig context:
 * its objects before any client writes. It must be a fresh server. Needs kubectl, from the folder that
 * KUBEBUILDER_ASSETS names or from the PATH.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { newestFile } from "./newest.js";

interface Recorded {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

const file = newestFile("bootstrap-objects.json");
const kubectl = path.join(process.env["KUBEBUILDER_ASSETS"] ?? "", "kubectl");

/**
 * The keys in the embedded API server's store: `resource` or `group/resource`. Objects of other resources depend on where
 * the server runs.
 */
const storageKeys = [
  ...["servicecidrs", "ipaddresses"].map((resource) => `networking.k8s.io/${resource}`),
  ...["clusterroles", "clusterrolebindings", "roles", "rolebindings"].map(
    (each) => `rbac.authorization.k8s.io/${each}`,
  ),
  "scheduling.k8s.io/priorityclasses",
  ...["prioritylevelconfigurations", "flowschemas"].map((resource) => `flowcontrol.apiserver.k8s.io/${resource}`),
  "apiregistration.k8s.io/apiservices",
];

/** Fields that the store sets, and fields that differ between starts. */
const given = new Set(["uid", "resourceVersion", "creationTimestamp", "managedFields"]);

const lists = storageKeys.map((storageKey) => {
  const lines = fetchAll(storageKey).map((object) => JSON.stringify(object));
  return `${JSON.stringify(storageKey)}: [\n${lines.join(",\n")}\n]`;
});
writeFileSync(file, `{\n${lists.join(",\n")}\n}\n`);

function fetchAll(storageKey: string): Recorded[] {
  const [group = "", resource = ""] = storageKey.split("/");
  const text = execFileSync(kubectl, ["get", `${resource}.${group}`, "-A", "-o", "json"], { encoding: "utf8" });
  const { items } = JSON.parse(text, strip) as { items: Recorded[] };
  const keyOf = ({ metadata }: Recorded): string => `${metadata.namespace ?? ""}/${metadata.name}`;
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Removes fields. A controller sets the rules of an aggregated ClusterRole. */
function strip(key: string, value: unknown): unknown {
  if (given.has(key)) return undefined;
  if (key === "lastTransitionTime") return "$now";
  const isAggregated = typeof value === "object" && value !== null && "aggregationRule" in value;
  return isAggregated ? { ...value, rules: undefined } : value;
}
