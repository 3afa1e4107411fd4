import type { Server } from "node:http";
import type { Registry } from "prom-client";
import { TsopError } from "../../../core/errors.js";
import type { ServingCertificate } from "../../../core/serving-certificate.js";
import { withLinkedSignal } from "../../../core/linked-signal.js";
import { Secret } from "../../../k8s/core/v1.js";
import { isAlreadyExists, isConflict, isNotFound } from "../../../kube/api-error.js";
import { jsonPatch } from "../../../kube/client.js";
import { type ObjectKey, showKey } from "../../../kube/objects.js";
import { Retries } from "../../cache/keep-trying.js";
import { createGuardedTlsServer, type GuardedServerOptions, type Handler } from "../../http/guarded-server.js";
import { sleep } from "../../../core/clock.js";
import { bundlePatch } from "./ca-bundles.js";
import { createCertificateMetrics } from "./certificate-metrics.js";
import { type CertificatePurpose, explainRights } from "./certificate-rights.js";
import {
  bundleOf,
  type Certificates,
  type FoundSecret,
  noCertificates,
  readSecret,
  toSecret,
} from "./certificate-secret.js";
import type { CertificateTiming } from "./certificate-timing.js";
import { type BundleTargets, CertificateWatches, type CertificateWatchesOptions } from "./certificate-watches.js";
import { makeCertificates } from "./make-certificates.js";
import { type CertificatePlan, planCertificates } from "./plan-certificates.js";

export interface OwnCertificatesOptions extends CertificateWatchesOptions {
  readonly purpose: CertificatePurpose;
  readonly timing: CertificateTiming;
  /** The field manager of the written fields. */
  readonly fieldManager: string;
  /** Called with the certificate to serve from now on. */
  readonly onCertificate: (certificate: ServingCertificate) => void;
  readonly registry: Registry;
}

/** The longest pause between two checks, after which any missed change is noticed. */
const longestWaitMs = 60 * 60_000;
/** The retry delay after another process has written in between, in case the watch does not report that. */
const conflictMs = 1_000;

/** The settings that name the Secret, or a folder with certificates of another program. */
const places: Readonly<Record<CertificatePurpose, { readonly secret: string; readonly instead: string }>> = {
  webhooks: { secret: "--webhook-cert-secret", instead: "--webhook-cert-path" },
  metrics: { secret: "--metrics-cert-secret", instead: "--metrics-cert-path" },
  "extension API": { secret: "`certificate.secret` or APISERVER_CERT_SECRET", instead: "APISERVER_CERT_PATH" },
};

/**
 * Manages the certificate of a server. The operator creates it and stores it in a Secret that all replicas share. Any
 * replica creates missing parts; the API server accepts the first write, and the other replicas use its result. The
 * replicas write the trusted authorities to every object that names the Service.
 *
 * Each write is based on a Secret that was read after the object, so that a slow replica cannot restore an older
 * bundle.
 */
export class OwnCertificates {
  readonly #options: OwnCertificatesOptions;
  readonly #names: readonly string[];
  readonly #watches: CertificateWatches;
  readonly #metrics;
  readonly #retries: Retries;
  readonly #jitter: number;
  /** The last valid certificates: they are served until better ones exist, whatever happens to the Secret. */
  #known: Certificates | undefined;
  /** The time since which all objects that name the Service have trusted this authority, by the monotonic clock. */
  #trusted: { readonly pem: string; readonly since: number } | undefined;
  #hasInjected = false;
  #failure: unknown;
  #wake = new AbortController();

  constructor(options: OwnCertificatesOptions) {
    const client = explainRights(options.client, options.purpose);
    this.#options = { ...options, client };
    this.#names = serviceNames(options.service);
    this.#watches = new CertificateWatches(this.#options, () => this.#wake.abort());
    this.#metrics = createCertificateMetrics(options.registry, options.purpose);
    this.#retries = new Retries(options, {
      failed: `cannot maintain the certificate of the ${options.purpose}; retrying`,
      works: `maintaining the certificate of the ${options.purpose} again`,
    });
    this.#jitter = options.random();
  }

  /** Throws if the server cannot serve yet, or no longer. */
  check(): void {
    const serving = this.#known?.serving;
    const why = this.#failure instanceof Error ? `: ${this.#failure.message}` : "";
    if (serving === undefined) throw new Error(`no certificate exists yet${why}`);
    if (serving.notAfter <= this.#options.clock.now()) throw new Error(`the certificate has expired${why}`);
    this.#watches.check();
    if (!this.#hasInjected) throw new Error(`not every configuration contains the CA yet${why}`);
  }

  /** Resolves when the signal fires, never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    this.#watches.start();
    while (!signal.aborted) {
      const pauseMs = await this.#attempt(signal);
      if (pauseMs > 0) await withLinkedSignal([signal, this.#wake.signal], (end) => sleep(clock, pauseMs, end));
    }
    await this.#watches.stop();
  }

  /** Runs {@link #turn}; logs a failure, and resolves with the delay before the next attempt. */
  async #attempt(signal: AbortSignal): Promise<number> {
    this.#wake = new AbortController();
    try {
      const pauseMs = await this.#turn(signal);
      this.#failure = undefined;
      this.#retries.succeeded();
      this.#retries.resetDelay();
      return pauseMs;
    } catch (error) {
      if (signal.aborted) return 0;
      this.#failure = error;
      this.#retries.failed(error);
      this.#metrics.failed();
      this.#wake = new AbortController(); // changes in the meantime must not shorten the delay after a failure
      return this.#retries.nextDelay();
    }
  }

  /** Does the due work, and resolves with the delay until the next work. */
  async #turn(signal: AbortSignal): Promise<number> {
    const { client, secret, service, timing, clock } = this.#options;
    const targets = this.#watches.targets(); // read before the Secret: what becomes known later is written in the next turn
    const found = readSecret(await client.get(Secret, secret, { signal }), service.name, this.#names);
    if (found.kind === "foreign") throw this.#foreign(found.why);
    const certificates = this.#usable(found);
    const plan = planCertificates(certificates, {
      ...{ now: clock.now(), timing, jitter: this.#jitter, isNewestTrusted: this.#settleMs(certificates) === 0 },
    });
    if (plan.kind === "write") return this.#write(plan, certificates, found, signal);
    const isConflict = await this.#inject(targets, certificates, signal);
    const waits = [longestWaitMs, plan.until - clock.now(), this.#settleMs(certificates) || longestWaitMs];
    return Math.max(1, Math.min(...waits, ...(isConflict ? [conflictMs] : [])));
  }

  /**
   * Returns the certificates to continue from: those of the Secret if it is complete, else also the served ones, so
   * that they stay in use.
   */
  #usable(found: FoundSecret): Certificates {
    if (found.kind === "own" && found.faults.length === 0 && found.certificates.serving !== undefined) {
      this.#serve(found.certificates);
      return found.certificates;
    }
    const rest = found.kind === "own" ? found.certificates : noCertificates;
    if (found.kind === "own" && found.faults.length > 0) {
      this.#options.log.warn(`the Secret of the ${this.#options.purpose}' certificate is damaged`, {
        faults: found.faults,
      });
    }
    if (this.#known === undefined) return rest;
    const pems = new Set(rest.authorities.map(({ pem }) => pem));
    const authorities = [...rest.authorities, ...this.#known.authorities.filter(({ pem }) => !pems.has(pem))];
    return { authorities, authorityKey: undefined, serving: this.#known.serving };
  }

  #serve(certificates: Certificates): void {
    const { onCertificate, log } = this.#options;
    const { serving, authorities } = certificates;
    const before = this.#known?.serving;
    this.#known = certificates;
    const [newest] = authorities;
    if (serving === undefined || newest === undefined) return;
    this.#metrics.inUse({ serving: serving.notAfter, authority: newest.notAfter });
    if (serving.cert === before?.cert && serving.key === before.key) return;
    onCertificate(serving);
    const until = new Date(serving.notAfter).toISOString();
    log.info(before === undefined ? "serving with a certificate" : "using the renewed certificate", { until });
  }

  async #write(
    plan: CertificatePlan & { kind: "write" },
    { authorities, authorityKey }: Certificates,
    found: FoundSecret,
    signal: AbortSignal,
  ): Promise<number> {
    const { client, secret, service, timing, clock, log, fieldManager } = this.#options;
    const newest = authorities[0];
    const authority =
      newest === undefined || authorityKey === undefined ? undefined : { cert: newest.pem, key: authorityKey };
    const made = await makeCertificates(plan, authority, {
      names: this.#names,
      service: service.name,
      timing,
      now: clock.now(),
    });
    const before = found.kind === "own" ? found.secret : undefined;
    const object = toSecret(secret, service.name, before, made);
    try {
      if (before === undefined) await client.create(object, { signal, fieldManager });
      else await client.update(object, { signal, fieldManager });
    } catch (error) {
      // Another replica was faster: the next turn uses what it wrote.
      if (isAlreadyExists(error) || isConflict(error) || (isNotFound(error) && before !== undefined)) return 0;
      throw error;
    }
    this.#metrics.issued();
    log.info(`wrote the certificate of the ${this.#options.purpose}`, { secret: showKey(secret), why: plan.why });
    return 0;
  }

  /**
   * Writes the trusted authorities wherever they are not correct. Resolves with true if another client has written in
   * between.
   */
  async #inject(
    { known, isComplete }: BundleTargets,
    { authorities }: Certificates,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { client, service, log, fieldManager, clock } = this.#options;
    const bundle = bundleOf(authorities);
    let [isRight, isConflicting] = [isComplete, false];
    const failures: unknown[] = [];
    for (const { kind, object } of known) {
      const operations = bundlePatch(object, service, bundle);
      if (operations.length === 0) continue;
      isRight = false;
      const name = `${kind.kind} ${object.metadata.name}`;
      try {
        await client.patch(kind, { name: object.metadata.name }, jsonPatch(operations), { signal, fieldManager });
        this.#metrics.injected();
        log.info(`wrote the CA of the ${this.#options.purpose}`, { to: name });
      } catch (error) {
        if (isConflict(error) || isNotFound(error)) isConflicting = true;
        else failures.push(error); // the other objects must not wait for it
      }
    }
    if (failures.length > 0) throw failures[0];
    if (!isRight) this.#trusted = undefined;
    else {
      const pem = authorities[0]?.pem ?? "";
      if (this.#trusted?.pem !== pem) this.#trusted = { pem, since: clock.monotonic() };
      this.#hasInjected = true;
    }
    return isConflicting;
  }

  /**
   * Returns the time until the newest authority has been known long enough to rely on it; undefined if it is not known.
   */
  #settleMs({ authorities }: Certificates): number | undefined {
    const { timing, clock } = this.#options;
    if (this.#trusted === undefined || this.#trusted.pem !== authorities[0]?.pem) return undefined;
    return Math.max(0, this.#trusted.since + timing.settleMs - clock.monotonic());
  }

  #foreign(why: string): TsopError {
    const { secret, purpose } = this.#options;
    const { secret: where, instead } = places[purpose];
    return new TsopError(
      "runtime/foreign-secret",
      `Secret ${showKey(secret)} does not belong to this operator: ${why}`,
      {
        hint:
          `Choose another name with ${where}, or delete the Secret if no program uses it.\n` +
          `To use certificates of another program, mount them and set ${instead}.`,
      },
    );
  }
}

/** A server that does not listen yet. */
export interface CertifiedServer {
  readonly server: Server;
  /** The manager of the server's certificate, if this process creates it. */
  readonly certificates?: Pick<OwnCertificates, "check" | "run">;
}

/** Creates an HTTPS server with such a certificate. No client can connect until the certificate exists. */
export function createOwnTlsServer(
  handler: Handler,
  guarded: GuardedServerOptions,
  options: Omit<OwnCertificatesOptions, "log" | "clock" | "onCertificate">,
): Required<CertifiedServer> {
  const { log, clock } = guarded;
  const server = createGuardedTlsServer(handler, undefined, guarded);
  const onCertificate = (certificate: ServingCertificate): void => server.setSecureContext(certificate);
  return { server, certificates: new OwnCertificates({ ...options, log, clock, onCertificate }) };
}

/** Returns the DNS names of a Service. */
export function serviceNames({ namespace, name }: Required<ObjectKey>): string[] {
  const full = `${name}.${namespace}.svc`;
  return [full, `${full}.cluster.local`, `${name}.${namespace}`, name];
}
