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
import { ApiRequestHandler } from "../apiserver/server/request-handler.js";
import { atOnce } from "../apiserver/storage/lagged-objects.js";
import { toApiVersion } from "../core/gvk.js";
import type { Json } from "../core/json.js";
import type { Clock } from "../core/clock.js";
import type { HttpClient } from "../kube/http-client.js";
import { defaultVersion } from "../schema/kubernetes-versions.js";
import type { Logger } from "../runtime/logger.js";
import { convertPart, type ReviewedPart } from "../runtime/webhook/convert.js";
import { createAdmission } from "./admission.js";
import { readCommonTypes } from "./common-types.js";
import type { CheckedResource } from "./definitions.js";
import { openKinds } from "./open-kinds.js";
import { isVirtual } from "./storage.js";
import { answerSubresource } from "./subresources/answer.js";
import { withSubresources } from "./subresources/declare.js";
import type { StoredKind } from "./storage/stored-kind.js";

export interface HandlerOptions {
  readonly resources: readonly CheckedResource[];
  readonly authenticate: (request: ApiRequest) => Promise<UserInfo>;
  readonly decide: Decide;
  readonly client: HttpClient;
  /** The namespace of the pod; undefined elsewhere. */
  readonly namespace: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

const healthChecks: HealthChecks = { healthz: ["ping"], livez: ["ping"], readyz: ["ping", "shutdown"] };

const readVerbs: readonly Verb[] = ["get", "list", "watch"];

/** A handler, and the storages behind it. */
export interface OpenHandler {
  readonly handle: ApiRequestHandler["handle"];
  /** Ends all watches. */
  endStreams(): void;
  /** Closes the storages, after all requests. */
  close(): Promise<void>;
}

/** @throws the error of a storage that cannot be opened; closes the others */
export async function createHandler(options: HandlerOptions): Promise<OpenHandler> {
  const { resources, authenticate, decide, client, namespace, clock, log } = options;
  const { openApi, objectMeta, protobuf } = readCommonTypes();
  const registry = new Registry();
  const kinds = new Map<string, Served>();
  for (const checked of resources) {
    const served = serve(checked, objectMeta);
    registry.set(served.name, served.resources);
    kinds.set(served.storageKey, served);
  }
  const stored = await openKinds([...kinds.values()], {
    ...{ client, clock, log },
    ...(namespace === undefined ? {} : { namespace }),
  });
  const kindOf = ({ storageKey }: ServedResource): Served | undefined => kinds.get(storageKey);
  const admission = createAdmission({
    client,
    log,
    rulesOf: (resource) => {
      const kind = kindOf(resource);
      return kind === undefined ? undefined : { ...kind.checked.resource, version: kind.hub };
    },
  });
  const stop = new AbortController();
  const definitions = new Map(resources.map(({ object }) => [object.metadata.name, object]));
  const common = {
    ...{
      views: new ServedViews(),
      now: () => clock.now(),
      features: defaultFeatures(defaultVersion),
      version: defaultVersion,
    },
    ...{ later: atOnce, admission },
    setTimer: (ms: number, callback: () => void) => clock.setTimer(ms, callback),
  };
  const storedOf = ({ storageKey }: ServedResource): StoredKind => {
    const kind = stored.get(storageKey);
    if (kind === undefined) throw new Error(`${storageKey} is not open`);
    return kind;
  };
  const handler = new ApiRequestHandler({
    objectsOf: (resource) => {
      const { store, writer } = storedOf(resource);
      return { ...common, store, writer };
    },
    registry,
    ...{ authenticate, decide, version: defaultVersion },
    constrainsImpersonation: common.features.constrainsImpersonation,
    reviews: new Map(),
    actions: async (request) => {
      const kind = kindOf(request.resource);
      const subresource = kind?.checked.resource.subresources?.[request.info.subresource];
      if (kind === undefined || subresource === undefined) throw methodNotAllowedError();
      return answerSubresource(request, { subresource, hub: kind.hub, stop: stop.signal, clock, log });
    },
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
    sources: {
      refresh: (resource, place, known) => storedOf(resource).refresh(place, known),
      follow: (resource) => storedOf(resource).follow(),
    },
  });
  return {
    handle: handler.handle,
    endStreams: () => {
      stop.abort();
      handler.close();
    },
    close: async () => {
      await Promise.all([...stored.values()].map((kind) => kind.close()));
    },
  };
}

export interface Served {
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
          // A spoke may return undefined fields, which JSON does not have.
          JSON.parse(
            JSON.stringify(
              await Promise.all(objects.map((object) => convertPart(object as ReviewedPart, apiVersion, conversion))),
            ),
          ) as Json[];
  const host = {
    objectMeta,
    version: defaultVersion,
    resolveService: noService,
    ...(convert === undefined ? {} : { convert }),
  };
  const made = customResources(definition, host).map((each) => withSubresources(each, resource.subresources ?? {}));
  const resources = isVirtual(storage) ? made.map((each) => ({ ...each, verbs: readVerbs })) : made;
  const hub = resources.find(({ group, version }) => toApiVersion(group, version) === checked.hub);
  if (hub === undefined) throw new Error(`${checked.hub} is not served`);
  return { checked, name: definition.metadata.name ?? "", storageKey: hub.storageKey, resources, hub };
}

/** No conversion calls a webhook: checkResources ensures it. */
function noService(): never {
  throw new Error("an extension API server calls no webhook");
}
