/** Protobuf requests and responses: nothing is loaded before the first of them. */
import { toApiVersion } from "../../core/gvk.js";
import type { ApiRequest } from "../http/api-request.js";
import { encodingOf } from "../http/media-type.js";
import type { RequestInfo } from "../http/request-info.js";
import type { ProtobufCodec } from "../protobuf/protobuf-codec.js";
import type { KindReference } from "../protobuf/protobuf-fault.js";
import { translateBody } from "../protobuf/translate-body.js";
import { isBuiltIn, type ServedResource } from "../resource.js";

export class ProtobufSupport {
  readonly #load: () => ProtobufCodec;
  #codec: ProtobufCodec | undefined;

  constructor(load: () => ProtobufCodec) {
    this.#load = load;
  }

  /** Returns undefined for a request that neither sends nor accepts protobuf. */
  codecFor({ headers }: ApiRequest): ProtobufCodec | undefined {
    const { accept = "", "content-type": contentType = "" } = headers;
    if (!accept.includes("protobuf") && !isProtobuf(contentType)) return undefined;
    return (this.#codec ??= this.#load());
  }
}

function isProtobuf(contentType: string): boolean {
  return encodingOf(contentType) === "protobuf";
}

/** Returns the kind of a body that may be protobuf; undefined if the body may not be protobuf. */
function expectedKind(resource: ServedResource, { verb, subresource }: RequestInfo): KindReference | undefined {
  if (verb === "delete" || verb === "deletecollection") return { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" };
  if (verb !== "create" && verb !== "update") return undefined;
  const part = resource.subresources.get(subresource);
  if (part?.type === "scale") return { apiVersion: "autoscaling/v1", kind: "Scale" };
  if (part?.type === "action") return { apiVersion: toApiVersion(part.group, part.version), kind: part.kind };
  return isBuiltIn(resource)
    ? { apiVersion: toApiVersion(resource.group, resource.version), kind: resource.kind }
    : undefined;
}

export interface BodyForm {
  readonly contentType: string;
  readonly translate: (body: Buffer) => Buffer;
}

/** Returns the body as endpoints see it: JSON, also for requests that may send protobuf. */
export function bodyForm(
  request: ApiRequest,
  resource: ServedResource,
  info: RequestInfo,
  protobuf: ProtobufCodec | undefined,
): BodyForm {
  const contentType = request.headers["content-type"] ?? "";
  const expected = isProtobuf(contentType) ? expectedKind(resource, info) : undefined;
  if (expected === undefined || protobuf === undefined) return { contentType, translate: (body) => body };
  const isOptional = expected.kind === "DeleteOptions";
  return {
    contentType: "application/json",
    translate: (body) => (isOptional && body.length === 0 ? body : translateBody(protobuf, body, expected)),
  };
}
