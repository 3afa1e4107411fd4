/** Installs the CRDs of a bundle in a cluster, and creates the examples. */
import { CustomResourceDefinition, isCrd } from "../../../cluster/crd.js";
import { poll, until } from "../../../cluster/poll.js";
import { waitUntilServed } from "../../../cluster/wait-until-served.js";
import { TsopError } from "../../../core/errors.js";
import { isJsonObject, type JsonObject } from "../../../core/json.js";
import { isAlreadyExists } from "../../../kube/api-error.js";
import { defineKind, type KubeObject, showKey } from "../../../kube/objects.js";
import type { Bundle } from "../../../olm/read/bundle.js";
import type { LiveBundle } from "../../../olm/scorecard/live-bundle.js";
import { fieldAt } from "../../../olm/validate/field-at.js";
import { factsOf } from "../../../olm/validate/rule.js";
import { examplesOf, gvkOf } from "../../../olm/validate/rules/examples.js";
import { createNamespace, type ScorecardCluster } from "./open-cluster.js";

/** How long the API server may take to serve a kind, and objects to disappear. */
const patienceMs = 30_000;
/** An object whose status has not changed for so long is settled. */
const settledMs = 500;

export interface TriedBundleOptions {
  readonly cluster: ScorecardCluster;
  readonly signal: AbortSignal;
}

/** A bundle in a cluster. It remembers what it has created, and deletes nothing else. */
export class TriedBundle {
  readonly #bundle: Bundle;
  readonly #cluster: ScorecardCluster;
  readonly #signal: AbortSignal;
  readonly #createdCrds: CustomResourceDefinition[] = [];
  readonly #served = new Set<string>();
  readonly #created: KubeObject[] = [];
  readonly #stored = new Map<number, KubeObject>();
  readonly #rejected: string[] = [];
  readonly #remarks: string[] = [];

  constructor(bundle: Bundle, { cluster, signal }: TriedBundleOptions) {
    this.#bundle = bundle;
    this.#cluster = cluster;
    this.#signal = signal;
  }

  get live(): LiveBundle {
    const stored = new Map([...this.#stored].map(([index, object]) => [index, toJson(object)]));
    return { stored, rejected: this.#rejected, remarks: this.#remarks };
  }

  get examples(): readonly KubeObject[] {
    return [...this.#stored.values()];
  }

  /**
   * Creates the CRDs that the cluster does not have.
   *
   * @param prepare - changes CRDs before they are created
   */
  async installCrds(prepare: (crds: CustomResourceDefinition[]) => Promise<CustomResourceDefinition[]>): Promise<void> {
    const crds: CustomResourceDefinition[] = [];
    for (const { document, name } of this.#bundle.crds) {
      if (isCrd(document.value)) crds.push(document.value);
      else this.#rejected.push(`the API server does not serve the version of the CRD ${name}`);
    }
    for (const crd of await prepare(crds)) {
      const { name } = crd.metadata;
      await this.#orRejected(`the CRD ${name}`, () => this.#installCrd(crd));
    }
  }

  async #installCrd(crd: CustomResourceDefinition): Promise<void> {
    const { client } = this.#cluster;
    const existing = await client.get(CustomResourceDefinition, { name: crd.metadata.name }, { signal: this.#signal });
    if (existing === undefined) {
      await client.create<CustomResourceDefinition>(crd, { signal: this.#signal });
      this.#createdCrds.push(crd);
    }
    await waitUntilServed(client, crd, { timeoutMs: patienceMs, signal: this.#signal });
    this.#served.add(`${crd.spec.group}/${crd.spec.names.kind}`);
  }

  async createExamples(): Promise<void> {
    const { csv } = factsOf(this.#bundle);
    const examples = csv === undefined ? undefined : examplesOf(csv);
    if (examples?.kind !== "examples") return; // the tests report why
    for (const [index, example] of examples.objects.entries()) {
      const { group, kind } = gvkOf(example);
      const shown = `${kind} ${nameOf(example)}`;
      if (this.#served.has(`${group}/${kind}`)) {
        await this.#orRejected(`the example ${shown}`, () => this.#createExample(index, example));
      } else if (!this.#defines(group, kind)) {
        this.#remarks.push(`tsop did not create the example ${shown}: the bundle does not contain its CRD`);
      }
    }
  }

  /** Returns whether the bundle contains the CRD of a kind, which the API server may have rejected. */
  #defines(group: string, kind: string): boolean {
    return this.#bundle.crds.some(
      ({ document: { value } }) =>
        fieldAt(value, ["spec", "group"]) === group && fieldAt(value, ["spec", "names", "kind"]) === kind,
    );
  }

  async #createExample(index: number, example: JsonObject): Promise<void> {
    const { client, namespace } = this.#cluster;
    const object = Object.fromEntries(Object.entries(example).filter(([name]) => name !== "status"));
    const metadata = isJsonObject(example["metadata"]) ? example["metadata"] : {};
    const { apiVersion, kind } = example;
    if (typeof apiVersion !== "string" || typeof kind !== "string") return; // #served contains only such examples
    const of = defineKind<KubeObject>(apiVersion, kind);
    const { namespaced } = await client.mapper.get(of);
    const own = typeof metadata["namespace"] === "string" ? metadata["namespace"] : "";
    const place = namespaced ? { namespace: own === "" ? namespace : own } : {};
    if (own !== "") await createNamespace(this.#cluster, own, this.#signal);
    try {
      const sent = { ...object, apiVersion, kind, metadata: { ...metadata, ...place } };
      const created = await client.create<KubeObject>(sent, { signal: this.#signal });
      this.#created.push(created);
      this.#stored.set(index, created);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const key = { ...place, name: nameOf(example) };
      const stored = await client.getOrThrow(of, key, { signal: this.#signal });
      this.#stored.set(index, stored);
      // Another example may be the same object in another version.
      if (this.#created.some(({ metadata: { uid } }) => uid === stored.metadata.uid)) return;
      this.#remarks.push(`${kind} ${showKey(key)} existed before the tests: tsop tests it as it is, and keeps it`);
    }
  }

  /** Waits until the operator has written the status of each example whose kind has one. */
  async waitForStatus(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const waits = [...this.#stored].map(async ([index, object]) => {
      if (!this.#hasStatus(object)) return;
      const settled = await this.#settled(object, timeoutMs, signal);
      if (settled !== undefined) this.#stored.set(index, settled);
      else {
        const shown = `${object.kind} ${showKey(object.metadata)}`;
        this.#remarks.push(`no operator wrote the status of ${shown} within ${timeoutMs / 1000} s`);
      }
    });
    await Promise.all(waits);
  }

  #hasStatus({ apiVersion, kind }: KubeObject): boolean {
    return this.#bundle.crds.some(({ document: { value } }) => {
      if (!isCrd(value) || value.spec.names.kind !== kind) return false;
      const version = value.spec.versions.find(({ name }) => `${value.spec.group}/${name}` === apiVersion);
      return version !== undefined && "subresources" in version;
    });
  }

  async #settled({ apiVersion, kind, metadata }: KubeObject, timeoutMs: number, signal: AbortSignal) {
    const { client } = this.#cluster;
    const of = defineKind<KubeObject>(apiVersion, kind);
    let last: { readonly version: string | undefined; readonly since: number } = { version: undefined, since: 0 };
    return poll(
      async () => {
        const now = await client.get(of, metadata, { signal });
        if (now === undefined || Object.keys(toJson(now)["status"] ?? {}).length === 0) return undefined;
        const version = now.metadata.resourceVersion;
        if (last.version !== version) last = { version, since: performance.now() };
        return performance.now() - last.since >= settledMs ? now : undefined;
      },
      { timeoutMs, signal },
    );
  }

  /** Deletes what it has created. Returns the objects that are still there, because a finalizer holds them. */
  async remove(): Promise<readonly string[]> {
    const { client } = this.#cluster;
    // The command may have been interrupted.
    const { signal } = new AbortController();
    const left: string[] = [];
    for (const { apiVersion, kind, metadata } of this.#created) {
      const of = defineKind<KubeObject>(apiVersion, kind);
      const { namespace, name, uid } = metadata;
      await client.delete(of, metadata, { ...(uid === undefined ? {} : { preconditions: { uid } }), signal });
      const isGone = await until(async () => (await client.get(of, metadata, { signal }))?.metadata.uid !== uid, {
        timeoutMs: patienceMs,
        signal,
      });
      if (!isGone) left.push(`${kind} ${showKey({ name, ...(namespace === undefined ? {} : { namespace }) })}`);
    }
    if (left.length > 0) return left; // without their CRDs, these objects would be lost
    for (const { metadata } of this.#createdCrds) await client.delete(CustomResourceDefinition, metadata, { signal });
    return left;
  }

  /** Records an error of the API server, which is a finding about the bundle. */
  async #orRejected(what: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      this.#signal.throwIfAborted();
      this.#rejected.push(`the API server rejects ${what}: ${error.message}`);
    }
  }
}

/** Returns the CRDs without conversions by an operator that does not run. */
export function withoutConversions(crds: readonly CustomResourceDefinition[]): CustomResourceDefinition[] {
  return crds.map((crd) =>
    crd.spec.conversion?.strategy === "Webhook"
      ? { ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } }
      : crd,
  );
}

function nameOf(example: JsonObject): string {
  const name = fieldAt(example, ["metadata", "name"]);
  return typeof name === "string" ? name : "";
}

/** Returns the object as JSON, which it came from. */
function toJson(object: KubeObject): JsonObject {
  return Object.fromEntries(Object.entries(object));
}
