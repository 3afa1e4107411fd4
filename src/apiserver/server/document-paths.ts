/** The paths that are not resources: discovery, OpenAPI, version and health. */
import type { JsonObject } from "../../core/json.js";
import type { Aggregator } from "../aggregation/aggregator.js";
import type { RequestUrl } from "../http/request-url.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { OpenApiSchemas } from "../../schema/openapi-data.js";
import { apiGroupDiscoveryList } from "../discovery/aggregated-discovery.js";
import type { TokenIssuer } from "../authentication/service-account-tokens.js";
import { aggregatedType, wantsAggregated } from "../discovery/discovery-media-type.js";
import { answerHealth, type HealthChecks, healthPaths } from "../discovery/health.js";
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from "../discovery/plain-discovery.js";
import { apiVersionOf, type RegisteredVersion, type ServedGroup, servedGroups } from "../discovery/served-groups.js";
import { serverVersion } from "../discovery/version.js";
import { methodNotAllowedError, unknownPathError } from "../http/methods.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest } from "../http/api-request.js";
import type { Registry } from "../objects/registry.js";
import { hashOf, type OpenApiSource } from "../openapi/documents.js";
import { OpenApiDocuments } from "../openapi/openapi-documents.js";
import { answerOpenApi, cacheable, type OtherDocuments } from "./openapi-paths.js";
import { answerOpenId, openIdPaths } from "./openid-paths.js";
import type { ServedResource } from "../resource.js";
import { notFoundAnswer, type PathHandler } from "./paths.js";

export interface DocumentParts {
  readonly registry: Registry;
  readonly openApi: OpenApiSchemas;
  /** Returns the definition of a custom resource: `widgets.example.com`. */
  readonly findDefinition: OpenApiSource["findDefinition"];
  /** The issuer of the tokens of service accounts. Absent: this server issues none. */
  readonly issuer?: TokenIssuer;
  readonly healthChecks: HealthChecks;
  /** Absent: no other server serves APIs behind this one. */
  readonly aggregator: Aggregator | undefined;
  /** The paths that the root lists, and other handlers answer. */
  readonly morePaths?: readonly string[];
}

export function documentPaths(parts: DocumentParts): PathHandler {
  const { registry, openApi, findDefinition, issuer, healthChecks, aggregator, morePaths = [] } = parts;
  const documents = new OpenApiDocuments({ data: openApi, findDefinition });
  let known: KnownGroups | undefined;
  const groups = (): KnownGroups => {
    // Both versions only grow.
    const version = registry.version + (aggregator?.version ?? 0);
    if (known?.version !== version) known = { version, ...groupsOf(registry.all(), aggregator?.registered()) };
    return known;
  };
  return async (request, url, user) =>
    answer(request, url, {
      ...groups(),
      ...{ version: openApi.version, documents, issuer, healthChecks, morePaths },
      isBuiltIn: (name) => registry.hasBuiltInGroup(name),
      others: {
        openApiUrls: () => aggregator?.openApiUrls() ?? new Map(),
        swaggers: () => aggregator?.swaggers() ?? [],
        answerOpenApi: (path) => aggregator?.answerOpenApi(path, { request, url, user }),
      },
    });
}

interface GroupLists {
  readonly groups: readonly ServedGroup[];
  /** The groups and versions that have an APIService: without one, a version stays, and no list names it. */
  readonly listed: readonly ServedGroup[];
}

interface KnownGroups extends GroupLists {
  readonly version: number;
}

function groupsOf(resources: readonly ServedResource[], registered?: readonly RegisteredVersion[]): GroupLists {
  const groups = servedGroups(resources, registered);
  if (registered === undefined) return { groups, listed: groups };
  const names = new Set(registered.map(apiVersionOf));
  // The APIs of APIServices have none.
  const own = resources.filter((each) => each.group === "apiregistration.k8s.io" || names.has(apiVersionOf(each)));
  return { groups, listed: servedGroups(own, registered) };
}

interface AnswerParts extends GroupLists {
  readonly version: KubernetesVersion;
  readonly documents: OpenApiDocuments;
  readonly issuer: TokenIssuer | undefined;
  readonly healthChecks: HealthChecks;
  readonly morePaths: readonly string[];
  readonly isBuiltIn: (group: string) => boolean;
  readonly others: OtherDocuments;
}

async function answer(request: ApiRequest, url: RequestUrl, parts: AnswerParts): Promise<Answer> {
  const { groups, issuer, healthChecks } = parts;
  const health = answerHealth(url, healthChecks);
  if (health !== undefined) return health;
  // `*`, or a URL of only a host.
  if (!url.pathname.startsWith("/")) return notFoundAnswer;
  const path = url.pathname.replace(/(?<=.)\/$/, "");
  const [, root = "", ...rest] = path.split("/");
  switch (root) {
    case "":
      return rest.length === 0 ? onlyGet(request, rawObject(rootPaths(parts))) : notFoundAnswer;
    case "api":
      return answerCore(request, rest, groups);
    case "apis":
      return answerGroups(request, rest, parts);
    case "version":
      if (rest.length > 0) throw unknownPathError();
      return onlyGet(request, rawObject(serverVersion(parts.version)));
    case "openapi":
      return answerOpenApi(request, url, rest, parts);
    case ".well-known":
    case "openid":
      return issuer === undefined ? notFoundAnswer : answerOpenId(request, path, issuer);
    default:
      return notFoundAnswer;
  }
}

function answerCore(request: ApiRequest, path: readonly string[], groups: readonly ServedGroup[]): Answer {
  const core = groups.filter(({ name }) => name === "");
  if (path.length === 0) {
    if (wantsAggregated(request.headers.accept)) return aggregated(request, core);
    return onlyGet(request, object(apiVersions(request.headers.host ?? "")));
  }
  return answerVersion(request, core[0], path);
}

function answerGroups(
  request: ApiRequest,
  [name, ...path]: readonly string[],
  { groups, listed, isBuiltIn }: AnswerParts,
): Answer {
  const isNamed = (group: ServedGroup): boolean => group.name !== "";
  if (name === undefined) {
    if (wantsAggregated(request.headers.accept)) return aggregated(request, groups.filter(isNamed));
    // The method is not checked here.
    return object(apiGroupList(listed.filter(isNamed)));
  }
  const group = groups.filter(isNamed).find((each) => each.name === name);
  if (group === undefined) return notFoundAnswer;
  if (path.length === 0) return object(apiGroup(listed.find((each) => each.name === name) ?? group));
  const isUnknown = !group.versions.some(({ version, resources }) => version === path[0] && resources.length > 0);
  return isUnknown && !isBuiltIn(name) ? notFoundAnswer : answerVersion(request, group, path);
}

function answerVersion(
  request: ApiRequest,
  group: ServedGroup | undefined,
  [version, ...rest]: readonly string[],
): Answer {
  const served = group?.versions.find((each) => each.version === version);
  if (served === undefined || rest.length > 0) throw unknownPathError();
  return onlyGet(request, object(apiResourceList(served)));
}

function aggregated(request: ApiRequest, groups: readonly ServedGroup[]): Answer {
  const document = apiGroupDiscoveryList(groups);
  const text = JSON.stringify(document);
  const headers = { ETag: `"${hashOf(text)}"`, Vary: "Accept", "Cache-Control": "public" };
  return cacheable(request, { type: "text", code: 200, contentType: aggregatedType, text, headers, object: document });
}

function object(document: JsonObject): Answer {
  return { type: "object", code: 200, object: document };
}

function rawObject(document: JsonObject): Answer {
  return { type: "object", code: 200, object: document, isUnaudited: true };
}

function rootPaths({ groups, issuer, healthChecks, morePaths }: AnswerParts): JsonObject {
  const ofGroups = groups.flatMap(({ name, versions }) => {
    const root = name === "" ? "/api" : `/apis/${name}`;
    return [root, ...versions.map(({ version }) => `${root}/${version}`)];
  });
  const others = [
    ...(issuer === undefined ? [] : openIdPaths),
    ...morePaths,
    "/apis",
    "/apis/",
    ...healthPaths(healthChecks),
    "/openapi/v2",
    "/openapi/v3",
    "/openapi/v3/",
    "/version",
  ];
  return { paths: [...ofGroups, ...others].toSorted() };
}

function onlyGet({ method }: ApiRequest, answer: Answer): Answer {
  if (method === "GET") return answer;
  throw methodNotAllowedError();
}
