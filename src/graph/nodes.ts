import { compareText } from "../core/compare-text.js";
import { parseApiVersion, toApiVersion } from "../core/gvk.js";
import type { WiredController, WiredKind } from "../model/wiring.js";
import type { GraphNode, NodeType } from "./graph.js";

interface Draft {
  readonly type: NodeType;
  readonly name: string;
  readonly cluster: string | undefined;
  /** The parts of its id, which do not depend on other nodes. */
  readonly idParts: readonly string[];
  /** The texts below the name; for a kind, one per version that the code names. */
  readonly details: Set<string>;
}

export interface NodeNames {
  readonly projectName: string;
  readonly controllers: readonly WiredController[];
  readonly typeOf: (kind: WiredKind) => NodeType;
}

/** The nodes of a graph, each added once. Until all nodes are added, keys identify them. */
export class Nodes {
  readonly #names: NodeNames;
  readonly #drafts = new Map<string, Draft>();

  constructor(names: NodeNames) {
    this.#names = names;
    for (const { id } of names.controllers) this.user(id);
  }

  /** Adds a kind; an object has the same kind in all versions. */
  kind(kind: WiredKind): string {
    const { group, version } = parseApiVersion(kind.apiVersion);
    const { kind: name, cluster } = kind;
    const idParts = ["kind", ...(cluster === undefined ? [] : [cluster]), name, group];
    const key = JSON.stringify([idParts, cluster]);
    return this.#add(key, { type: this.#names.typeOf(kind), name, cluster, idParts }, toApiVersion(group, version));
  }

  /** Adds the owner of code: a controller, or the operator itself. */
  user(controller: string | undefined): string {
    const found = this.#names.controllers.find(({ id }) => id === controller);
    if (found === undefined) return this.other("operator", this.#names.projectName, "operator");
    const { name = "?" } = found;
    const node = { type: "controller", name, cluster: undefined, idParts: ["controller", name] } as const;
    return this.#add(JSON.stringify(["controller", found.id]), node, "controller");
  }

  other(type: "operator" | "source" | "webhooks" | "server", name: string, detail: string): string {
    return this.#add(JSON.stringify([type, name]), { type, name, cluster: undefined, idParts: [type, name] }, detail);
  }

  /** Returns the nodes by key, in drawing order. */
  finish(): Map<string, GraphNode> {
    const rows = [...this.#drafts].toSorted(([a, left], [b, right]) => {
      const byType = order.indexOf(left.type) - order.indexOf(right.type);
      return byType !== 0 ? byType : compareText(left.name, right.name) || compareText(a, b);
    });
    const taken = new Set<string>();
    return new Map(
      rows.map(([key, { type, name, cluster, idParts, details }]) => {
        const id = freeId(idParts, taken);
        return [key, { id, type, name, detail: [...details].toSorted(compareText).join(", "), cluster }];
      }),
    );
  }

  #add(key: string, node: Omit<Draft, "details">, detail: string): string {
    const draft = this.#drafts.get(key) ?? { ...node, details: new Set<string>() };
    if (detail !== "") draft.details.add(detail);
    this.#drafts.set(key, draft);
    return key;
  }
}

const order: readonly NodeType[] = [
  "webhooks",
  "server",
  "source",
  "operator",
  "controller",
  "own",
  "built-in",
  "external",
];

/** Returns a unique id, because names can differ in characters that an id cannot contain. */
function freeId(parts: readonly string[], taken: Set<string>): string {
  const wanted = parts
    .filter((part) => part !== "")
    .join("_")
    .replaceAll(/[^A-Za-z0-9]/g, "_");
  let id = wanted;
  for (let next = 2; taken.has(id); next += 1) id = `${wanted}_${next}`;
  taken.add(id);
  return id;
}
