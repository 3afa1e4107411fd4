import { ApiError } from "../../src/kube/api-error.js";
import type { LiveClient } from "../../src/kube/client.js";
import { type LoadKind, namespaces, shards } from "./kinds.js";

/** What one watch selects. */
interface Selection {
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A client that watches for as long as it lives, and knows each object by its resourceVersion. */
export class Watcher {
  readonly #client: LiveClient;
  readonly #of: LoadKind;
  readonly #selection: Selection;
  readonly #random: () => number;
  #known = new Map<string, string>();
  #latest: string | undefined;
  /** The number of events so far. */
  events = 0;
  /** How often the server said that its history no longer has the version. */
  expired = 0;

  constructor(client: LiveClient, of: LoadKind, index: number, random: () => number) {
    this.#client = client;
    this.#of = of;
    this.#random = random;
    const namespace = namespaces[index % (namespaces.length + 1)]; // none: all namespaces
    const shard = index % 2 === 0 ? undefined : shards[index % shards.length];
    this.#selection = {
      ...(namespace === undefined ? {} : { namespace }),
      ...(shard === undefined ? {} : { labels: { shard } }),
    };
  }

  /** Watches again and again, for 20 to 120 seconds each. Rejects when a request fails, and when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#watch(signal);
      } catch (error) {
        if (!(error instanceof ApiError && error.statusCode === 410)) throw error;
        this.expired += 1;
        this.#latest = undefined;
      }
    }
  }

  /** Returns the objects that it takes to be different from those that the server lists. */
  async differences(): Promise<string[]> {
    const { items } = await this.#client.list(this.#of.kind, this.#selection);
    const listed = new Map(items.map(({ metadata }) => [keyOf(metadata), metadata.resourceVersion ?? ""]));
    return [...new Set([...listed.keys(), ...this.#known.keys()])]
      .filter((key) => listed.get(key) !== this.#known.get(key))
      .map(
        (key) =>
          `${this.#of.kind.kind} ${key}: ${listed.get(key) ?? "none"}, watched ${this.#known.get(key) ?? "none"}`,
      );
  }

  async #watch(signal: AbortSignal): Promise<void> {
    if (this.#latest === undefined) {
      const { items, metadata } = await this.#client.list(this.#of.kind, { ...this.#selection, signal });
      this.#known = new Map(items.map((item) => [keyOf(item.metadata), item.metadata.resourceVersion ?? ""]));
      this.#latest = metadata.resourceVersion;
    }
    const timeoutSeconds = 20 + Math.floor(this.#random() * 100);
    const options = { ...this.#selection, timeoutSeconds, allowBookmarks: true, signal };
    const from = this.#latest === undefined ? {} : { resourceVersion: this.#latest };
    for await (const { type, object } of this.#client.watch(this.#of.kind, { ...options, ...from })) {
      this.#latest = object.metadata.resourceVersion ?? this.#latest;
      if (type === "BOOKMARK") continue;
      this.events += 1;
      if (type === "DELETED") this.#known.delete(keyOf(object.metadata));
      else this.#known.set(keyOf(object.metadata), object.metadata.resourceVersion ?? "");
    }
  }
}

function keyOf({ namespace = "", name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
