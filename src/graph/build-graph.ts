import { compareText } from "../core/compare-text.js";
import { type GroupVersionKind, parseApiVersion, toApiVersion } from "../core/gvk.js";
import type { UseLink, Wiring } from "../model/wiring.js";
import type { Graph, GraphEdge } from "./graph.js";
import { Nodes } from "./nodes.js";

export interface GraphSource {
  readonly projectName: string;
  readonly wiring: Wiring;
  /** The kinds that the project defines. */
  readonly kinds: readonly GroupVersionKind[];
  /** The kinds that the project's extension API server serves. */
  readonly served?: readonly ServedKind[];
}

export interface ServedKind extends GroupVersionKind {
  /** Where its objects are: `memory`, `virtual`. */
  readonly storage: string;
  /** The file of the server. */
  readonly file: string;
}

/** Builds the graph of an operator: identical for identical code, in the same order. */
export function buildGraph({ projectName, wiring, kinds, served = [] }: GraphSource): Graph {
  const own = new Set(kinds.map(groupAndKind));
  const nodes = new Nodes({
    projectName,
    controllers: wiring.controllers,
    typeOf: (kind) =>
      own.has(groupAndKind({ ...parseApiVersion(kind.apiVersion), kind: kind.kind }))
        ? "own"
        : kind.isBuiltIn
          ? "built-in"
          : "external",
  });
  for (const { group, version, kind } of kinds) {
    nodes.kind({ apiVersion: toApiVersion(group, version), kind, cluster: undefined, isBuiltIn: false });
  }
  const edges = [...usesIn(wiring, nodes), ...othersIn(wiring, nodes), ...servesIn(served, nodes)];
  const named = nodes.finish();
  const idOf = (key: string): string => named.get(key)?.id ?? key;
  return {
    title: `Controllers and kinds of ${projectName}`,
    nodes: [...named.values()],
    edges: merge(edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) }))),
  };
}

function groupAndKind({ group, kind }: Pick<GroupVersionKind, "group" | "kind">): string {
  return `${group}/${kind}`;
}

/** One relation between two nodes. */
interface Edge extends Pick<GraphEdge, "from" | "to" | "type"> {
  readonly label: string;
  readonly file: string;
}

function usesIn({ links }: Wiring, nodes: Nodes): Edge[] {
  const uses = links.filter((link) => link.type === "use");
  const targetOf = ({ controller, kind }: UseLink): string => JSON.stringify([controller, nodes.kind(kind)]);
  // A controller that watches a kind also reads it.
  const cached = new Set(uses.filter(({ use }) => caching.includes(use)).map(targetOf));
  return uses
    .filter((link) => link.use !== "reads" || link.subresource !== undefined || !cached.has(targetOf(link)))
    .flatMap((link) => {
      const { controller, use, kind, subresource, at } = link;
      const verb = use === "owns" ? "watches" : use;
      const label = subresource === undefined ? verb : `${verb} ${subresource}`;
      const edge: Edge = { from: nodes.user(controller), to: nodes.kind(kind), type: "use", label, file: at.file };
      const reconciled = uses.filter((other) => other.controller === controller && other.use === "reconciles");
      return [edge, ...reconciled.flatMap((parent) => causeOf(link, nodes.kind(parent.kind), edge))];
    });
}

/** Returns the reason why changes of a watched kind affect the reconciled kind. */
function causeOf({ use, controller }: UseLink, reconciled: string, { to: watched, file }: Edge): Edge[] {
  if (controller === undefined) return [];
  if (use === "owns") return [{ from: reconciled, to: watched, type: "owner", label: "owns", file }];
  return use === "watches" ? [{ from: watched, to: reconciled, type: "map", label: "maps to", file }] : [];
}

const caching: readonly string[] = ["reconciles", "owns", "watches", "caches"];

function othersIn({ links }: Wiring, nodes: Nodes): Edge[] {
  return links.flatMap((link): Edge[] => {
    const { file } = link.at;
    switch (link.type) {
      case "use":
        return [];
      case "owner":
        return [{ from: nodes.kind(link.owner), to: nodes.kind(link.owned), type: "owner", label: "owns", file }];
      case "source": {
        const from = nodes.other("source", link.name, "requests");
        return [{ from, to: nodes.user(link.controller), type: "source", label: "sends to", file }];
      }
      case "webhook": {
        const from = nodes.other("webhooks", "webhooks", "");
        return [{ from, to: nodes.kind(link.kind), type: "webhook", label: link.does, file }];
      }
    }
  });
}

function servesIn(served: readonly ServedKind[], nodes: Nodes): Edge[] {
  return served.map(({ group, version, kind, storage, file }) => {
    const to = nodes.kind({ apiVersion: toApiVersion(group, version), kind, cluster: undefined, isBuiltIn: false });
    const from = nodes.other("server", "apiserver", "extension API server");
    return { from, to, type: "serve", label: `serves (${storage})`, file };
  });
}

/** Merges all relations of one type between two nodes into one edge. */
function merge(edges: readonly Edge[]): GraphEdge[] {
  const groups = new Map<string, { first: Edge; labels: Set<string>; files: Set<string> }>();
  for (const edge of edges) {
    const key = keyOf(edge);
    const group = groups.get(key) ?? { first: edge, labels: new Set(), files: new Set() };
    group.labels.add(edge.label);
    group.files.add(edge.file);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ first: { from, to, type }, labels, files }) => ({
      from,
      to,
      type,
      labels: [...labels].toSorted((a, b) => rankOf(a) - rankOf(b) || compareText(a, b)),
      files: [...files].toSorted(compareText),
    }))
    .toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
}

function keyOf({ from, to, type }: Pick<GraphEdge, "from" | "to" | "type">): string {
  return [from, to, type].join(" ");
}

const verbs = ["reconciles", "watches", "caches", "reads", "writes", "deletes", "records"];

function rankOf(label: string): number {
  return verbs.indexOf(label.split(" ")[0] ?? "");
}
