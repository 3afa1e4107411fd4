import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { applyManifests, type ManifestClient } from "../../cluster/apply-manifests.js";
import { type Manifest, readManifests } from "../../cluster/manifest-files.js";
import { TsopError } from "../../core/errors.js";
import { ApiError, isConflict } from "../../kube/api-error.js";
import { showKey } from "../../kube/objects.js";
import type { DevLog } from "./dev-log.js";

const sampleFolder = "config/samples";

/**
 * Applies the samples, and applies a sample again when its text changes. Does not overwrite changes that a user has
 * made in the cluster. A sample that was deleted in the cluster is created again when its text changes.
 */
export class DevSamples {
  readonly #root: string;
  readonly #target: ManifestClient;
  readonly #log: DevLog;
  /** File and object → the last applied sample. */
  readonly #applied = new Map<string, Applied>();
  /** Unreadable files → the reported error. */
  readonly #unreadable = new Map<string, string>();
  /** The rejected samples: a changed CRD may accept them. */
  readonly #refused = new Set<string>();

  constructor(root: string, target: ManifestClient, log: DevLog) {
    this.#root = root;
    this.#target = target;
    this.#log = log;
  }

  /** @param changes - `restarted`: the group versions whose objects may be gone, because their server has started again */
  async apply(
    signal: AbortSignal,
    { haveCrdsChanged, restarted }: { readonly haveCrdsChanged: boolean; readonly restarted: ReadonlySet<string> },
  ): Promise<void> {
    const found = new Set<string>();
    const files = this.#files();
    for (const file of this.#unreadable.keys()) if (!files.includes(file)) this.#unreadable.delete(file);
    for (const file of files) {
      for (const manifest of this.#read(file)) {
        const key = `${file} ${manifest.object.kind} ${showKey(manifest.object.metadata)}`;
        found.add(key);
        const hash = createHash("sha256").update(JSON.stringify(manifest.object)).digest("base64");
        const mayWork = haveCrdsChanged && this.#refused.has(key);
        const isDone = this.#applied.get(key)?.hash === hash && !mayWork && !restarted.has(manifest.object.apiVersion);
        if (!isDone) await this.#applyOne(key, manifest, signal);
        this.#applied.set(key, { hash, manifest });
      }
    }
    this.#forgetBut(found);
  }

  /** Forgets the samples that no longer exist. Does not delete their objects, because other users may rely on them. */
  #forgetBut(found: ReadonlySet<string>): void {
    for (const [key, { manifest }] of this.#applied) {
      const { file, object } = manifest;
      if (found.has(key) || this.#unreadable.has(file)) continue;
      this.#applied.delete(key);
      if (this.#refused.delete(key)) continue;
      this.#log.say(
        `${file}: ${object.kind} ${showKey(object.metadata)} was removed from the file, and stays in the cluster`,
      );
    }
  }

  async #applyOne(key: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
    this.#refused.delete(key);
    const { kind } = manifest.object;
    try {
      const [after] = await applyManifests(this.#target, [manifest], { signal, isForced: false });
      this.#log.say(`${manifest.file}: ${kind} ${showKey(after?.metadata ?? manifest.object.metadata)} applied`);
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      const { cause } = error;
      if (cause instanceof ApiError && isConflict(cause)) {
        const causes = cause.causes.map(({ message = "", field = "" }) => `${field} (${message})`).join(", ");
        this.#log.say(
          `${manifest.file}: not applied, because another client changed the object in the cluster: ${causes}`,
        );
        return;
      }
      this.#refused.add(key);
      this.#log.fail(error);
    }
  }

  #files(): string[] {
    try {
      const names = readdirSync(path.join(this.#root, sampleFolder)).filter((name) => /\.(ya?ml|json)$/.test(name));
      return names.toSorted().map((name) => `${sampleFolder}/${name}`);
    } catch {
      return []; // no samples exist yet
    }
  }

  /** Reads one file. An unreadable file does not prevent tsop from applying the others. */
  #read(file: string): Manifest[] {
    try {
      const manifests = readManifests(this.#root, file);
      if (this.#unreadable.delete(file)) this.#log.say(`${file} is valid again`);
      return manifests;
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      const text = JSON.stringify([error.message, error.at]);
      if (this.#unreadable.get(file) !== text) this.#log.fail(error);
      this.#unreadable.set(file, text);
      return [];
    }
  }
}

interface Applied {
  readonly hash: string;
  readonly manifest: Manifest;
}
