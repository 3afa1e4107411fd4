import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";

/** The addresses of pods: each in use belongs to one pod. They reach no server. */
export class PodAddresses {
  readonly #used = new Map<string, string>();
  #last = 9;

  constructor(pods: readonly Stored<Pod>[]) {
    for (const { metadata, status } of pods) if (status.podIP !== undefined) this.#used.set(status.podIP, metadata.uid);
  }

  /** Returns an address for the pod. */
  next({ metadata }: Stored<Pod>): string {
    do this.#last = (this.#last + 1) % 0xffff;
    while (this.#used.has(this.#at()) || this.#last % 256 === 0);
    this.#used.set(this.#at(), metadata.uid);
    return this.#at();
  }

  release({ metadata, status }: Stored<Pod>): void {
    const { podIP = "" } = status;
    if (this.#used.get(podIP) === metadata.uid) this.#used.delete(podIP);
  }

  #at(): string {
    return `10.244.${this.#last >> 8}.${this.#last & 255}`;
  }
}
