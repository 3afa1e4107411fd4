/** What the controller of claims and volumes reads and writes. */
import { defined } from "../../../core/defined.js";
import type { PersistentVolume, PersistentVolumeClaim, Pod } from "../../../k8s/core/v1.js";
import type { StorageClass } from "../../../k8s/storage/v1.js";
import { timeText } from "../../objects/write.js";
import type { ControllerObjects } from "../controller-objects.js";
import { EventRecorder } from "../shared/event-recorder.js";
import { KindObjects } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import type { Claim, Volume } from "./matching-volume.js";

type VolumePhase = NonNullable<Volume["status"]["phase"]>;
type ClaimPhase = NonNullable<Claim["status"]["phase"]>;

export const boundByController = "pv.kubernetes.io/bound-by-controller";
export const bindCompleted = "pv.kubernetes.io/bind-completed";
export const provisionedBy = "pv.kubernetes.io/provisioned-by";
export const selectedNode = "volume.kubernetes.io/selected-node";
const provisionerMarks = ["volume.kubernetes.io/storage-provisioner", "volume.beta.kubernetes.io/storage-provisioner"];

export class BindingParts {
  readonly claims: KindObjects<PersistentVolumeClaim>;
  readonly volumes: KindObjects<PersistentVolume>;
  readonly classes: KindObjects<StorageClass>;
  readonly pods: KindObjects<Pod>;
  readonly events: EventRecorder;
  readonly objects: ControllerObjects;

  constructor(objects: ControllerObjects) {
    this.objects = objects;
    this.claims = new KindObjects(objects, kinds.claims);
    this.volumes = new KindObjects(objects, kinds.volumes);
    this.classes = new KindObjects(objects, kinds.storageClasses);
    this.pods = new KindObjects(objects, kinds.pods);
    this.events = new EventRecorder(objects, "persistentvolume-controller");
  }

  /** Binds both. Each write that another write prevents is repeated when the other is observed. */
  async bind(claim: Claim, volume: Volume): Promise<void> {
    const reserved = await this.#reserve(volume, claim);
    const bound = reserved === undefined ? undefined : await this.setVolumePhase(reserved, "Bound");
    const named = bound === undefined ? undefined : await this.#nameVolume(claim, bound);
    if (named !== undefined && bound !== undefined) await this.setClaimPhase(named, "Bound", bound);
  }

  /** Makes a volume available: for any claim if the controller chose the claim, else for the claim that the volume names. */
  async unbind(volume: Volume): Promise<void> {
    const free = await this.volumes.update(volume, ({ metadata, spec }) => {
      const { [boundByController]: mark, ...annotations } = metadata.annotations ?? {};
      metadata.annotations = annotations;
      if (mark !== undefined) delete spec.claimRef;
      else delete spec.claimRef?.uid;
    });
    if (free !== undefined) await this.setVolumePhase(free, "Available");
  }

  async setVolumePhase(volume: Volume, phase: VolumePhase, message = ""): Promise<Volume | undefined> {
    if (volume.status.phase === phase) return volume;
    const status = { phase, ...(message === "" ? {} : { message }), lastPhaseTransitionTime: this.#time() };
    return this.volumes.update(volume, (copy) => (copy.status = status), "status");
  }

  /** @param volume - absent: the claim has none */
  async setClaimPhase(claim: Claim, phase: ClaimPhase, volume?: Volume): Promise<Claim | undefined> {
    if (claim.status.phase === phase) return claim;
    const { accessModes, capacity, volumeAttributesClassName: currentVolumeAttributesClassName } = volume?.spec ?? {};
    return this.claims.update(
      claim,
      ({ status }) => {
        status.phase = phase;
        delete status.accessModes;
        delete status.capacity;
        Object.assign(status, defined({ accessModes, capacity, currentVolumeAttributesClassName }));
      },
      "status",
    );
  }

  /** Tells provisioners outside of Kubernetes that a claim waits for them. */
  async markForProvisioner(claim: Claim, provisioner: string): Promise<Claim | undefined> {
    if (provisionerMarks.every((mark) => claim.metadata.annotations?.[mark] === provisioner)) return claim;
    const marks = Object.fromEntries(provisionerMarks.map((mark) => [mark, provisioner]));
    return this.claims.update(claim, ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, ...marks };
    });
  }

  async #reserve(volume: Volume, claim: Claim): Promise<Volume | undefined> {
    const { claimRef } = volume.spec;
    const { apiVersion, kind } = claim;
    const { namespace, name, uid, resourceVersion = "" } = claim.metadata;
    const isNamed = claimRef?.name === name && claimRef.namespace === namespace;
    if (isNamed && claimRef.uid === uid) return volume;
    return this.volumes.update(volume, ({ metadata, spec }) => {
      spec.claimRef = { apiVersion, kind, namespace, name, uid, resourceVersion };
      if (!isNamed) metadata.annotations = { ...metadata.annotations, [boundByController]: "yes" };
    });
  }

  async #nameVolume(claim: Claim, { metadata: { name: volumeName } }: Volume): Promise<Claim | undefined> {
    const isNamed = claim.spec.volumeName === volumeName;
    if (isNamed && claim.metadata.annotations?.[bindCompleted] !== undefined) return claim;
    return this.claims.update(claim, ({ metadata, spec }) => {
      spec.volumeName = volumeName;
      const mark: Record<string, string> = isNamed ? {} : { [boundByController]: "yes" };
      metadata.annotations = { ...metadata.annotations, ...mark, [bindCompleted]: "yes" };
    });
  }

  #time(): string {
    return timeText(this.objects.parts.now());
  }
}
