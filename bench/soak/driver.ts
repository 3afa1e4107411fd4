/** Sends the planned writes to the API server, like its users: it bypasses the faults, but not the API server's restarts. */
import { isAlreadyExists, isConflict, isNotFound } from "../../src/kube/api-error.js";
import { mergePatch } from "../../src/kube/client.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { indexName, Soak, tierLabel } from "./kinds.js";
import { sleep } from "./play.js";
import type { At, Write } from "./schedule.js";
import type { Timeline } from "./timeline.js";

export class Driver {
  readonly #client: HttpClient;
  readonly #timeline: Timeline;
  readonly #signal: AbortSignal;
  /** The last write to each object. Writes to one object stay in order, however long one takes. */
  readonly #last = new Map<string, Promise<void>>();
  /** The number of completed writes, by kind. */
  readonly done: Record<string, number> = {};
  readonly failed: string[] = [];

  constructor(client: HttpClient, timeline: Timeline, signal: AbortSignal) {
    this.#client = client;
    this.#timeline = timeline;
    this.#signal = signal;
  }

  write(write: At<Write>): void {
    const key = keyOf(write);
    const before = this.#last.get(key) ?? Promise.resolve();
    this.#last.set(
      key,
      before.then(() => this.#try(write)),
    );
  }

  /** Resolves when all writes are complete. */
  async drain(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  /**
   * Retries a write until it succeeds, because the API server may be unavailable. Skips a write that the state of the
   * world does not allow.
   */
  async #try(write: At<Write>): Promise<void> {
    let isSecond = false;
    for (let attempt = 1; !this.#signal.aborted; attempt++) {
      try {
        await this.#act(write, isSecond);
        this.done[write.kind] = (this.done[write.kind] ?? 0) + 1;
        this.#timeline.add("driver", write.kind, keyOf(write));
        return;
      } catch (error) {
        const isRecreated = write.kind === "recreate" && isAlreadyExists(error);
        if (!isRecreated && (isAlreadyExists(error) || isNotFound(error) || isConflict(error))) return;
        isSecond = isRecreated; // its deletion is not complete
        if (attempt === 600) this.failed.push(`${write.kind} ${keyOf(write)}: ${String(error)}`);
        if (attempt === 600) return;
        await sleep(100, this.#signal);
      }
    }
  }

  async #act(write: Write, isDeleted: boolean): Promise<void> {
    const client = this.#client;
    const { namespace, name } = write;
    const key = { namespace, name };
    const index = { namespace, name: indexName };
    switch (write.kind) {
      case "create":
        return this.#create(write);
      case "recreate":
        if (!isDeleted) await client.delete(Soak, key);
        return this.#create(write);
      case "change": {
        const { value, ripensInMs } = write;
        await client.patch(Soak, key, mergePatch({ spec: { value, ripensInMs } }));
        return;
      }
      case "relabel":
        await client.patch(Soak, key, mergePatch({ metadata: { labels: { [tierLabel]: write.tier } } }));
        return;
      case "delete":
        return client.delete(Soak, key);
      case "edit-owned":
        await client.patch(ConfigMap, key, mergePatch({ data: { value: write.value }, metadata: { labels: null } }));
        return;
      case "disown":
        await client.patch(ConfigMap, key, mergePatch({ metadata: { ownerReferences: null } }));
        return;
      case "delete-owned":
        return client.delete(ConfigMap, key);
      case "edit-index":
        await client.patch(ConfigMap, index, mergePatch({ data: { all: "nonsense", gold: null } }));
        return;
      case "delete-index":
        return client.delete(ConfigMap, index);
    }
  }

  async #create({
    namespace,
    name,
    value,
    ripensInMs,
    tier,
  }: Extract<Write, { tier: string; value: string }>): Promise<void> {
    await this.#client.create<Soak>({
      apiVersion: "soak.tsop.dev/v1",
      kind: "Soak",
      metadata: { namespace, name, labels: { [tierLabel]: tier } },
      spec: { value, ripensInMs },
    });
  }
}

function keyOf({ kind, namespace, name }: Write): string {
  return `${namespace}/${kind === "edit-index" || kind === "delete-index" ? indexName : name}`;
}
