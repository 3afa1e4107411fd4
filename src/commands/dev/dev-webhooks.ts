import { existsSync } from "node:fs";
import path from "node:path";
import { applyManifests, type ManifestClient } from "../../cluster/apply-manifests.js";
import type { CustomResourceDefinition } from "../../cluster/crd.js";
import { type Manifest, readManifests } from "../../cluster/manifest-files.js";
import {
  isConvertedByService,
  isWebhookConfiguration,
  pointConversion,
  pointWebhooks,
  type WebhookServer,
} from "../../cluster/point-webhooks.js";
import { until } from "../../cluster/poll.js";
import { TsopError } from "../../core/errors.js";
import { defineKind, type KubeObject } from "../../kube/objects.js";
import { writeCertificate } from "./dev-certificate.js";
import type { DevLog } from "./dev-log.js";
import { isListening } from "../../kube/local-port.js";
import { removeState, statePath } from "../../machinery/project-state.js";

export const webhookFolder = "config/webhook";
const certificateFolder = "webhook-certs";

export interface DevWebhooksParts {
  readonly root: string;
  readonly target: ManifestClient;
  readonly log: DevLog;
  /** The loopback port where the operator serves the webhooks. */
  readonly port: number;
  /** How long to wait until the operator listens. Default: 10 s. */
  readonly patienceMs?: number;
  readonly signal: AbortSignal;
}

/**
 * The webhooks of the project, which the operator serves on this machine. tsop points the configurations, which name a
 * Service, to this machine. It installs them only when the operator listens, because a webhook without a server blocks
 * all writes.
 */
export class DevWebhooks {
  readonly #parts: DevWebhooksParts;
  #server: WebhookServer | undefined;
  #wanted: readonly Manifest[] = [];
  /** Name and kind → the last installed configuration. */
  readonly #installed = new Map<string, { readonly text: string; readonly manifest: Manifest }>();
  #failure: string | undefined;
  #hasComplained = false;

  constructor(parts: DevWebhooksParts) {
    this.#parts = parts;
  }

  /** The environment variables of the operator's webhook server. */
  get env(): Readonly<Record<string, string>> {
    const { root, port } = this.#parts;
    return { WEBHOOK_PORT: String(port), WEBHOOK_CERT_PATH: statePath(root, certificateFolder) };
  }

  /** Reads the manifests, and creates the certificate if there are webhooks. Call it before the operator starts. */
  async prepare(crds: readonly CustomResourceDefinition[]): Promise<CustomResourceDefinition[]> {
    this.#wanted = this.#read();
    const isNeeded = this.#wanted.length > 0 || crds.some(isConvertedByService);
    const server = isNeeded ? (this.#server ??= await this.#makeCertificate()) : undefined;
    return server === undefined ? [...crds] : crds.map((crd) => pointConversion(crd, server));
  }

  /** Installs the webhooks. Call it when the operator runs. */
  async install(): Promise<void> {
    if (this.#server === undefined) return;
    const { target, log, port } = this.#parts;
    const pointed = pointWebhooks(this.#wanted, this.#server);
    await this.#removeBut(pointed);
    if (!(await this.#isServed())) {
      if (!this.#hasComplained && pointed.length > 0) {
        log.say(
          `the webhooks of ${webhookFolder} are not installed: no process listens on 127.0.0.1:${port} (WEBHOOK_PORT)`,
        );
      }
      this.#hasComplained = true;
      return;
    }
    this.#hasComplained = false;
    for (const manifest of pointed) {
      const [key, text] = [keyOf(manifest), JSON.stringify(manifest.object)];
      if (this.#installed.get(key)?.text === text) continue;
      await applyManifests(target, [manifest], { signal: this.#parts.signal });
      this.#installed.set(key, { text, manifest });
      log.say(`${manifest.file}: ${key} installed, served at 127.0.0.1:${port}`);
    }
  }

  close(): void {
    removeState(this.#parts.root, certificateFolder);
  }

  async #isServed(): Promise<boolean> {
    const { port, signal, patienceMs = 10_000 } = this.#parts;
    const timeoutMs = this.#hasComplained ? patienceMs / 20 : patienceMs; // the operator may not serve webhooks
    return until(() => isListening(port), { timeoutMs, signal });
  }

  async #removeBut(wanted: readonly Manifest[]): Promise<void> {
    const keys = new Set(wanted.map(keyOf));
    for (const [key, { manifest }] of this.#installed) {
      if (keys.has(key)) continue;
      const { apiVersion, kind, metadata } = manifest.object;
      await this.#parts.target.client.delete(defineKind<KubeObject>(apiVersion, kind), { name: metadata.name });
      this.#installed.delete(key);
      this.#parts.log.say(`${manifest.file}: ${key} removed`);
    }
  }

  /** Reads the configurations. If that fails, reports the error once and keeps the previous configurations. */
  #read(): readonly Manifest[] {
    const { root, log } = this.#parts;
    if (!existsSync(path.join(root, webhookFolder))) return [];
    try {
      const manifests = readManifests(root, webhookFolder).filter(({ object }) => isWebhookConfiguration(object));
      this.#failure = undefined;
      return manifests;
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      const text = JSON.stringify([error.message, error.at]);
      if (this.#failure !== text) log.fail(error);
      this.#failure = text;
      return this.#wanted;
    }
  }

  async #makeCertificate(): Promise<WebhookServer> {
    const { root, port } = this.#parts;
    return { url: `https://127.0.0.1:${port}`, caBundle: await writeCertificate(root, certificateFolder) };
  }
}

function keyOf({ object }: Manifest): string {
  return `${object.kind} ${object.metadata.name}`;
}
