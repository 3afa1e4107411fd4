/** Creates and deletes the pods of a workload. Source: kubernetes/pkg/controller/controller_utils.go. */
import { copyJson } from "../../../core/json.js";
import type { Pod, PodTemplateSpec } from "../../../k8s/core/v1.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects } from "../controller-objects.js";
import { EventRecorder } from "./event-recorder.js";
import { KindObjects, type Stored } from "./kind-objects.js";
import { kinds } from "./kinds.js";
import { controllerReference } from "./owners.js";

export interface NewPod {
  readonly owner: Stored;
  readonly template: PodTemplateSpec;
  /** Default: generated from the owner's name. */
  readonly name?: string;
  /** Changes the pod before it is created. */
  readonly complete?: (pod: Pod) => void;
}

/** Returns the message of an event about a pod. */
export type Wording = (verb: "create" | "delete", pod: string, owner: Stored) => string;

const usual: Wording = (verb, pod) => `${verb === "create" ? "Created" : "Deleted"} pod: ${pod}`;

export class PodControl {
  readonly pods: KindObjects<Pod>;
  readonly events: EventRecorder;

  readonly #show: Wording;

  constructor(objects: ControllerObjects, component: string, show: Wording = usual) {
    this.pods = new KindObjects<Pod>(objects, kinds.pods);
    this.events = new EventRecorder(objects, component);
    this.#show = show;
  }

  /** @throws StatusError if the server rejects the pod */
  async create(created: NewPod): Promise<Stored<Pod>> {
    const { owner } = created;
    try {
      const pod = await this.pods.create(podOf(created));
      await this.events.record(owner, "Normal", "SuccessfulCreate", this.#show("create", pod.metadata.name, owner));
      return pod;
    } catch (error) {
      if (error instanceof StatusError && !isNamespaceEnding(error)) {
        await this.events.record(owner, "Warning", "FailedCreate", `Error creating: ${error.message}`);
      }
      throw error;
    }
  }

  async delete(owner: Stored, pod: Stored<Pod>): Promise<void> {
    if (!(await this.pods.delete(pod))) return;
    await this.events.record(owner, "Normal", "SuccessfulDelete", this.#show("delete", pod.metadata.name, owner));
  }
}

/** Returns whether a create failed because its namespace is being deleted. */
export function isNamespaceEnding({ failure }: StatusError): boolean {
  return failure.details?.causes?.some(({ reason }) => reason === "NamespaceTerminating") === true;
}

/** Returns why the server rejects an action; undefined also if the namespace is being deleted. */
export async function rejectionOf(action: () => Promise<void>): Promise<StatusError | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return isNamespaceEnding(error) ? undefined : error;
    throw error;
  }
}

function podOf({ owner, template, name, complete }: NewPod): Pod {
  const { metadata: given, spec } = copyJson(template);
  const { labels = {}, annotations = {}, finalizers = [] } = given ?? {};
  const pod: Pod = {
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: {
      ...{ name: name ?? "", generateName: `${owner.metadata.name}-` },
      namespace: owner.metadata.namespace,
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(finalizers.length === 0 ? {} : { finalizers }),
      ownerReferences: [controllerReference(owner)],
    },
    ...(spec === undefined ? {} : { spec }),
  };
  complete?.(pod);
  return pod;
}
