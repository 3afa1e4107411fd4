import type { RequestInfo } from "../http/request-info.js";
import type { OutputFormat } from "../http/media-type.js";
import type { ObjectParts } from "../objects/write.js";
import type { ObjectVersions } from "../field-management/requests.js";
import type { Answer } from "../http/answer.js";
import type { ActionSubresource, ServedResource, UserInfo } from "../resource.js";

/** A request for a resource, on its way through the endpoints. */
export interface ResourceRequest {
  readonly parts: ObjectParts;
  readonly resource: ServedResource;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly userAgent: string;
  /** Whether it is to become a WebSocket. */
  readonly isWebSocket: boolean;
  readonly user: UserInfo;
  readonly output: OutputFormat;
  readonly warnings: string[];
  /** The other versions of the kind. */
  readonly versions: ObjectVersions;
  /** Whether any served group has such a kind. */
  knowsKind(apiVersion: string, kind: string): boolean;
  /** Throws a StatusError when the body is too large. */
  readBody(): Promise<Buffer>;
  /** May the user do this as well? Throws a StatusError if not. */
  authorize(verb: string): Promise<void>;
  /** Does what a subresource such as `token` or `eviction` is for. */
  act(subresource: ActionSubresource): Promise<Answer>;
}

/** Empty for what has no namespace, also for a namespace itself. */
export function namespaceOf({ resource, info }: Pick<ResourceRequest, "resource" | "info">): string {
  return resource.namespaced ? info.namespace : "";
}
