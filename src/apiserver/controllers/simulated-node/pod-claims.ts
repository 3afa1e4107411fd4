/** The claims of pods that wait for a node. Source: kubernetes/pkg/scheduler/framework/plugins/volumebinding. */
import type { Node, Pod } from "../../../k8s/core/v1.js";
import type { ControllerObjects } from "../controller-objects.js";
import type { Stored } from "../shared/kind-objects.js";
import { bindCompleted, BindingParts, selectedNode } from "../volume-binding/binding-parts.js";
import { type Claim, classOf, findVolume, isDelayed, isReachedFrom } from "../volume-binding/matching-volume.js";

export class PodClaims {
  readonly #parts: BindingParts;

  constructor(objects: ControllerObjects) {
    this.#parts = new BindingParts(objects);
  }

  /** Returns why the pod can run on no node. */
  faultOf(pod: Stored<Pod>): string | undefined {
    const missing = namesOf(pod).find((name) => this.#parts.claims.get(pod.metadata.namespace, name) === undefined);
    if (missing !== undefined) return `persistentvolumeclaim ${JSON.stringify(missing)} not found`;
    const isWaiting = this.#claims(pod).some((claim) => !isBound(claim) && !this.#isDelayed(claim));
    return isWaiting ? "pod has unbound immediate PersistentVolumeClaims" : undefined;
  }

  /** Returns whether the node reaches all volumes that the pod's claims are bound to. */
  areReachedFrom(node: Stored<Node>, pod: Stored<Pod>): boolean {
    return this.#claims(pod).every(({ spec: { volumeName = "" } }) => {
      const volume = this.#parts.volumes.get("", volumeName);
      return volume === undefined || isReachedFrom(node, volume);
    });
  }

  /** Asks for volumes that the node reaches. Returns whether all claims are bound. */
  async bind(pod: Stored<Pod>, node: Stored<Node>): Promise<boolean> {
    const waiting = this.#claims(pod).filter((claim) => !isBound(claim));
    for (const claim of waiting) {
      const volume = findVolume(claim, this.#parts.volumes.list(), { isDelayed: false, node });
      if (volume !== undefined) await this.#parts.bind(claim, volume);
      else await this.#select(claim, node);
    }
    return waiting.length === 0;
  }

  async #select(claim: Claim, { metadata: { name } }: Stored<Node>): Promise<void> {
    if (claim.metadata.annotations?.[selectedNode] === name) return;
    await this.#parts.claims.update(claim, ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, [selectedNode]: name };
    });
  }

  #claims(pod: Stored<Pod>): Claim[] {
    const { namespace } = pod.metadata;
    return namesOf(pod)
      .map((name) => this.#parts.claims.get(namespace, name))
      .filter((claim) => claim !== undefined);
  }

  #isDelayed(claim: Claim): boolean {
    return isDelayed(this.#parts.classes.get("", classOf(claim)));
  }
}

function isBound({ metadata, spec }: Claim): boolean {
  return metadata.annotations?.[bindCompleted] !== undefined && (spec.volumeName ?? "") !== "";
}

function namesOf({ spec }: Stored<Pod>): string[] {
  const names = (spec.volumes ?? []).map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName);
  return names.filter((name) => name !== undefined);
}
