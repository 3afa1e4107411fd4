/** Changes of a CRD outside of its schemas, in place. */
import { isJsonObject, isList } from "../../../src/core/json.js";
import { pick } from "../../support/random-crd.js";
import type { Node, Random } from "./schema-parts.js";

export interface CrdMutation {
  readonly name: string;
  /** Returns whether the change was possible. */
  readonly change: (spec: Node, random: Random) => boolean;
}

const versionsOf = (spec: Node): Node[] => spec["versions"] as Node[];
const namesOf = (spec: Node): Node => spec["names"] as Node;

function onVersion(
  name: string,
  fits: (version: Node) => boolean,
  change: (version: Node, spec: Node) => void,
): CrdMutation {
  return {
    name,
    change(spec, random) {
      const all = versionsOf(spec).filter(fits);
      if (all.length === 0) return false;
      change(pick(random, all), spec);
      return true;
    },
  };
}

function onNames(name: string, change: (names: Node) => void): CrdMutation {
  return {
    name,
    change(spec) {
      change(namesOf(spec));
      return true;
    },
  };
}

const subresourcesOf = ({ subresources }: Node): Node => (isJsonObject(subresources) ? subresources : {});
const columnsOf = ({ additionalPrinterColumns: columns }: Node): Node[] => (isList(columns) ? (columns as Node[]) : []);

/** Returns the name of a field of the spec whose type is string. */
function textFieldOf({ schema }: Node): string | undefined {
  const { openAPIV3Schema: root } = schema as { readonly openAPIV3Schema: { properties?: { spec?: Node } } };
  const fields = root.properties?.spec?.["properties"];
  if (!isJsonObject(fields)) return undefined;
  return Object.entries(fields).find(([, field]) => isJsonObject(field) && field["type"] === "string")?.[0];
}

export const crdMutations: readonly CrdMutation[] = [
  onNames("another short name", (names) => (names["shortNames"] = ["mutated"])),
  onNames("another category", (names) => (names["categories"] = ["mutated"])),
  onNames("another singular", (names) => (names["singular"] = "mutated")),
  onNames("another list kind", (names) => (names["listKind"] = "MutatedList")),
  onNames("another kind", (names) => (names["kind"] = "Mutated")),
  {
    name: "another scope",
    change(spec) {
      spec["scope"] = spec["scope"] === "Namespaced" ? "Cluster" : "Namespaced";
      return true;
    },
  },
  {
    name: "a version less",
    change(spec) {
      const kept = versionsOf(spec).filter(({ storage }) => storage === true);
      if (kept.length === versionsOf(spec).length) return false;
      spec["versions"] = kept;
      return true;
    },
  },
  {
    name: "one more version",
    change(spec, random) {
      const copy = structuredClone(pick(random, versionsOf(spec)));
      versionsOf(spec).push({ ...copy, name: "v99", storage: false, served: true });
      return true;
    },
  },
  {
    name: "another storage version",
    change(spec) {
      const copy = structuredClone(versionsOf(spec)[0]);
      for (const version of versionsOf(spec)) version["storage"] = false;
      versionsOf(spec).push({ ...copy, name: "v99", storage: true, served: true });
      return true;
    },
  },
  onVersion(
    "a version that is not served",
    ({ served }) => served === true,
    (version) => (version["served"] = false),
  ),
  onVersion(
    "a deprecated version",
    ({ deprecated }) => deprecated !== true,
    (version) => (version["deprecated"] = true),
  ),
  onVersion(
    "no status",
    (version) => "status" in subresourcesOf(version),
    (version) => Reflect.deleteProperty(subresourcesOf(version), "status"),
  ),
  onVersion(
    "a status",
    (version) => !("status" in subresourcesOf(version)),
    (version) => (version["subresources"] = { ...subresourcesOf(version), status: {} }),
  ),
  onVersion(
    "no scale",
    (version) => "scale" in subresourcesOf(version),
    (version) => Reflect.deleteProperty(subresourcesOf(version), "scale"),
  ),
  onVersion(
    "a scale",
    (version) => !("scale" in subresourcesOf(version)),
    (version) =>
      (version["subresources"] = {
        ...subresourcesOf(version),
        scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
      }),
  ),
  onVersion(
    "one more column",
    () => true,
    (version) =>
      (version["additionalPrinterColumns"] = [
        ...columnsOf(version),
        { name: "Mutated", type: "string", jsonPath: ".metadata.name" },
      ]),
  ),
  onVersion(
    "no columns",
    (version) => columnsOf(version).length > 0,
    (version) => Reflect.deleteProperty(version, "additionalPrinterColumns"),
  ),
  onVersion(
    "another field to select by",
    (version) => textFieldOf(version) !== undefined,
    (version) => (version["selectableFields"] = [{ jsonPath: `.spec.${textFieldOf(version) ?? ""}` }]),
  ),
  {
    name: "another conversion",
    change(spec) {
      const isWebhook = isJsonObject(spec["conversion"]) && spec["conversion"]["strategy"] === "Webhook";
      const clientConfig = { url: "https://example.com/convert" };
      spec["conversion"] = isWebhook
        ? { strategy: "None" }
        : { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } };
      return true;
    },
  },
];
