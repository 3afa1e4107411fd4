import type { ListOptions, LiveClient, WatchEvent, WatchOptions } from "../../src/kube/client.js";
import { ApiError } from "../../src/kube/api-error.js";
import { defineKind, type Kind, type KubeObject, type ObjectList } from "../../src/kube/objects.js";

export interface Thing extends KubeObject {
  apiVersion: "test.example.com/v1";
  kind: "Thing";
  spec?: { size?: number };
}
export const Thing = defineKind<Thing>("test.example.com/v1", "Thing");

/** Creates a Thing named `namespace/name`, or `name` without a namespace. */
export function thing(key: string, resourceVersion: number, more: { uid?: string; size?: number } = {}): Thing {
  const [name, namespace] = key.split("/").reverse() as [string, string | undefined];
  return {
    apiVersion: "test.example.com/v1",
    kind: "Thing",
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: more.uid ?? `uid-of-${name}`,
      resourceVersion: String(resourceVersion),
    },
    ...(more.size === undefined ? {} : { spec: { size: more.size } }),
  };
}

export function bookmark(resourceVersion: number, endOfList = false): WatchEvent<Thing> {
  const annotations = endOfList ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
  return {
    type: "BOOKMARK",
    object: {
      apiVersion: "test.example.com/v1",
      kind: "Thing",
      metadata: { name: "", resourceVersion: String(resourceVersion), ...annotations },
    },
  };
}

/** Creates the error that the API server sends with this HTTP status. */
export function refusal(statusCode: number, reason: string, message = reason): ApiError {
  return new ApiError({ kind: "Status", status: "Failure", code: statusCode, reason, message }, statusCode);
}

/** A pending list. */
export interface ListCall {
  readonly verb: "list";
  readonly options: ListOptions;
  answer(items: readonly Thing[], resourceVersion: number, next?: string): void;
  fail(error: unknown): void;
}

/** An open watch. */
export interface WatchCall {
  readonly verb: "watch";
  readonly options: WatchOptions;
  readonly isAborted: boolean;
  send(...events: WatchEvent<Thing>[]): void;
  end(): void;
  fail(error: unknown): void;
}

/** An API server of one kind that does nothing by itself: the test answers each call. */
export class ScriptedApi implements Pick<LiveClient, "list" | "watch"> {
  #metadata: ScriptedApi | undefined;
  readonly #calls: (ListCall | WatchCall)[] = [];
  readonly #waiting: ((call: ListCall | WatchCall) => void)[] = [];

  /** Receives calls for metadata only. */
  get metadata(): ScriptedApi {
    return (this.#metadata ??= new ScriptedApi());
  }

  /** Returns the next call, which must be a list. */
  async nextList(): Promise<ListCall> {
    const call = await this.#next();
    if (call.verb !== "list") throw new Error("a watch was opened instead of a list");
    return call;
  }

  /** Returns the next call, which must be a watch. */
  async nextWatch(): Promise<WatchCall> {
    const call = await this.#next();
    if (call.verb !== "watch") throw new Error("a list was asked for instead of a watch");
    return call;
  }

  /** The number of calls that the test has not read. */
  get pending(): number {
    return this.#calls.length;
  }

  list<T extends KubeObject>(_kind: Kind<T>, options: ListOptions = {}): Promise<never> {
    return new Promise<ObjectList<Thing>>((resolve, reject) => {
      options.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      this.#push({
        verb: "list",
        options,
        answer: (items, resourceVersion, next) =>
          resolve({
            metadata: { resourceVersion: String(resourceVersion), ...(next === undefined ? {} : { continue: next }) },
            items: [...items],
          }),
        fail: reject,
      });
    }) as Promise<never>;
  }

  async *watch<T extends KubeObject>(_kind: Kind<T>, options: WatchOptions = {}): AsyncGenerator<WatchEvent<T>, void> {
    const events: (WatchEvent<Thing> | { type: "END" } | { type: "FAIL"; error: unknown })[] = [];
    let wake = (): void => {};
    const push = (event: (typeof events)[number]): void => {
      events.push(event);
      wake();
    };
    options.signal?.addEventListener("abort", () => push({ type: "FAIL", error: new Error("aborted") }));
    this.#push({
      verb: "watch",
      options,
      get isAborted() {
        return options.signal?.aborted === true;
      },
      send: (...sent) => sent.forEach(push),
      end: () => push({ type: "END" }),
      fail: (error) => push({ type: "FAIL", error }),
    });
    for (;;) {
      const event = events.shift();
      if (event === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else if (event.type === "END") return;
      else if (event.type === "FAIL") throw event.error;
      else yield event as unknown as WatchEvent<T>;
    }
  }

  #push(call: ListCall | WatchCall): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#calls.push(call);
    else waiting(call);
  }

  #next(): Promise<ListCall | WatchCall> {
    const call = this.#calls.shift();
    return call === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(call);
  }
}
