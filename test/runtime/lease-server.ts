import { expect } from "vitest";
import { copyJson } from "../../src/core/json.js";
import { type LeaderElectionOptions, toLeaseTiming } from "../../src/runtime/lease-timing.js";
import type { Clock } from "../../src/core/clock.js";
import type { Client, WriteOptions } from "../../src/kube/client.js";
import type { Lease } from "../../src/k8s/coordination/v1.js";
import { LeaderElector } from "../../src/runtime/leader-elector.js";
import { FakeClock } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { refusal } from "../support/scripted-api.js";

/** One Lease with optimistic concurrency, that can fail or hang. */
export class LeaseServer {
  lease: Lease | undefined;
  #version = 0;
  mode: "up" | "down" | "hanging" = "up";
  /** How long each call takes. */
  latency: { readonly clock: FakeClock; readonly ms: number } | undefined;
  calls: string[] = [];
  writes = 0;

  readonly client = {
    get: async (_kind: unknown, _key: unknown, options?: WriteOptions) => {
      await this.#serve("get", options);
      return this.lease === undefined ? undefined : copyJson(this.lease);
    },
    create: async (lease: Lease, options?: WriteOptions) => {
      await this.#serve("create", options);
      if (this.lease !== undefined) throw refusal(409, "AlreadyExists");
      return this.#store(lease);
    },
    update: async (lease: Lease, options?: WriteOptions) => {
      await this.#serve("update", options);
      if (this.lease === undefined) throw refusal(404, "NotFound");
      if (lease.metadata.resourceVersion !== this.lease.metadata.resourceVersion) throw refusal(409, "Conflict");
      return this.#store(lease);
    },
  } as unknown as Pick<Client, "get" | "create" | "update">;

  #store(lease: Lease): Lease {
    this.#version += 1;
    this.writes += 1;
    this.lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(this.#version) } };
    return copyJson(this.lease);
  }

  get holder(): string {
    return this.lease?.spec?.holderIdentity ?? "";
  }

  /** The changes that a user makes by hand. */
  edit(change: (lease: Lease) => void): void {
    const edited = copyJson(this.lease!);
    change(edited);
    this.#store(edited);
  }

  async #serve(call: string, options?: WriteOptions): Promise<void> {
    this.calls.push(call);
    if (this.mode === "down") throw refusal(503, "ServiceUnavailable");
    const { latency } = this;
    if (this.mode === "up" && latency === undefined) return;
    const aborted = new Promise<never>((_, reject) =>
      // A reason is an Error, here.
      options?.signal?.addEventListener("abort", () => reject(options.signal?.reason as Error)),
    );
    if (this.mode === "hanging" || latency === undefined) return aborted;
    let cancel = (): void => undefined;
    const late = new Promise<void>((resolve) => (cancel = latency.clock.setTimer(latency.ms, resolve)));
    await Promise.race([late, aborted]).finally(() => cancel());
  }
}

export function elector(
  server: LeaseServer,
  clock: Clock,
  identity: string,
  options?: LeaderElectionOptions,
  log = new RecordingLogger(),
): LeaderElector {
  const lease = { namespace: "ops", name: "demo" };
  return new LeaderElector({
    client: server.client,
    lease,
    identity,
    timing: toLeaseTiming(options),
    log,
    clock,
    random: () => 0,
  });
}

/** An elector that leads, and is being held. */
export async function leading(): Promise<{
  server: LeaseServer;
  clock: FakeClock;
  first: LeaderElector;
  letGo: AbortController;
  ended: () => unknown;
}> {
  const [server, clock, letGo] = [new LeaseServer(), new FakeClock("2026-01-31T12:00:00Z"), new AbortController()];
  const first = elector(server, clock, "first");
  expect(await first.acquire(letGo.signal)).toBe(true);
  let end: unknown = "not yet";
  first.hold(letGo.signal).then(
    () => (end = "let go"),
    (error: unknown) => (end = (error as { code: unknown }).code),
  );
  return { server, clock, first, letGo, ended: () => end };
}
