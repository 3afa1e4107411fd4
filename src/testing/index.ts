/**
 * Helpers for the tests of an operator.
 *
 * @module
 */
export type { TestAudit } from "./environment/audit.js";
export type { AuditEvent, AuditStage, AuditReference } from "../apiserver/audit/audit-event.js";
export type { AuditLevel } from "../apiserver/audit/audit-notes.js";
export type { AuditedResources, AuditPolicy, AuditRule } from "../apiserver/audit/policy.js";
export type { AddUserOptions, ManifestSource, TestEnvironmentOptions, TestUser } from "./environment/options.js";
export { TestEnvironment } from "./environment/test-environment.js";
export type { WebhookServerFlags } from "./environment/test-webhooks.js";
export type { ExtensionServerFlags, ListeningServer } from "./environment/test-extension.js";
export { FaultProxy } from "./environment/fault-proxy.js";
export type { Fault, RequestMatch } from "./environment/faults.js";
export type { RequestAttributes } from "./environment/request-attributes.js";
export type { WebhookServer } from "../cluster/point-webhooks.js";
export { eventually, type EventuallyOptions } from "./eventually.js";
export { FakeClock, settle } from "./fake-clock.js";
export { killAtEveryWrite, type KillReport } from "./kills/kill-at-every-write.js";
export type { KillOptions } from "./kills/options.js";
export { type MemoryIndex, memoryIndex } from "./memory/indexes.js";
export { type RecordedEvent, recordingEventRecorder, type RecordingEventRecorder } from "./event-recorder.js";
export { type ClientOverrides, interceptClient } from "./intercept-client.js";
export { createMemoryClient, type MemoryClientOptions } from "./memory-client.js";
export { roundTrip, type RoundTripOptions } from "./round-trip/round-trip.js";
export { type LoggedLine, testContext, type TestContext } from "./test-context.js";
export {
  defineScorecardTest,
  type ScorecardBundle,
  type ScorecardFindings,
  type ScorecardTest,
  type ScorecardTestContext,
} from "./scorecard/define-scorecard-test.js";
