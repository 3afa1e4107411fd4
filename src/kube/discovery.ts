/** Finds the kinds that the API server serves, and their paths. Requests them when necessary, and caches the result. */
import { type Clock, systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { type GroupVersionKind, parseApiVersion, toApiVersion } from "../core/gvk.js";
import { nearest } from "../core/suggest.js";
import { isNotFound } from "./api-error.js";
import { type ApiResource, type GroupVersions, parseGroups, parseResources } from "./discovery-documents.js";
import type { Transport } from "./transport.js";

/** Finds the resource for a kind. */
export interface RestMapper {
  /** Returns the kind's resource, or undefined if the API server does not serve the kind. */
  find(kind: GroupVersionKind): Promise<ApiResource | undefined>;
  /** @throws TsopError `cluster/kind-not-served` */
  get(kind: GroupVersionKind): Promise<ApiResource>;
  /** Returns the kind in every served version, the server's preferred version first. */
  findVersions(group: string, kind: string): Promise<ApiResource[]>;
  /**
   * Returns all kinds in all versions, and the group versions that failed to respond (for example an aggregated API
   * that is down).
   */
  list(): Promise<{ readonly resources: ApiResource[]; readonly failed: readonly string[] }>;
  /** Discards the cached data for one `group/version`, or for all. */
  invalidate(apiVersion?: string): void;
}

/** The minimum number of milliseconds between two searches for a missing kind. */
const retryInterval = 2000;

interface Document {
  readonly fetchedAt: number;
  readonly resources: Promise<readonly ApiResource[]>;
}

export function createRestMapper(transport: Transport, clock: Clock = systemClock): RestMapper {
  const documents = new Map<string, Document>();

  const fetchResources = async (apiVersion: string): Promise<readonly ApiResource[]> => {
    const root = apiVersion.includes("/") ? "/apis" : "/api";
    try {
      return parseResources(await fetchJson(transport, `${root}/${apiVersion}`), parseApiVersion(apiVersion));
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  };

  const resourcesOf = (apiVersion: string, maxAge: number): Promise<readonly ApiResource[]> => {
    const known = documents.get(apiVersion);
    if (known !== undefined && clock.monotonic() - known.fetchedAt < maxAge) return known.resources;
    const document = { fetchedAt: clock.monotonic(), resources: fetchResources(apiVersion) };
    documents.set(apiVersion, document);
    document.resources.catch(() => {
      if (documents.get(apiVersion) === document) documents.delete(apiVersion); // failures are not cached
    });
    return document.resources;
  };

  const groups = async (): Promise<GroupVersions[]> => {
    const [core, named] = await Promise.all([fetchJson(transport, "/api"), fetchJson(transport, "/apis")]);
    return parseGroups(core, named);
  };

  const mapper: RestMapper = {
    async find({ group, version, kind }) {
      const apiVersion = toApiVersion(group, version);
      const isIt = (resource: ApiResource): boolean => resource.kind === kind;
      const found = (await resourcesOf(apiVersion, Infinity)).find(isIt);
      return found ?? (await resourcesOf(apiVersion, retryInterval)).find(isIt);
    },
    async get(kind) {
      const found = await mapper.find(kind);
      if (found !== undefined) return found;
      const served = await resourcesOf(toApiVersion(kind.group, kind.version), Infinity);
      throw kindNotServed(kind, served, transport.server);
    },
    async findVersions(group, kind) {
      const versions = (await groups()).find((candidate) => candidate.group === group)?.versions ?? [];
      const found = await Promise.all(versions.map((version) => mapper.find({ group, version, kind })));
      return found.filter((resource) => resource !== undefined);
    },
    async list() {
      const apiVersions = (await groups()).flatMap(({ group, versions }) =>
        versions.map((version) => toApiVersion(group, version)),
      );
      const answers = await Promise.allSettled(apiVersions.map((apiVersion) => resourcesOf(apiVersion, retryInterval)));
      return {
        resources: answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])),
        failed: apiVersions.filter((_, index) => answers[index]?.status === "rejected"),
      };
    },
    invalidate(apiVersion) {
      if (apiVersion === undefined) documents.clear();
      else documents.delete(apiVersion);
    },
  };
  return mapper;
}

async function fetchJson(transport: Transport, path: string): Promise<unknown> {
  return JSON.parse(await transport.request({ method: "GET", path })) as unknown;
}

/** @param served - the kinds of the group version */
export function kindNotServed(
  kind: GroupVersionKind,
  served: readonly Pick<ApiResource, "kind">[],
  server: string,
): TsopError {
  const apiVersion = toApiVersion(kind.group, kind.version);
  const kinds = served.map((resource) => resource.kind);
  const near = nearest(kind.kind, kinds);
  const suggestion = near === undefined ? "" : `Did you mean ${near}? `;
  return new TsopError("cluster/kind-not-served", `${server} does not serve ${kind.kind} of ${apiVersion}`, {
    hint: `${suggestion}If your project defines this kind, install its CRD: \`npm run install-crds\`.`,
  });
}
