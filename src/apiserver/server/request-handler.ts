/** Handles a request: authenticates, authorizes, finds the endpoint, and prints the response. */
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { type AuditNotes, withoutAudit } from "../audit/audit-notes.js";
import { auditedResponse, type Auditor } from "../audit/auditor.js";
import { anonymous } from "../authentication/authenticator.js";
import { Impersonator } from "../authentication/impersonation.js";
import type { Aggregator } from "../aggregation/aggregator.js";
import { type Decide, pathAttributes, type RequestAttributes } from "../authorization/authorizer.js";
import { forbiddenRequestError } from "../authorization/forbidden.js";
import { answerResource, type StreamFormat } from "../endpoints/resource-endpoint.js";
import { answerReview } from "../endpoints/review.js";
import type { FlowClass, FlowSchemas } from "../flow-control/flow-schemas.js";
import { unknownPathError } from "../http/methods.js";
import { checkRoute } from "../endpoints/route.js";
import type { ResourceRequest } from "../endpoints/request.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest, ApiResponse, StreamResponse } from "../http/api-request.js";
import { webSocketProtocols } from "../http/web-socket-protocols.js";
import { jsonFormat, negotiate } from "../http/media-type.js";
import { readRequestInfo, type RequestInfo } from "../http/request-info.js";
import { checkTimeout, isLongRunning } from "../http/request-timeout.js";
import { type FlightLimits, RequestsInFlight } from "../http/requests-in-flight.js";
import { parseRequestUrl, type RequestUrl } from "../http/request-url.js";
import { isExpected, printAnswer } from "../http/print-answer.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { ObjectParts } from "../objects/write.js";
import type { Registry } from "../objects/registry.js";
import type { ProtobufCodec } from "../protobuf/protobuf-codec.js";
import type { ServedResource, UserInfo } from "../resource.js";
import type { Actions } from "./actions.js";
import { type Exchange, failureAnswer, measure, nothingYet } from "./exchange.js";
import { frameJson, protobufFrames } from "./frames.js";
import type { ObjectSources } from "./object-sources.js";
import { versionsOf } from "./object-versions.js";
import { isPretty, offerOf } from "./offers.js";
import { notFoundAnswer, type PathHandler } from "./paths.js";
import { bodyForm, ProtobufSupport } from "./protobuf-support.js";
import type { Reviews } from "./reviews.js";

export interface HandlerParts {
  /** Returns the parts that store the objects of a resource. */
  readonly objectsOf: (resource: ServedResource) => ObjectParts;
  readonly registry: Registry;
  /** Returns the user who sent a request. Throws a 401 if the credentials are missing or invalid. */
  readonly authenticate: (request: ApiRequest) => UserInfo | Promise<UserInfo>;
  readonly decide: Decide;
  /** Absent: the server does not classify requests. */
  readonly flows?: FlowSchemas;
  readonly version: KubernetesVersion;
  /** Whether the verbs `impersonate:…` and `impersonate-on:…` count. */
  readonly constrainsImpersonation: boolean;
  /** By resource: `subjectaccessreviews`. */
  readonly reviews: Reviews;
  readonly actions: Actions;
  /** Discovery, OpenAPI, version, health: all paths that are not resources. */
  readonly paths: PathHandler;
  readonly flightLimits: FlightLimits;
  readonly loadProtobuf: () => ProtobufCodec;
  /** Rejects requests for names that are not the server's. Throws a StatusError 403. */
  readonly checkHost: (host: string | undefined) => void;
  /** Absent: no other server serves APIs behind this one. */
  readonly aggregator: Aggregator | undefined;
  /** Absent: the server writes no audit log. */
  readonly auditor: Auditor | undefined;
  /** Absent: the server counts no requests. */
  readonly metrics?: ServerMetrics | undefined;
  /** Absent: all objects are in the store. */
  readonly sources?: ObjectSources;
}

export class ApiRequestHandler {
  /** The functions that end the streams, and the resource that each stream shows. */
  readonly #streams = new Map<() => void, ServedResource | undefined>();
  readonly #protobuf: ProtobufSupport;
  readonly #inFlight: RequestsInFlight;

  readonly #impersonator: Impersonator;
  readonly #parts: HandlerParts;

  constructor(parts: HandlerParts) {
    this.#parts = parts;
    this.#protobuf = new ProtobufSupport(parts.loadProtobuf);
    this.#impersonator = new Impersonator({ ...parts, isConstrained: parts.constrainsImpersonation });
    this.#inFlight = new RequestsInFlight(parts.flightLimits);
    parts.registry.onChange(() => this.#endStale());
  }

  readonly handle = async (request: ApiRequest): Promise<ApiResponse> => {
    const { auditId } = request;
    const startedAt = performance.now();
    const exchange: Exchange = { auditId, startedAt, warnings: [], format: jsonFormat, ...nothingYet };
    try {
      return this.#print(await this.#answer(request, exchange), request, exchange);
    } catch (error) {
      if (exchange.audit !== undefined && !isExpected(error)) {
        this.#parts.auditor?.panic(exchange.audit, error instanceof Error ? error.message : String(error));
      }
      return this.#print(failureAnswer(error, request.headers.accept, exchange), request, exchange);
    }
  };

  /** The highest number of concurrent requests in the last second. */
  peaks(): Record<keyof FlightLimits, number> {
    return this.#inFlight.peaks();
  }

  /** Ends all watches. */
  close(): void {
    for (const end of this.#streams.keys()) end();
  }

  /** Ends watches of custom resources whose definition changes, so that clients start again. */
  #endStale(): void {
    for (const [end, resource] of this.#streams) {
      if (resource !== undefined && this.#find(resource)?.strategy !== resource.strategy) end();
    }
  }

  #print(answer: Answer, request: ApiRequest, exchange: Exchange): ApiResponse {
    this.#record(answer, request, exchange);
    const response = printAnswer(answer, exchange);
    measure(response, request, exchange);
    if (response.type === "stream") return this.#watched(response, exchange.resource);
    return response.type === "whole" && exchange.isAnonymous ? { ...response, isAnonymous: true } : response;
  }

  /** Writes the audit events of a response: before the client has it, so that a client finds its own requests in the log. */
  #record(answer: Answer, request: ApiRequest, { audit }: Exchange): void {
    if (audit === undefined) return;
    const end = (): void => this.#parts.auditor?.end(audit);
    audit.answer(auditedResponse(answer));
    if (answer.type === "object" || answer.type === "text") end();
    else request.whenOver(end);
  }

  /** Returns the same stream, registered so that the server can end it. */
  #watched(response: StreamResponse, resource: ServedResource | undefined): StreamResponse {
    return {
      ...response,
      open: (sink) => {
        const close = response.open(sink);
        const unfollow = resource === undefined ? undefined : this.#parts.sources?.follow(resource);
        const end = (): void => {
          close();
          sink.end();
        };
        this.#streams.set(end, resource);
        return () => {
          this.#streams.delete(end);
          unfollow?.();
          close();
        };
      },
    };
  }

  async #answer(request: ApiRequest, exchange: Exchange): Promise<Answer> {
    this.#parts.checkHost(request.headers.host);
    const url = parseRequestUrl(request.target);
    const info = readRequestInfo(request.method, url);
    const sender = await this.#authenticate(request, url, info, exchange);
    exchange.isAnonymous = sender.username === anonymous.username;
    exchange.audit = this.#parts.auditor?.begin(request, info, sender);
    const attributes = attributesOf(sender, info);
    const acting = await this.#impersonator.impersonate(request.headersDistinct, attributes);
    if (acting !== undefined) exchange.audit?.impersonate(acting);
    const { user } = acting ?? { user: sender };
    exchange.flow = this.#classify(info, user);
    this.#enter(request, url, info, user);
    // The server reads its protobuf tables only for an authenticated user.
    exchange.protobuf = this.#protobuf.codecFor(request);
    await this.#authorize(acting === undefined ? attributes : attributesOf(user, info), exchange.audit);
    if (url.pathname.startsWith("//")) return notFoundAnswer;
    const forwarded = this.#parts.aggregator?.answer({ request, url, user });
    if (forwarded !== undefined) return forwarded;
    const resource = info.isResourceRequest ? this.#find(info) : undefined;
    if (resource === undefined) {
      if (!info.isResourceRequest) {
        exchange.measured = this.#parts.metrics?.beginPath(request, url, exchange.startedAt);
        return this.#parts.paths(request, url, user);
      }
      if (this.#parts.registry.hasBuiltInGroup(info.group)) throw unknownPathError();
      return notFoundAnswer;
    }
    exchange.resource = resource;
    checkRoute(resource, info, request.method);
    exchange.measured = this.#parts.metrics?.beginResource(request, url, {
      startedAt: exchange.startedAt,
      info,
      resource,
    });
    const review =
      info.verb === "create" && info.subresource === "" ? this.#parts.reviews.get(info.resource) : undefined;
    const offer = offerOf(resource, info);
    // A review is not stored, so it has no table.
    const views = review === undefined ? offer.views : offer.views.filter((view) => view !== "table");
    exchange.format = negotiate(request.headers.accept, { ...offer, views }, isPretty(request, url.searchParams));
    const isAtLeast = Number(url.searchParams.get("resourceVersion") ?? "");
    await this.#parts.sources?.refresh(resource, info, isAtLeast);
    const known = this.#resourceRequest(request, url, { info, resource, user, exchange });
    return review === undefined ? answerResource(known, framesOf(exchange)) : answerReview(known, review);
  }

  /** Of the long-running requests, kube-apiserver classifies only watches. */
  #classify(info: RequestInfo, user: UserInfo): FlowClass | undefined {
    if (isLongRunning(info) && info.verb !== "watch") return undefined;
    return this.#parts.flows?.classify({ ...info, user });
  }

  /** @throws StatusError 429 */
  #enter(request: ApiRequest, url: RequestUrl, info: RequestInfo, user: UserInfo): void {
    try {
      this.#inFlight.add(info.verb, user, request);
    } catch (error) {
      this.#parts.metrics?.drop(request, url, info, this.#find(info));
      throw error;
    }
  }

  async #authenticate(request: ApiRequest, url: RequestUrl, info: RequestInfo, exchange: Exchange): Promise<UserInfo> {
    try {
      checkTimeout(info, url.searchParams);
      return await this.#parts.authenticate(request);
    } catch (error) {
      exchange.audit = this.#parts.auditor?.begin(request, info, undefined);
      throw error;
    }
  }

  #find({ group, version, resource }: Pick<RequestInfo, "group" | "version" | "resource">): ServedResource | undefined {
    return this.#parts.registry.find(group, version, resource);
  }

  #resourceRequest(request: ApiRequest, url: RequestUrl, known: Known): ResourceRequest {
    const { info, resource, user, exchange } = known;
    const { contentType, translate } = bodyForm(request, resource, info, exchange.protobuf);
    let body: Promise<Buffer> | undefined;
    const resourceRequest: ResourceRequest = {
      parts: this.#parts.objectsOf(resource),
      resource,
      info,
      query: url.searchParams,
      contentType,
      userAgent: request.headers["user-agent"] ?? "",
      isHead: request.method === "HEAD",
      webSocketProtocols: webSocketProtocols(request.headers),
      user,
      output: exchange.format,
      warnings: exchange.warnings,
      audit: exchange.audit ?? withoutAudit,
      versions: versionsOf(resource, this.#parts.registry),
      knowsKind: (apiVersion, kind) => this.#parts.registry.hasKind(apiVersion, kind),
      readBody: () => (body ??= request.readBody().then(translate)),
      whenOver: (listener) => request.whenOver(listener),
      authorize: (verb) => this.#authorize({ ...attributesOf(user, info), verb }),
      decide: async (verb) => this.#parts.decide({ ...attributesOf(user, info), verb }),
      act: (subresource) => this.#parts.actions(resourceRequest, subresource),
    };
    return resourceRequest;
  }

  async #authorize(attributes: RequestAttributes, audit: AuditNotes = withoutAudit): Promise<void> {
    const { isAllowed, reason } = await this.#parts.decide(attributes);
    audit.annotate("authorization.k8s.io/decision", isAllowed ? "allow" : "forbid");
    audit.annotate("authorization.k8s.io/reason", reason);
    if (!isAllowed) throw forbiddenRequestError(attributes, reason);
  }
}

interface Known {
  readonly info: RequestInfo;
  readonly resource: ServedResource;
  readonly user: UserInfo;
  readonly exchange: Exchange;
}

function attributesOf(user: UserInfo, info: RequestInfo): RequestAttributes {
  const { verb, namespace, group, version, resource, subresource, name, path, isResourceRequest } = info;
  if (!isResourceRequest) return pathAttributes(user, verb, path);
  return { user, verb, namespace, group, version, resource, subresource, name, path, isResourceRequest };
}

function framesOf({ format, protobuf }: Exchange): StreamFormat {
  return format.encoding === "protobuf" && protobuf !== undefined ? protobufFrames(protobuf) : frameJson;
}
