/** The parts that answer requests, without the transport and without the controllers. */
import { AdmissionChain } from "../admission/chain.js";
import { Auditor, type AuditOptions } from "../audit/auditor.js";
import { Aggregator } from "../aggregation/aggregator.js";
import type { ClientCertificate } from "../aggregation/service-client.js";
import { defaultFeatures, type Features } from "../features/features.js";
import { FlowSchemas, flowSchemasKey, nominalSeats, priorityLevelsKey } from "../flow-control/flow-schemas.js";
import { serviceResolver } from "../webhooks/service-resolver.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { anonymous, Authenticator, hasNoCredentials } from "../authentication/authenticator.js";
import type { SigningKey } from "../authentication/signed-tokens.js";
import { allowEverything } from "../authorization/authorizer.js";
import { rbacGroup } from "../authorization/rbac-objects.js";
import { RbacAuthorizer } from "../authorization/rbac-authorizer.js";
import type { CustomResourceHost } from "../custom-resources/custom-resources.js";
import { kubeApiServerChecks } from "../discovery/health.js";
import { checkHost } from "../http/host-check.js";
import { defaultFlightLimits, type FlightLimits } from "../http/requests-in-flight.js";
import { metricsPaths, withMetrics } from "../metrics/metrics-paths.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import { Registry } from "../objects/registry.js";
import { ServedViews } from "../objects/served-views.js";
import type { ObjectParts, SetTimer } from "../objects/write.js";
import { statusWriter } from "../objects/write-status.js";
import { loadProtobufCodec } from "../protobuf/load-codec.js";
import { createConnectHandlers } from "../pods/connect.js";
import { definitionsKey } from "../custom-resources/definition.js";
import { type ServedResource, storageKeyOf, type StoredObjects } from "../resource.js";
import { atOnce, LaggedObjects, type Later } from "../storage/lagged-objects.js";
import type { Store } from "../storage/store.js";
import { createActions } from "./actions.js";
import { builtIns } from "./built-ins.js";
import { documentPaths } from "./document-paths.js";
import { ApiRequestHandler } from "./request-handler.js";
import { createReviews } from "./reviews.js";

export interface CoreOptions {
  readonly store: Store;
  readonly clock: { now(): number };
  /** For watches, which end after a time. */
  readonly setTimer: SetTimer;
  /** Whether the server enforces roles. */
  readonly rbac: boolean;
  /** Returns the key that signs tokens of service accounts; called only when a token needs it. */
  readonly signingKey: () => SigningKey;
  /** The objects that admission sees. */
  readonly admitted: StoredObjects;
  /** Default: those of kube-apiserver's defaults. */
  readonly features?: Features;
  /** How long roles, webhooks, policies and CRDs take to have an effect, and events to reach a watch, in ms. Default: 0. */
  readonly lagMs?: number;
  /** Whether the server listens beyond loopback. Default: false. */
  readonly isPublic?: boolean;
  /** The certificate by which other API servers know this one. Absent: no other server serves APIs behind this one. */
  readonly proxyCertificate?: ClientCertificate;
  /** Default: kube-apiserver's. */
  readonly flightLimits?: Partial<FlightLimits>;
  readonly version: KubernetesVersion;
  /** Default: the server writes no audit log. */
  readonly audit?: AuditOptions | undefined;
  /** Default: the server counts no requests, and has no `/metrics`. */
  readonly metrics?: ServerMetrics;
}

export interface ServerCore {
  readonly registry: Registry;
  readonly objects: ObjectParts;
  readonly authenticator: Authenticator;
  readonly handler: ApiRequestHandler;
  readonly host: CustomResourceHost;
  readonly aggregator: Aggregator | undefined;
  readonly auditor: Auditor | undefined;
  /** Ends watches, and connections to webhooks. */
  close(): void;
}

/** The resources that kube-apiserver reads from caches. */
const cachedKeys = [
  ...["clusterroles", "clusterrolebindings", "roles", "rolebindings"].map((each) => storageKeyOf(rbacGroup, each)),
  ...[
    ...["mutatingwebhookconfigurations", "validatingwebhookconfigurations"],
    ...["validatingadmissionpolicies", "validatingadmissionpolicybindings"],
    ...["mutatingadmissionpolicies", "mutatingadmissionpolicybindings"],
  ].map((each) => storageKeyOf("admissionregistration.k8s.io", each)),
  ...[flowSchemasKey, priorityLevelsKey],
];

/** Without the feature, its kind is not served. */
function servedResources(resources: readonly ServedResource[], features: Features): readonly ServedResource[] {
  const hidden = features.projectsPodCertificates ? undefined : "certificates.k8s.io/podcertificaterequests";
  return hidden === undefined ? resources : resources.filter(({ storageKey }) => storageKey !== hidden);
}

export function createServerCore({
  store,
  clock,
  setTimer,
  rbac,
  signingKey,
  admitted,
  lagMs = 0,
  isPublic = false,
  proxyCertificate,
  flightLimits,
  version,
  features = defaultFeatures(version),
  audit,
  metrics,
}: CoreOptions): ServerCore {
  const { openApi, types, resources } = builtIns(version);
  const now = (): number => clock.now();
  const later: Later = lagMs === 0 ? atOnce : (run) => void setTimer(lagMs, run);
  const registry = new Registry(later);
  registry.set("built-in", servedResources(resources, features));
  const caches = new LaggedObjects(admitted, { store, storageKeys: cachedKeys, later });
  const rbacAuthorizer = rbac ? new RbacAuthorizer(caches, version) : undefined;
  const flows = new FlowSchemas(caches);
  caches.onVisible((key, { object }) => {
    rbacAuthorizer?.noteWrite(key, object.metadata.namespace ?? "");
    flows.noteWrite(key);
  });
  const authorizer = rbacAuthorizer ?? allowEverything;
  const authenticator = new Authenticator(store, {
    get key() {
      return signingKey();
    },
    issuer: "https://kubernetes.default.svc",
    clock,
  });
  const writeStatus = statusWriter(store, registry, now);
  const admission = new AdmissionChain({
    version,
    objects: caches,
    resources: () => registry.all(),
    authorizer,
    ...(rbacAuthorizer === undefined ? {} : { rbac: rbacAuthorizer }),
    resolveService: serviceResolver(store),
    writeStatus,
    now,
  });
  const objects: ObjectParts = {
    store,
    writer: store,
    views: new ServedViews(),
    now,
    setTimer,
    features,
    version,
    later,
    admission,
  };
  const resolveService = serviceResolver(store);
  const aggregator =
    proxyCertificate === undefined
      ? undefined
      : new Aggregator({ store, resolveService, certificate: proxyCertificate, sendsUserUid: features.sendsUserUid });
  const reviews = createReviews({ authenticator, authorizer, objects, writeStatus, registry, clock });
  const auditor = audit === undefined ? undefined : new Auditor(audit, now);
  const healthChecks = kubeApiServerChecks(version);
  const documents = documentPaths({
    ...{ registry, openApi, aggregator, healthChecks, issuer: authenticator.issuer },
    findDefinition: (name) => store.get(definitionsKey, "", name),
    ...(metrics === undefined ? {} : { morePaths: metricsPaths }),
  });
  const handler = new ApiRequestHandler({
    objectsOf: () => objects,
    registry,
    authenticate: (request) => {
      const user = request.certificateUser();
      if (user !== undefined) return user;
      // Like kube-apiserver, the server knows no anonymous user while every user may do everything.
      if (rbac && hasNoCredentials(request)) return anonymous;
      return authenticator.authenticate(request.headers.authorization);
    },
    decide: (attributes) => authorizer.authorize(attributes),
    flows,
    version,
    constrainsImpersonation: features.constrainsImpersonation,
    reviews,
    actions: createActions(reviews, createConnectHandlers(store, version)),
    paths: metrics === undefined ? documents : withMetrics(metrics, healthChecks, documents),
    ...{ aggregator, auditor, metrics },
    loadProtobuf: () => loadProtobufCodec(version),
    checkHost: (host) => checkHost(host, isPublic),
    flightLimits: { ...defaultFlightLimits, ...flightLimits },
  });
  metrics?.observe({
    resources: () => registry.all(),
    count: (storageKey) => store.count(storageKey),
    seats: () => nominalSeats(store),
    inFlight: () => handler.peaks(),
  });
  const host = {
    version,
    resolveService: serviceResolver(store),
    objectMeta: types.named("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"),
  };
  const close = (): void => {
    handler.close();
    admission.close();
  };
  return { registry, objects, authenticator, handler, host, aggregator, auditor, close };
}
