/** Lets workloads come to what they ask for after a moment, as if nodes ran them, so that code about their status runs. */
import { isSameJson } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { objectOf } from "../json-fields.js";
import { timeText } from "../objects/write.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects } from "./controller-objects.js";
import { simulatedKinds } from "./simulated-kinds.js";
import { type Phase, simulatedStatus } from "./simulated-status.js";
import type { WorkQueue } from "./work-queue.js";

const pods = storageKeyOf("", "pods");
const simulated = new Set(simulatedKinds.map(({ group, resource }) => storageKeyOf(group, resource)));

/** How long a workload takes to become ready. */
const momentMs = 500;

export class SimulatedWorkloads {
  readonly #objects: ControllerObjects;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;
  /** By uid: the spec that has settled, or is about to. */
  readonly #specs = new Map<string, string>();

  constructor(objects: ControllerObjects) {
    this.#objects = objects;
    this.#queue = objects.queues.create((key) => this.#settle(key));
    const { store } = objects.parts;
    for (const storageKey of simulated) for (const object of store.list(storageKey)) this.#observe(storageKey, object);
    this.#unsubscribe = store.subscribeToAll((storageKey, { type, object }) => {
      if (!simulated.has(storageKey)) return;
      if (type === "DELETED") this.#forget(object);
      else this.#observe(storageKey, object);
    });
  }

  stop(): void {
    this.#unsubscribe();
    this.#queue.stop();
  }

  #observe(storageKey: string, object: ApiObject): void {
    const { namespace = "", name = "", uid = "" } = object.metadata;
    const key = (phase: Phase): string => [storageKey, namespace, name, phase].join(" ");
    const spec = JSON.stringify(object["spec"]);
    // What was there when the server started has settled before.
    const isNew = objectOf(object, "status")?.["observedGeneration"] !== object.metadata.generation;
    if (this.#specs.get(uid) !== spec && isNew) this.#queue.add(key("starting"));
    this.#specs.set(uid, spec);
    this.#queue.addAfter(key("settled"), momentMs);
  }

  #forget({ metadata: { uid = "" } }: ApiObject): void {
    this.#specs.delete(uid);
  }

  async #settle(key: string): Promise<void> {
    const [storageKey = "", namespace = "", name = "", phase] = key.split(" ");
    const { store, now } = this.#objects.parts;
    const object = store.get(storageKey, namespace, name);
    const resource = this.#objects.resource(storageKey);
    if (object === undefined || resource === undefined) return;
    if (object.metadata.deletionTimestamp !== undefined) {
      // The kubelet's part: a pod that has ended is taken away.
      if (storageKey === pods) await this.#objects.delete(resource, object, { gracePeriodSeconds: 0 });
      return;
    }
    const status = simulatedStatus(object, phase === "starting" ? "starting" : "settled", timeText(now()));
    if (isSameJson(object["status"], status)) return;
    // What has been written in between comes here again.
    await this.#objects.updateStatus(resource, object, status);
  }
}
