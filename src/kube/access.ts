/** The calls of which a client's methods are made: a kind becomes a resource, a refusal an error that says why. */
import { type GroupVersionKind, parseApiVersion, toApiVersion } from "../core/gvk.js";
import { TsopError } from "../core/errors.js";
import { isNotFound } from "./api-error.js";
import type { Applicable, ApplyOptions, GetOptions, Patch, WriteOptions } from "./client.js";
import type { ApiResource, RestMapper } from "./discovery.js";
import { checkIdentity, checkKind } from "./given-object.js";
import { findInexactNumber, freezeObject } from "./json.js";
import type { Kind } from "./kind.js";
import type { KubeObject, ObjectKey } from "./objects.js";
import { objectPath, type Query, withQuery } from "./resource-path.js";
import type { Transport } from "./transport.js";

/** What a request still needs when the resource is known. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The calls of which the client's methods are made. */
export interface Access {
  resourceOf(kind: GroupVersionKind): Promise<ApiResource>;
  call(kind: GroupVersionKind, request: (resource: ApiResource) => Call): Promise<string>;
  read<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions): Promise<T>;
  send<T extends KubeObject>(
    kind: GroupVersionKind,
    options: WriteOptions,
    request: (resource: ApiResource, query: Query) => Call,
  ): Promise<T>;
  patch<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    patch: Patch,
    options: WriteOptions,
    subresource?: string,
  ): Promise<T>;
  apply<T extends KubeObject>(object: T | Applicable<T>, options: ApplyOptions, subresource?: string): Promise<T>;
  /** The error to throw instead: a 404 that speaks of no object means that the kind is gone. */
  explain(error: unknown, kind: GroupVersionKind): Promise<unknown>;
  readonly fieldManager: string;
}

export function createAccess(transport: Transport, mapper: RestMapper, fieldManager: string): Access {
  const access: Access = {
    fieldManager,
    async resourceOf(kind) {
      checkKind(kind);
      return mapper.get(kind);
    },
    async explain(error, kind) {
      if (!isNotFound(error) || error.status.details?.name !== undefined) return error;
      mapper.invalidate(toApiVersion(kind.group, kind.version));
      return mapper.get(kind).then(
        () => error,
        (reason: unknown) => reason,
      );
    },
    async call(kind, request) {
      const call = request(await access.resourceOf(kind));
      try {
        return await transport.request(call);
      } catch (error) {
        throw await access.explain(error, kind);
      }
    },
    async read<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, { signal, shared }: GetOptions): Promise<T> {
      const text = await access.call(kind, (resource) => ({ method: "GET", path: objectPath(resource, key), signal }));
      const object = parseAnswer<T>(text, transport.server);
      return shared === true ? freezeObject(object) : object;
    },
    async send<T extends KubeObject>(
      kind: GroupVersionKind,
      options: WriteOptions,
      request: (resource: ApiResource, query: Query) => Call,
    ): Promise<T> {
      const query = {
        fieldManager: options.fieldManager ?? fieldManager,
        dryRun: options.dryRun === true ? "All" : undefined,
        fieldValidation: options.fieldValidation ?? "Strict",
      };
      const { signal } = options;
      const text = await access.call(kind, (resource) => ({ ...request(resource, query), signal }));
      return parseAnswer<T>(text, transport.server);
    },
    patch: (kind, key, patch, options, subresource) =>
      access.send(kind, options, (resource, query) => ({
        method: "PATCH",
        path: withQuery(objectPath(resource, key, subresource), query),
        contentType: patchTypes[patch.type],
        body: JSON.stringify(patch.body),
      })),
    async apply(object, options, subresource) {
      checkIdentity("apply", object);
      return access.send(kindOf(object), options, (resource, query) => ({
        method: "PATCH",
        path: withQuery(objectPath(resource, object.metadata, subresource), { ...query, force: options.force }),
        // JSON is YAML.
        contentType: "application/apply-patch+yaml",
        body: JSON.stringify(object),
      }));
    },
  };
  return access;
}

const patchTypes: Readonly<Record<Patch["type"], string>> = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
};

/** Kind and version of an object that is about to be written. */
export function kindOf(object: { readonly apiVersion: string; readonly kind: string }): GroupVersionKind {
  return { ...parseApiVersion(object.apiVersion), kind: object.kind };
}

/** Refuses to write back a number that reading has rounded. */
export function checkExact(object: KubeObject): void {
  const place = findInexactNumber(object);
  if (place === undefined) return;
  const { name } = object.metadata;
  throw new TsopError(
    "cluster/inexact-number",
    `${object.kind} ${JSON.stringify(name)} holds a whole number beyond 2^53 at ${place}; JavaScript may have rounded it`,
    { hint: "Write only the fields that change: `patch` or `apply` instead of `update`." },
  );
}

export function parseAnswer<T>(text: string, server: string): T {
  try {
    // What the API server answers to a request for a T.
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new TsopError("cluster/bad-response", `${server} answered something else than JSON: ${text.slice(0, 100)}`, {
      cause,
    });
  }
}
