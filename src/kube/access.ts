/**
 * The calls behind a client's methods: they turn a kind into a resource, and an error response into an error with its
 * cause.
 */
import { type GroupVersionKind, parseApiVersion, toApiVersion } from "../core/gvk.js";
import { TsopError } from "../core/errors.js";
import { isNotFound } from "./api-error.js";
import type { ApplyOptions, GetOptions, Patch, WriteOptions } from "./client.js";
import type { RestMapper } from "./discovery.js";
import type { ApiResource } from "./discovery-documents.js";
import { checkKind } from "./given-object.js";
import { findInexactNumber, freezeObject } from "./json.js";
import type { KubeObject, ObjectKey } from "./objects.js";
import { objectPath, type Query, withQuery } from "./resource-path.js";
import type { Transport, TransportRequest } from "./transport.js";

/** The rest of a request when the resource is known. */
export type Call = Omit<TransportRequest, "beforeSend" | "trace">;

/** An object, or a subresource of it. */
export interface Target {
  readonly kind: GroupVersionKind;
  readonly key: ObjectKey;
  readonly subresource?: string | undefined;
}

/** The subject of a request, which the error of a failed request also describes. */
export interface Subject extends Pick<Target, "kind" | "subresource"> {
  /** For one object. */
  readonly key?: Pick<ObjectKey, "namespace">;
  /** For many objects. */
  readonly namespace?: string | undefined;
}

/** Finds resources: a RestMapper, or an implementation that infers a kind from the request. */
export interface Resources extends Pick<RestMapper, "invalidate"> {
  /** @param namespace - the namespace of the object; empty without a namespace, undefined if the caller does not set it */
  get(kind: GroupVersionKind, namespace?: string): Promise<ApiResource>;
}

export interface ReadOptions extends GetOptions {
  readonly accept?: string | undefined;
}

export interface SendOptions extends WriteOptions {
  /** Called with the HTTP status of a request that was carried out. */
  readonly onStatus?: ((statusCode: number) => void) | undefined;
}

/** The content of a write: a patch, or a body that creates, replaces or applies. */
export type Write =
  | Patch
  | { readonly type: "create" | "apply"; readonly body: object }
  | { readonly type: "update"; readonly body: KubeObject };

/** The calls behind a client's methods. */
export interface Access {
  resourceOf(kind: GroupVersionKind, namespace?: string): Promise<ApiResource>;
  call(subject: Subject, request: (resource: ApiResource) => Call): Promise<string>;
  read<T extends KubeObject>(target: Target, options: ReadOptions): Promise<T>;
  send<T extends KubeObject>(
    subject: Subject,
    options: SendOptions,
    request: (resource: ApiResource, query: Query) => Call,
  ): Promise<T>;
  write<T extends KubeObject>(target: Target, write: Write, options: ApplyOptions & SendOptions): Promise<T>;
  /**
   * Returns the error to throw instead: a 404 may mean that the kind does not exist, or that it has no such
   * subresource.
   */
  explain(error: unknown, subject: Subject): Promise<unknown>;
  readonly fieldManager: string;
  /** The address of the API server, for messages. */
  readonly server: string;
}

export function createAccess(transport: Transport, resources: Resources, fieldManager: string): Access {
  const access: Access = {
    fieldManager,
    server: transport.server,
    async resourceOf(kind, namespace) {
      checkKind(kind);
      return resources.get(kind, namespace);
    },
    async explain(error, { kind, subresource }) {
      if (!isNotFound(error)) return error;
      const serves = ({ subresources }: ApiResource): boolean =>
        subresource === undefined || subresources.includes(subresource);
      const speaksOfObject = error.status.details?.name !== undefined;
      try {
        if (speaksOfObject && serves(await resources.get(kind))) return error;
        resources.invalidate(toApiVersion(kind.group, kind.version));
        const resource = await resources.get(kind);
        return serves(resource) ? error : noSubresource(resource, subresource ?? "", transport.server);
      } catch (reason) {
        return reason;
      }
    },
    async call(subject, request) {
      const { kind, key, namespace } = subject;
      const call = request(await access.resourceOf(kind, key === undefined ? namespace : (key.namespace ?? "")));
      try {
        return await transport.request(call);
      } catch (error) {
        throw await access.explain(error, subject);
      }
    },
    async read<T extends KubeObject>(target: Target, { signal, shared, accept }: ReadOptions): Promise<T> {
      const { key, subresource } = target;
      const text = await access.call(target, (resource) => ({
        method: "GET",
        path: objectPath(resource, key, subresource),
        accept,
        signal,
      }));
      const object = parseAnswer<T>(text, transport.server);
      return shared === true ? freezeObject(object) : object;
    },
    async send<T extends KubeObject>(
      subject: Subject,
      options: SendOptions,
      request: (resource: ApiResource, query: Query) => Call,
    ): Promise<T> {
      const query = {
        fieldManager: options.fieldManager ?? fieldManager,
        dryRun: options.dryRun === true ? "All" : undefined,
        fieldValidation: options.fieldValidation ?? "Strict",
      };
      const { signal, onStatus } = options;
      const text = await access.call(subject, (resource) => ({ ...request(resource, query), signal, onStatus }));
      return parseAnswer<T>(text, transport.server);
    },
    async write(target, write, options) {
      if (write.type === "update") checkExact(write.body);
      const force = write.type === "apply" ? options.force : undefined;
      return access.send(target, options, (resource, query) => ({
        ...requests[write.type],
        path: withQuery(objectPath(resource, target.key, target.subresource), { ...query, force }),
        body: JSON.stringify(write.body),
      }));
    },
  };
  return access;
}

function noSubresource({ group, version, kind, subresources }: ApiResource, name: string, server: string): TsopError {
  const what = `subresource ${JSON.stringify(name)} of ${kind} of ${toApiVersion(group, version)}`;
  return new TsopError("cluster/kind-not-served", `${server} does not serve the ${what}`, {
    hint: subresources.length === 0 ? "The kind has no subresources." : `Its subresources: ${subresources.join(", ")}.`,
  });
}

const requests: Readonly<Record<Write["type"], Pick<Call, "method" | "contentType">>> = {
  create: { method: "POST" },
  update: { method: "PUT" },
  merge: { method: "PATCH", contentType: "application/merge-patch+json" },
  strategic: { method: "PATCH", contentType: "application/strategic-merge-patch+json" },
  json: { method: "PATCH", contentType: "application/json-patch+json" },
  // JSON is YAML.
  apply: { method: "PATCH", contentType: "application/apply-patch+yaml" },
};

/** Returns the kind and version of an object to write. */
export function kindOf(object: { readonly apiVersion: string; readonly kind: string }): GroupVersionKind {
  return { ...parseApiVersion(object.apiVersion), kind: object.kind };
}

/** Returns the target of a write. */
export function targetOf(object: KubeObject, subresource?: string): Target {
  return { kind: kindOf(object), key: object.metadata, subresource };
}

/** Throws if a write would contain a number that reading has rounded. */
export function checkExact(object: KubeObject): void {
  const place = findInexactNumber(object);
  if (place === undefined) return;
  const { name } = object.metadata;
  throw new TsopError(
    "cluster/inexact-number",
    `${object.kind} ${JSON.stringify(name)} contains an integer beyond 2^53 at ${place}, which JavaScript may have rounded`,
    { hint: "Write only the fields that change: `patch` or `apply` instead of `update`." },
  );
}

export function parseAnswer<T>(text: string, server: string): T {
  try {
    // The API server's response to a request for a T.
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new TsopError(
      "cluster/bad-response",
      `${server} returned a response that is not JSON: ${text.slice(0, 100)}`,
      {
        cause,
      },
    );
  }
}
