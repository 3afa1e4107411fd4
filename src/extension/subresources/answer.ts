/** Answers requests for subresources by the functions of the author. */
import { Readable } from "node:stream";
import { parseBody } from "../../apiserver/endpoints/parse-body.js";
import { namespaceOf, type ResourceRequest } from "../../apiserver/endpoints/request.js";
import type { Answer, ForwardedAnswer } from "../../apiserver/http/answer.js";
import { methodNotAllowedError } from "../../apiserver/http/methods.js";
import { groupResourceOf } from "../../apiserver/objects/write.js";
import type { ServedResource } from "../../apiserver/resource.js";
import { badRequestError, internalError, notFoundError, StatusError } from "../../apiserver/status-error.js";
import { toApiVersion } from "../../core/gvk.js";
import type { Clock } from "../../core/clock.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { linkSignals } from "../../core/linked-signal.js";
import { eachUntilAborted } from "../../core/until-aborted.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Logger } from "../../runtime/logger.js";
import { answerStream } from "../streams/serve-stream.js";
import type { ExtensionSubresource, ObjectSubresource, SubresourceRequest, TextSubresource } from "./subresources.js";

export interface AnswerParts {
  readonly subresource: ExtensionSubresource<KubeObject>;
  /** The resource in the version of the author's objects. */
  readonly hub: ServedResource;
  /** Fires when the server stops. */
  readonly stop: AbortSignal;
  readonly clock: Clock;
  readonly log: Logger;
}

/** @throws StatusError 404 if the object does not exist; 500 if a function of the author fails */
export async function answerSubresource(request: ResourceRequest, parts: AnswerParts): Promise<Answer> {
  const { subresource, stop } = parts;
  const object = await readObject(request, parts.hub);
  const gone = new AbortController();
  const { signal, release } = linkSignals([gone.signal, stop]);
  request.whenOver(() => {
    gone.abort();
    release();
  });
  const asked = { object, query: request.query, user: request.user, signal };
  switch (subresource.type) {
    case "text":
      return answerText(request, subresource, asked, parts);
    case "object":
      return answerObject(request, subresource, asked, parts);
    case "stream":
      return answerStream(request, asked, {
        ...{ subresource, clock: parts.clock },
        report: (error) => report(error, request, parts),
      });
  }
}

async function readObject(request: ResourceRequest, hub: ServedResource): Promise<KubeObject> {
  const { resource, info } = request;
  const stored = request.parts.store.get(resource.storageKey, namespaceOf(request), info.name);
  if (stored === undefined) throw notFoundError(groupResourceOf(resource), info.name);
  // A stored object has a name.
  return (await request.parts.views.read(hub, stored)) as KubeObject;
}

type Asked = SubresourceRequest<KubeObject>;

async function answerText(
  request: ResourceRequest,
  { contentType, open }: Pick<TextSubresource<KubeObject>, "contentType" | "open">,
  asked: Asked,
  parts: AnswerParts,
): Promise<ForwardedAnswer> {
  const head: Omit<ForwardedAnswer, "body"> = {
    ...{ type: "forwarded", code: 200 },
    headers: { "Content-Type": [contentType], "Cache-Control": ["no-cache, private"] },
  };
  // The headers do not depend on the text.
  if (request.isHead) return { ...head, body: Readable.from([]) };
  const chunks = await ask(() => open(asked), request, parts);
  const source = async function* (): AsyncGenerator<string | Uint8Array> {
    try {
      yield* eachUntilAborted(toAsync(chunks), asked.signal);
    } catch (error) {
      // A stop ends the text; a failure breaks it off, so that the client does not take the part for the whole.
      if (asked.signal.aborted) return;
      report(error, request, parts);
      throw error;
    }
  };
  return { ...head, body: Readable.from(source(), { objectMode: false }) };
}

async function* toAsync<T>(chunks: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* chunks;
}

async function answerObject(
  request: ResourceRequest,
  subresource: ObjectSubresource<KubeObject>,
  asked: Asked,
  parts: AnswerParts,
): Promise<Answer> {
  const { verb } = request.info;
  const { resource } = request;
  const run = await handlerOf(request, subresource, asked);
  const returned = await ask(run, request, parts);
  // What JSON cannot express is absent, as in a response.
  const object = JSON.parse(JSON.stringify(returned)) as Json;
  if (!isJsonObject(object)) throw internalError(`${resource.resource}/${request.info.subresource} returned no object`);
  const identity = {
    apiVersion: toApiVersion(resource.group, resource.version),
    kind: subresource.kind ?? resource.kind,
  };
  return { type: "object", code: verb === "create" ? 201 : 200, object: { ...identity, ...object } };
}

async function handlerOf(
  request: ResourceRequest,
  subresource: ObjectSubresource<KubeObject>,
  asked: Asked,
): Promise<() => object | Promise<object>> {
  const { verb } = request.info;
  if (verb === "get") return () => subresource.get?.(asked) ?? refuse();
  const body = await readObjectBody(request);
  const write = { ...asked, body };
  return () => (verb === "create" ? subresource.create?.(write) : subresource.update?.(write)) ?? refuse();
}

/** The route of the request has checked the verb. */
function refuse(): never {
  throw methodNotAllowedError();
}

async function readObjectBody(request: ResourceRequest): Promise<JsonObject> {
  const bytes = await request.readBody();
  if (bytes.length === 0) return {};
  const { value } = parseBody(bytes, request.contentType, undefined);
  if (!isJsonObject(value)) throw badRequestError("the body of the request is not an object");
  return value;
}

async function ask<T>(run: () => T | Promise<T>, request: ResourceRequest, parts: AnswerParts): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StatusError) throw error;
    report(error, request, parts);
    throw internalError(error instanceof Error ? error.message : String(error));
  }
}

function report(error: unknown, { resource, info }: ResourceRequest, { log }: AnswerParts): void {
  log.error("a subresource failed", { resource: resource.resource, subresource: info.subresource, error });
}
