/** Joins the parts of the embedded API server that an extension API server shares with it. */
import type { ApiRequest } from "../apiserver/http/api-request.js";
import type { Decide } from "../apiserver/authorization/authorizer.js";
import { customResources } from "../apiserver/custom-resources/custom-resources.js";
import type { HealthChecks } from "../apiserver/discovery/health.js";
import { defaultFeatures } from "../apiserver/features/features.js";
import { methodNotAllowedError } from "../apiserver/http/methods.js";
import { defaultFlightLimits } from "../apiserver/http/requests-in-flight.js";
import { Registry } from "../apiserver/objects/registry.js";
import { ServedViews } from "../apiserver/objects/served-views.js";
import type { ServedResource, UserInfo, Verb } from "../apiserver/resource.js";
import { documentPaths } from "../apiserver/server/document-paths.js";
import type { ObjectSources } from "../apiserver/server/object-sources.js";
import { ApiRequestHandler } from "../apiserver/server/request-handler.js";
import { atOnce } from "../apiserver/storage/lagged-objects.js";
import { Store } from "../apiserver/storage/store.js";
import { toApiVersion } from "../core/gvk.js";
import type { Json } from "../core/json.js";
import type { Clock } from "../core/clock.js";
import type { LiveClient } from "../kube/client.js";
import { defaultVersion } from "../schema/kubernetes-versions.js";
import type { Logger } from "../runtime/logger.js";
import { convertPart, type ReviewedPart } from "../runtime/webhook/convert.js";
import { createAdmission } from "./admission.js";
import { readCommonTypes } from "./common-types.js";
import type { CheckedResource } from "./definitions.js";
import { VirtualResource } from "./virtual/virtual-resource.js";

export interface HandlerOptions {
  readonly resources: readonly CheckedResource[];
  readonly authenticate: (request: ApiRequest) => Promise<UserInfo>;
  readonly decide: Decide;
  readonly client: Pick<LiveClient, "get">;
  readonly clock: Clock;
  readonly log: Logger;
}

const healthChecks: HealthChecks = { healthz: ["ping"], livez: ["ping"], readyz: ["ping", "shutdown"] };

const readVerbs: readonly Verb[] = ["get", "list", "watch"];

export function createHandler(options: HandlerOptions): ApiRequestHandler {
  const { resources, authenticate, decide, client, clock, log } = options;
  const { openApi, objectMeta, protobuf } = readCommonTypes();
  const now = (): number => clock.now();
  // Later than all versions of an earlier run, whose objects are gone: a client that continues from one of them lists again.
  const store = new Store(now, now());
  const registry = new Registry();
  const kinds = new Map<string, Served>();
  for (const checked of resources) {
    const served = serve(checked, objectMeta);
    registry.set(served.name, served.resources);
    kinds.set(served.storageKey, served);
  }
  const kindOf = ({ storageKey }: ServedResource): Served | undefined => kinds.get(storageKey);
  const admission = createAdmission({
    client,
    log,
    rulesOf: (resource) => {
      const kind = kindOf(resource);
      return kind === undefined ? undefined : { ...kind.checked.resource, version: kind.hub };
    },
  });
  const definitions = new Map(resources.map(({ object }) => [object.metadata.name, object]));
  return new ApiRequestHandler({
    objects: {
      ...{
        store,
        views: new ServedViews(),
        now,
        features: defaultFeatures,
        version: defaultVersion,
        later: atOnce,
        admission,
      },
      setTimer: (ms, callback) => clock.setTimer(ms, callback),
    },
    registry,
    ...{ authenticate, decide },
    reviews: new Map(),
    actions: () => Promise.reject(methodNotAllowedError()),
    paths: documentPaths({
      ...{ registry, openApi, healthChecks, aggregator: undefined },
      findDefinition: (name) => definitions.get(name),
    }),
    flightLimits: defaultFlightLimits,
    loadProtobuf: protobuf,
    // Clients reach the server under the names of its Service. It trusts no browser: every request carries credentials.
    checkHost: () => undefined,
    aggregator: undefined,
    auditor: undefined,
    sources: sourcesOf([...kinds.values()], { store, clock, log }),
  });
}

interface Served {
  readonly checked: CheckedResource;
  readonly name: string;
  readonly storageKey: string;
  readonly resources: readonly ServedResource[];
  /** The version of the author's objects and rules. */
  readonly hub: ServedResource;
}

function serve(checked: CheckedResource, objectMeta: Parameters<typeof customResources>[1]["objectMeta"]): Served {
  const { definition, resource } = checked;
  const { conversion, storage } = resource;
  const convert =
    conversion === undefined
      ? undefined
      : async (objects: readonly object[], apiVersion: string): Promise<Json[]> =>
          // Objects in their JSON form, which spokes return, too.
          (await Promise.all(
            objects.map((object) => convertPart(object as ReviewedPart, apiVersion, conversion)),
          )) as unknown as Json[];
  const host = { objectMeta, resolveService: noService, ...(convert === undefined ? {} : { convert }) };
  const made = customResources(definition, host);
  const resources = storage.type === "virtual" ? made.map((each) => ({ ...each, verbs: readVerbs })) : made;
  const hub = resources.find(({ group, version }) => toApiVersion(group, version) === checked.hub);
  if (hub === undefined) throw new Error(`${checked.hub} is not served`);
  return { checked, name: definition.metadata.name ?? "", storageKey: hub.storageKey, resources, hub };
}

/** No conversion calls a webhook: checkResources ensures it. */
function noService(): never {
  throw new Error("an extension API server calls no webhook");
}

function sourcesOf(
  kinds: readonly Served[],
  parts: { readonly store: Store; readonly clock: Clock; readonly log: Logger },
): ObjectSources {
  const virtual = new Map(
    kinds.flatMap(({ storageKey, hub, checked: { resource } }) => {
      const { storage } = resource;
      if (storage.type !== "virtual") return [];
      return [[storageKey, new VirtualResource({ ...parts, resource: hub, source: storage })] as const];
    }),
  );
  return {
    refresh: async ({ storageKey }, place) => virtual.get(storageKey)?.refresh(place),
    follow: ({ storageKey }) => virtual.get(storageKey)?.follow() ?? (() => undefined),
  };
}
