import type { Clock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { isAlreadyExists, isConflict } from "../kube/api-error.js";
import type { Client } from "../kube/client.js";
import { defineKind } from "../kube/kind.js";
import type { KubeObject, ObjectKey } from "../kube/objects.js";
import { toMicroTime } from "../kube/micro-time.js";
import type { MicroTime } from "../kube/scalars.js";
import type { Logger } from "./logger.js";
import { sleep } from "./sleep.js";

export interface Lease extends KubeObject {
  apiVersion: "coordination.k8s.io/v1";
  kind: "Lease";
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: MicroTime;
    renewTime?: MicroTime;
    leaseTransitions?: number;
  };
}
export const Lease = defineKind<Lease>("coordination.k8s.io/v1", "Lease");

export interface LeaderElectorOptions {
  readonly client: Pick<Client, "get" | "create" | "update">;
  readonly lease: Required<ObjectKey>;
  /** Unique among all processes and their restarts. */
  readonly identity: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

/** controller-runtime's: others wait 15 s for a leader that is silent, which gives up by itself after 10 s. */
const leaseDurationMs = 15_000;
const renewDeadlineMs = 10_000;
const retryMs = 2_000;
const requestTimeoutMs = renewDeadlineMs / 2;

/**
 * Makes one of several processes the leader, by a Lease that it keeps renewing. What counts is for how long this process
 * has seen the Lease unchanged by its own monotonic clock; the times in the Lease are written for people, because clocks of
 * different machines differ and jump.
 */
export class LeaderElector {
  readonly #options: LeaderElectorOptions;
  /** The Lease as last seen, and when it was first seen like that. */
  #seen: { readonly version: string | undefined; readonly at: number; readonly durationMs: number } | undefined;
  /** When the last renewal that succeeded was sent. Undefined: not the leader, and never was. */
  #renewedAt: number | undefined;

  constructor(options: LeaderElectorOptions) {
    this.#options = options;
  }

  get leaseName(): string {
    return this.#options.lease.name;
  }

  /**
   * Refuses writes from the moment on from which another process may lead soon. Asked before each write, so that a process
   * that was stopped or blocked for a while cannot write before it notices.
   *
   * @throws TsopError `runtime/leader-election-lost`
   */
  checkMayWrite(): void {
    if (this.#renewedAt !== undefined && this.#timeLeft() <= 0) throw this.#lost();
  }

  /** Waits until this process leads. False when the signal fired before that. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, random, log, lease, identity } = this.#options;
    log.info("waiting for the lease", { lease: `${lease.namespace}/${lease.name}`, identity });
    while (!signal.aborted) {
      if ((await this.#tryToHold(signal, requestTimeoutMs)) === "ours") {
        log.info("this process leads", { lease: `${lease.namespace}/${lease.name}`, identity });
        return true;
      }
      // Up to a fifth later, so that those who wait do not all ask at once.
      await sleep(clock, retryMs * (1 + random() * 0.2), signal);
    }
    return false;
  }

  /**
   * Renews until the signal fires.
   *
   * @throws TsopError `runtime/leader-election-lost` when no renewal has succeeded for too long, or another process leads
   */
  async hold(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.#options.clock, Math.min(retryMs, Math.max(0, this.#timeLeft())), signal);
      if (signal.aborted) return;
      const timeLeft = this.#timeLeft();
      if (timeLeft <= 0) throw this.#lost();
      if ((await this.#tryToHold(signal, Math.min(requestTimeoutMs, timeLeft))) === "theirs") throw this.#lost();
    }
  }

  /** Lets another process lead at once. Best effort: without it, the others wait until the lease is over. */
  async release(): Promise<void> {
    const { client, lease, identity, clock, log } = this.#options;
    const signal = AbortSignal.timeout(requestTimeoutMs);
    try {
      const current = await client.get(Lease, lease, { signal });
      if (current?.spec?.holderIdentity !== identity) return;
      const spec = {
        ...current.spec,
        holderIdentity: "",
        leaseDurationSeconds: 1,
        renewTime: toMicroTime(clock.now()),
      };
      await client.update({ ...current, spec }, { signal });
      log.info("gave the lease back");
    } catch (error) {
      log.warn("cannot give the lease back", { error });
    }
  }

  /** Milliseconds until this process has to take itself for replaced. */
  #timeLeft(): number {
    return (this.#renewedAt ?? 0) + renewDeadlineMs - this.#options.clock.monotonic();
  }

  #lost(): TsopError {
    const { lease } = this.#options;
    return new TsopError(
      "runtime/leader-election-lost",
      `leader election lost: lease ${lease.namespace}/${lease.name}`,
      {
        hint: "It was not renewed in time: the API server did not answer, or this process was blocked or stopped.",
      },
    );
  }

  /** Never rejects. */
  async #tryToHold(signal: AbortSignal, timeoutMs: number): Promise<"ours" | "theirs" | "unknown"> {
    const { clock, log } = this.#options;
    const sentAt = clock.monotonic();
    const request = new AbortController();
    const abort = (): void => request.abort();
    const cancelTimer = clock.setTimer(timeoutMs, abort);
    signal.addEventListener("abort", abort);
    try {
      if (!(await this.#takeOrRenew(request.signal))) return "theirs";
      this.#renewedAt = sentAt;
      return "ours";
    } catch (error) {
      // Somebody was faster: no more than what leader election is about.
      if (!isConflict(error) && !isAlreadyExists(error) && !signal.aborted) {
        log.warn("cannot get or renew the lease", { error });
      }
      return "unknown";
    } finally {
      cancelTimer();
      signal.removeEventListener("abort", abort);
    }
  }

  /** False when another process holds the lease. */
  async #takeOrRenew(signal: AbortSignal): Promise<boolean> {
    const { client, lease, identity, clock } = this.#options;
    const current = await client.get(Lease, lease, { signal });
    const now = toMicroTime(clock.now());
    const own = { holderIdentity: identity, leaseDurationSeconds: leaseDurationMs / 1000, renewTime: now };
    if (current === undefined) {
      const spec = { ...own, acquireTime: now, leaseTransitions: 0 };
      const created: Lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { ...lease }, spec };
      await client.create(created, { signal });
      return true;
    }
    const isOurs = current.spec?.holderIdentity === identity;
    if (!isOurs && this.#isHeldByAnother(current)) return false;
    const change = isOurs ? {} : { acquireTime: now, leaseTransitions: (current.spec?.leaseTransitions ?? 0) + 1 };
    // With its resourceVersion: whoever wrote in between wins.
    await client.update({ ...current, spec: { ...current.spec, ...own, ...change } }, { signal });
    return true;
  }

  #isHeldByAnother({ spec, metadata }: Lease): boolean {
    const now = this.#options.clock.monotonic();
    if (this.#seen?.version !== metadata.resourceVersion || this.#seen === undefined) {
      const durationMs = (spec?.leaseDurationSeconds ?? leaseDurationMs / 1000) * 1000;
      this.#seen = { version: metadata.resourceVersion, at: now, durationMs };
    }
    if (spec?.holderIdentity === undefined || spec.holderIdentity === "") return false;
    return now - this.#seen.at < this.#seen.durationMs;
  }
}
