/**
 * The library that an operator runs on: kinds and clients, the manager and its controllers.
 *
 * @module
 */
export type {
  Condition,
  CustomResource,
  DeepReadonly,
  KubeObject,
  ObjectKey,
  ObjectList,
  ObjectMeta,
  OwnerReference,
} from "./kube/objects.js";
export { defineKind, type Kind, unstructured, type Unstructured } from "./kube/objects.js";
export { dryRunClient, fieldManagerClient, fieldValidationClient, namespacedClient } from "./kube/client-wrappers.js";
export { findCondition, isConditionTrue, type NewCondition, removeCondition, setCondition } from "./kube/conditions.js";
export * from "./kube/client.js";
export { mergePatchFrom, type MergePatchFromOptions } from "./kube/merge-patch-from.js";
export * from "./kube/pages.js";
export * from "./kube/scalars.js";
export type * from "./kube/subresource.js";
export {
  ApiError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isUnauthorized,
} from "./kube/api-error.js";
export { TransportError, type TransportFailure } from "./kube/transport-error.js";
export { loadKubeConfig, type LoadKubeConfigOptions } from "./kube/kubeconfig.js";
export type { ClusterConfig } from "./kube/cluster-config.js";
export type { KubeConfigLike } from "./kube/from-kube-config.js";
export {
  createLiveClient,
  type HttpClient,
  type ImpersonateOptions,
  type LiveClientOptions,
} from "./kube/http-client.js";
export type { RestMapper } from "./kube/discovery.js";
export type { ApiResource } from "./kube/discovery-documents.js";
export type { Clock } from "./core/clock.js";
export { TsopError } from "./core/errors.js";
export type { ErrorCode } from "./core/error-codes.js";
export type { Span, SpanAttribute, SpanContext, StartSpanOptions, Tracer } from "./core/tracer.js";
export type { CompletedRequest, Transport } from "./kube/transport.js";
export type { CacheForOptions } from "./runtime/cache/cache-options.js";
export type { IndexFunction } from "./runtime/cache/field-indexes.js";
export type { KindCache } from "./runtime/cache/kind-cache.js";
export type { ControllerBuilder } from "./runtime/controller-builder.js";
export type { ControllerSettings } from "./runtime/controller-settings.js";
export type { CreateManagerOptions } from "./runtime/create-manager-options.js";
export type { Cluster } from "./runtime/cluster.js";
export { createCluster, type CreateClusterOptions } from "./runtime/create-cluster.js";
export { createManager } from "./runtime/create-manager.js";
export type { EventDetails, EventRecorder, EventSubject } from "./runtime/events/event-recorder.js";
export type { HealthCheck } from "./runtime/http/health.js";
export type { LeaderElectionOptions } from "./runtime/lease-timing.js";
export type { WebhookCertificateOptions } from "./runtime/webhook/certificates/certificate-timing.js";
export type { LogFields, Logger } from "./runtime/logger.js";
export { type ManagerFlags, parseManagerFlags } from "./runtime/manager-flags.js";
export type { CachedListOptions, ManagerClient } from "./runtime/manager-client.js";
export type { Manager } from "./runtime/manager.js";
export type { RunManagerOptions } from "./runtime/operate.js";
export * from "./runtime/predicates.js";
export * from "./runtime/queue/rate-limiter.js";
export { applyIfDifferent } from "./runtime/objects/apply-if-different.js";
export { createOrPatch, createOrUpdate, type Written } from "./runtime/objects/create-or-update.js";
export { addFinalizer, containsFinalizer, removeFinalizer } from "./runtime/objects/finalizers.js";
export type { Mutate } from "./runtime/objects/mutate.js";
export {
  getControllerOf,
  hasControllerReference,
  hasOwnerReference,
  type OwnerReferenceOptions,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./runtime/objects/owner-references.js";
export { updateStatusIfChanged } from "./runtime/objects/update-status.js";
export { withFinalizer, type WithFinalizerOptions } from "./runtime/objects/with-finalizer.js";
export { objectReconciler, type ObjectReconciler } from "./runtime/object-reconciler.js";
export * from "./runtime/reconcile.js";
export { RequestChannel, type RequestSource } from "./runtime/source.js";
export { runManager } from "./runtime/run-manager.js";
export type { AddedWatch } from "./runtime/running-controller.js";
export type { RunningController } from "./runtime/running-controller.js";
export type { Runnable } from "./runtime/runnable.js";
export {
  type AdmissionAnswer,
  type AdmissionContext,
  AdmissionDenied,
  type AdmissionHandler,
  type AdmissionOperation,
  type AdmissionRequest,
  type Defaulter,
  type ValidationResult,
  type Validator,
} from "./runtime/webhook/admission.js";
export {
  type AllFields,
  type Converted,
  type Converter,
  type EveryField,
  type ObjectPart,
  type PartOf,
  type Spoke,
  type SpokeOptions,
  spoke,
} from "./runtime/webhook/conversion.js";
export type { WebhookBuilder, WebhookPath } from "./runtime/webhook/webhook-builder.js";
export * as field from "./runtime/webhook/field.js";
export type { FieldError, FieldErrorType } from "./core/field-error.js";
export type { MapFunction, OnlyMetadata, OwnsSettings, WatchesSettings, WatchSettings } from "./runtime/source.js";
