import { sleep } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { linkSignals } from "../core/linked-signal.js";
import { isAlreadyExists, isConflict, isNotFound } from "../kube/api-error.js";
import { Lease } from "../k8s/coordination/v1.js";
import type { Client } from "../kube/client.js";
import { type ObjectKey, showKey } from "../kube/objects.js";
import { toMicroTime } from "../kube/scalars.js";
import { defaultLeaseTiming, type LeaseTiming, retryJitter } from "./lease-timing.js";
import type { Surroundings } from "./surroundings.js";

export interface LeaderElectorOptions extends Surroundings {
  readonly client: Pick<Client, "get" | "create" | "update">;
  readonly lease: Required<ObjectKey>;
  /** Unique among all processes and their restarts. */
  readonly identity: string;
  /** Default: controller-runtime's values. */
  readonly timing?: LeaseTiming;
}

/**
 * Elects one of several processes as the leader through a Lease, which the leader keeps renewing. The election depends
 * on how long this process has seen the Lease unchanged by its own monotonic clock. The times in the Lease are only for
 * people, because the clocks of different machines differ and jump.
 */
export class LeaderElector {
  readonly #options: LeaderElectorOptions;
  readonly #timing: LeaseTiming;
  /** The Lease as last seen, and the time when this version was first seen. */
  #seen: { readonly version: string | undefined; readonly at: number; readonly durationMs: number } | undefined;
  /**
   * The Lease as this process last wrote it: as long as no other client writes it, a renewal takes one call instead of
   * two.
   */
  #written: Lease | undefined;
  /**
   * The time when the last successful renewal was sent. Undefined: never the leader. -Infinity: no longer the leader.
   */
  #renewedAt: number | undefined;

  constructor(options: LeaderElectorOptions) {
    this.#options = options;
    this.#timing = options.timing ?? defaultLeaseTiming;
  }

  /** Leaves time for a second attempt after a failed one. */
  get #requestTimeoutMs(): number {
    return Math.ceil(this.#timing.renewDeadlineMs / 2);
  }

  get leaseName(): string {
    return this.#options.lease.name;
  }

  /**
   * Rejects writes from the moment when another process may soon lead. Called before each write, and again right before
   * its bytes leave, so that a process that was stopped or blocked for a while cannot write before it notices.
   *
   * @throws TsopError `runtime/leader-election-lost`
   */
  checkMayWrite(): void {
    if (this.#renewedAt !== undefined && this.#timeLeft() <= 0) throw this.#lost();
  }

  /** Waits until this process leads. Returns false if the signal fires first. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, random, log, lease, identity } = this.#options;
    const fields = { lease: showKey(lease), identity };
    log.info("waiting for the lease", fields);
    while (!signal.aborted) {
      if ((await this.#tryToHold(signal, this.#requestTimeoutMs)) === "ours") {
        log.info("this process leads", fields);
        return true;
      }
      await sleep(clock, this.#timing.retryPeriodMs * (1 + random() * retryJitter), signal);
    }
    return false;
  }

  /**
   * Renews the lease until the signal fires.
   *
   * @throws TsopError `runtime/leader-election-lost` if no renewal succeeds in time, or another process leads
   */
  async hold(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.#options.clock, Math.min(this.#timing.retryPeriodMs, Math.max(0, this.#timeLeft())), signal);
      if (signal.aborted) return;
      const timeLeft = this.#timeLeft();
      if (timeLeft <= 0) throw this.#lost();
      if ((await this.#tryToHold(signal, Math.min(this.#requestTimeoutMs, timeLeft))) === "theirs") {
        this.#renewedAt = -Infinity;
        throw this.#lost();
      }
    }
  }

  /**
   * Lets another process lead at once, and rejects writes from then on. Best effort: if it fails, the other processes
   * wait until the lease expires.
   */
  async release(): Promise<void> {
    this.#renewedAt = -Infinity;
    if (!this.#timing.releaseOnCancel) return;
    const { client, lease, identity, clock, log } = this.#options;
    const signal = AbortSignal.timeout(this.#requestTimeoutMs);
    try {
      const current = await client.get(Lease, lease, { signal });
      if (current?.spec?.holderIdentity !== identity) return;
      const renewTime = toMicroTime(clock.now());
      const spec = { ...current.spec, holderIdentity: "", leaseDurationSeconds: 1, renewTime };
      await client.update({ ...current, spec }, { signal });
      log.info("released the lease");
    } catch (error) {
      log.warn("cannot release the lease", { error });
    }
  }

  /** Returns the milliseconds until this process must assume that another process leads. */
  #timeLeft(): number {
    return (this.#renewedAt ?? 0) + this.#timing.renewDeadlineMs - this.#options.clock.monotonic();
  }

  #lost(): TsopError {
    const lease = showKey(this.#options.lease);
    return new TsopError("runtime/leader-election-lost", `leader election lost: lease ${lease}`, {
      hint: "This process did not renew it in time: the API server did not respond, or the process was blocked or stopped.",
    });
  }

  /** Never rejects. */
  async #tryToHold(signal: AbortSignal, timeoutMs: number): Promise<"ours" | "theirs" | "unknown"> {
    const { clock, log } = this.#options;
    const sentAt = clock.monotonic();
    const request = linkSignals([signal]);
    const cancelTimer = clock.setTimer(timeoutMs, () =>
      request.abort(new Error(`the API server did not respond within ${Math.ceil(timeoutMs) / 1000} s`)),
    );
    try {
      if (!(await this.#takeOrRenew(request.signal))) return "theirs";
      this.#renewedAt = sentAt;
      return "ours";
    } catch (error) {
      // Another process was faster, which is a normal outcome of leader election.
      if (!isConflict(error) && !isAlreadyExists(error) && !signal.aborted) {
        log.warn("cannot get or renew the lease", { error });
      }
      return "unknown";
    } finally {
      cancelTimer();
      request.release();
    }
  }

  /** Returns false if another process holds the lease. */
  async #takeOrRenew(signal: AbortSignal): Promise<boolean> {
    const { client, lease, identity, clock } = this.#options;
    if (await this.#renewWritten(signal)) return true;
    const current = await client.get(Lease, lease, { signal });
    const now = toMicroTime(clock.now());
    if (current === undefined) {
      const spec = { ...this.#renewal(), acquireTime: now, leaseTransitions: 0 };
      const created: Lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { ...lease }, spec };
      this.#written = await client.create(created, { signal });
      return true;
    }
    const isOurs = current.spec?.holderIdentity === identity;
    if (!isOurs && this.#isHeldByAnother(current)) return false;
    const change = isOurs ? {} : { acquireTime: now, leaseTransitions: (current.spec?.leaseTransitions ?? 0) + 1 };
    // The update contains the resourceVersion: if another client wrote in between, its write wins.
    const update = { ...current, spec: { ...current.spec, ...this.#renewal(), ...change } };
    this.#written = await client.update(update, { signal });
    return true;
  }

  /** Returns false if another client has written the Lease since, so that it must be read. */
  async #renewWritten(signal: AbortSignal): Promise<boolean> {
    const written = this.#written;
    if (written === undefined) return false;
    try {
      const update = { ...written, spec: { ...written.spec, ...this.#renewal() } };
      this.#written = await this.#options.client.update(update, { signal });
      return true;
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
      this.#written = undefined;
      return false;
    }
  }

  #renewal(): NonNullable<Lease["spec"]> {
    const { identity, clock } = this.#options;
    const renewTime = toMicroTime(clock.now());
    return { holderIdentity: identity, leaseDurationSeconds: this.#timing.leaseDurationMs / 1000, renewTime };
  }

  #isHeldByAnother({ spec, metadata }: Lease): boolean {
    const now = this.#options.clock.monotonic();
    if (this.#seen?.version !== metadata.resourceVersion || this.#seen === undefined) {
      const durationMs = (spec?.leaseDurationSeconds ?? this.#timing.leaseDurationMs / 1000) * 1000;
      this.#seen = { version: metadata.resourceVersion, at: now, durationMs };
    }
    if (spec?.holderIdentity === undefined || spec.holderIdentity === "") return false;
    return now - this.#seen.at < this.#seen.durationMs;
  }
}
