import type { UserInfo } from "../../apiserver/resource.js";
import type { JsonObject } from "../../core/json.js";
import type { KubeObject } from "../../kube/objects.js";
import type { StreamSubresource } from "./stream-subresource.js";

/** A subresource of your own: see {@link textSubresource}, {@link objectSubresource} and {@link streamSubresource}. */
export type ExtensionSubresource<T extends KubeObject> =
  | TextSubresource<T>
  | ObjectSubresource<T>
  | StreamSubresource<T>;

/** A request for a subresource of an existing object. */
export interface SubresourceRequest<T extends KubeObject> {
  /** The object, in the version of the server's own objects. Do not change it. */
  readonly object: T;
  /** The parameters of the URL, as the client sent them. */
  readonly query: URLSearchParams;
  readonly user: UserInfo;
  /** Fires when the client disconnects, and when the server stops. */
  readonly signal: AbortSignal;
}

/** A request with an object in its body. */
export interface SubresourceWrite<T extends KubeObject> extends SubresourceRequest<T> {
  /** The object in the body of the request. The server has not validated it. */
  readonly body: JsonObject;
}

/** See {@link textSubresource}. */
export interface TextSubresource<T extends KubeObject> {
  readonly type: "text";
  readonly contentType: string;
  open(request: SubresourceRequest<T>): TextChunks | Promise<TextChunks>;
}

/** The chunks of a text. The server sends each chunk at once, and waits for slow clients. */
export type TextChunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** See {@link objectSubresource}. */
export interface ObjectSubresource<T extends KubeObject> extends ObjectHandlers<T> {
  readonly type: "object";
}

/** The functions of a subresource whose requests and responses are objects. An absent function is a verb that does not exist. */
export interface ObjectHandlers<T extends KubeObject> {
  /** The kind of the returned objects, in the group version of the request. Default: the kind of the resource. */
  readonly kind?: string;
  /** Answers GET. */
  get?(request: SubresourceRequest<T>): object | Promise<object>;
  /** Answers POST, with status 201. */
  create?(request: SubresourceWrite<T>): object | Promise<object>;
  /** Answers PUT. */
  update?(request: SubresourceWrite<T>): object | Promise<object>;
}

/**
 * A subresource that clients read as a text, such as `log` of a Pod. GET requires the verb `get` for `RESOURCE/SUBRESOURCE`. The
 * response ends with the chunks; when the client disconnects, the signal of the request fires.
 *
 * @example
 * ```ts
 * import { setTimeout } from "node:timers/promises";
 * import { type CustomResource } from "tsop";
 * import { textSubresource } from "tsop/apiserver";
 *
 * interface Reading extends CustomResource<"metrics.abc.com/v1", "Reading"> {
 *   spec: { sensor: string };
 * }
 *
 * export const log = textSubresource<Reading>(async function* ({ object, query, signal }) {
 *   do {
 *     yield `${object.spec.sensor}: ${Date.now()}\n`;
 *     if (query.get("follow") === "true") await setTimeout(1_000, undefined, { signal });
 *   } while (query.get("follow") === "true");
 * });
 * ```
 */
export function textSubresource<T extends KubeObject>(
  open: TextSubresource<T>["open"],
  { contentType = "text/plain" }: { readonly contentType?: string } = {},
): TextSubresource<T> {
  return { type: "text", contentType, open };
}

/**
 * A subresource that returns objects, such as `readings/calibrate`. GET, POST and PUT require the verbs `get`, `create` and
 * `update` for `RESOURCE/SUBRESOURCE`. An error of a function is answered with 500.
 *
 * @example
 * ```ts
 * import { type CustomResource } from "tsop";
 * import { objectSubresource } from "tsop/apiserver";
 *
 * interface Reading extends CustomResource<"metrics.abc.com/v1", "Reading"> {
 *   spec: { sensor: string };
 * }
 *
 * export const calibrate = objectSubresource<Reading>({
 *   kind: "Calibration",
 *   create: ({ object, body }) => ({ sensor: object.spec.sensor, offset: body["offset"] ?? 0 }),
 * });
 * ```
 */
export function objectSubresource<T extends KubeObject>(handlers: ObjectHandlers<T>): ObjectSubresource<T> {
  return {
    type: "object",
    ...(handlers.kind === undefined ? {} : { kind: handlers.kind }),
    ...(handlers.get === undefined ? {} : { get: handlers.get.bind(handlers) }),
    ...(handlers.create === undefined ? {} : { create: handlers.create.bind(handlers) }),
    ...(handlers.update === undefined ? {} : { update: handlers.update.bind(handlers) }),
  };
}
