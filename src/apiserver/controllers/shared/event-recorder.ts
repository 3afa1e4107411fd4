/** Records events about objects. Source: k8s.io/client-go/tools/record. */
import { randomBytes } from "node:crypto";
import type { Event } from "../../../k8s/core/v1.js";
import { timeText } from "../../objects/write.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects } from "../controller-objects.js";
import { KindObjects, type Stored } from "./kind-objects.js";

/** The number of events that are counted instead of repeated, as in client-go. */
const mostKnown = 4096;

export class EventRecorder {
  readonly #events: KindObjects<Event>;
  readonly #now: () => number;
  readonly #component: string;
  /** The names of earlier events, by what they say. */
  readonly #known = new Map<string, string>();

  constructor(objects: ControllerObjects, component: string) {
    this.#events = new KindObjects<Event>(objects, { group: "", resource: "events" });
    this.#now = objects.parts.now;
    this.#component = component;
  }

  /** A server that rejects the event loses it. */
  async record(object: Stored, type: "Normal" | "Warning", reason: string, message: string): Promise<void> {
    try {
      await this.#record(object, type, reason, message);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
    }
  }

  async #record(object: Stored, type: string, reason: string, message: string): Promise<void> {
    const { name, namespace, uid, resourceVersion = "" } = object.metadata;
    const place = namespace === "" ? "default" : namespace;
    const key = JSON.stringify([uid, type, reason, message]);
    const now = timeText(this.#now());
    const known = this.#events.get(place, this.#known.get(key) ?? "");
    if (known !== undefined) {
      await this.#events.update(known, (event) =>
        Object.assign(event, { count: (event.count ?? 1) + 1, lastTimestamp: now }),
      );
      return;
    }
    const { apiVersion, kind } = object;
    const created = await this.#events.create({
      ...{ apiVersion: "v1", kind: "Event" },
      metadata: { name: `${name}.${randomBytes(8).toString("hex")}`, namespace: place },
      involvedObject: { apiVersion, kind, name, uid, resourceVersion, ...(namespace === "" ? {} : { namespace }) },
      ...{ type, reason, message: message.slice(0, 1024), count: 1, firstTimestamp: now, lastTimestamp: now },
      source: { component: this.#component },
      reportingComponent: this.#component,
      reportingInstance: "",
    });
    this.#remember(key, created.metadata.name);
  }

  #remember(key: string, name: string): void {
    this.#known.set(key, name);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}
