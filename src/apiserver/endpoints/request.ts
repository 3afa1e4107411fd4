import type { AuthorizationDecision } from "../authorization/authorizer.js";
import type { AuditNotes } from "../audit/audit-notes.js";
import type { RequestInfo } from "../http/request-info.js";
import type { OutputFormat } from "../http/media-type.js";
import type { ObjectParts } from "../objects/write.js";
import type { ObjectVersions } from "../field-management/requests.js";
import type { Answer } from "../http/answer.js";
import type { ActionSubresource, ServedResource, UserInfo } from "../resource.js";

/** A request for a resource, as the endpoints pass it on. */
export interface ResourceRequest {
  readonly parts: ObjectParts;
  readonly resource: ServedResource;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly userAgent: string;
  /** Whether the client wants the headers alone. */
  readonly isHead: boolean;
  /** The subprotocols that the client offers for a WebSocket. Undefined: the connection becomes none. */
  readonly webSocketProtocols: readonly string[] | undefined;
  readonly user: UserInfo;
  readonly output: OutputFormat;
  readonly warnings: string[];
  readonly audit: AuditNotes;
  /** The other versions of the kind. */
  readonly versions: ObjectVersions;
  /** Whether any served group has this kind. */
  knowsKind(apiVersion: string, kind: string): boolean;
  /** Throws a StatusError if the body is too large. */
  readBody(): Promise<Buffer>;
  /** Calls the listener when the client has the response, or has disconnected. */
  whenOver(listener: () => void): void;
  /** Checks whether the user may also use this verb. Throws a StatusError if not. */
  authorize(verb: string): Promise<void>;
  /** Returns whether the user may also use this verb. */
  decide(verb: string): Promise<AuthorizationDecision>;
  /** Performs the action of a subresource such as `token` or `eviction`. */
  act(subresource: ActionSubresource): Promise<Answer>;
}

/** Returns the namespace; empty for a cluster-scoped resource, and for a namespace itself. */
export function namespaceOf({ resource, info }: Pick<ResourceRequest, "resource" | "info">): string {
  return resource.namespaced ? info.namespace : "";
}
