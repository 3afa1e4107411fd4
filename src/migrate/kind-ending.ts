import { CustomResourceDefinition } from "../k8s/apiextensions/v1.js";
import type { Reader } from "../kube/client.js";
import type { Kind } from "../kube/objects.js";
import { listAll } from "../kube/pages.js";

/** Tells whether the CRD of a kind is being deleted, which deletes its objects. */
export class KindEnding {
  readonly #reader: Reader;
  readonly #kind: Kind;
  #name: string | undefined;

  constructor(reader: Reader, kind: Kind) {
    this.#reader = reader;
    this.#kind = kind;
  }

  /** Reads the CRD on the API server: a cache could show its state before the deletion. */
  async read(signal: AbortSignal): Promise<boolean> {
    const crd = this.#name === undefined ? await this.#find(signal) : await this.#get(this.#name, signal);
    this.#name = crd?.metadata.name;
    return crd?.metadata.deletionTimestamp !== undefined;
  }

  #get(name: string, signal: AbortSignal): Promise<CustomResourceDefinition | undefined> {
    return this.#reader.get(CustomResourceDefinition, { name }, { signal });
  }

  async #find(signal: AbortSignal): Promise<CustomResourceDefinition | undefined> {
    const { group, kind } = this.#kind;
    for await (const crd of listAll(this.#reader, CustomResourceDefinition, { signal })) {
      if (crd.spec.group === group && crd.spec.names.kind === kind) return crd;
    }
    return undefined;
  }
}
