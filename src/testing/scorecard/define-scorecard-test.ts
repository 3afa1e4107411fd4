import type { CustomResourceDefinition } from "../../cluster/crd.js";
import type { JsonObject } from "../../core/json.js";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";

/** The bundle that a test of scorecard checks. */
export interface ScorecardBundle {
  /** The ClusterServiceVersion. */
  readonly csv: JsonObject;
  /** The CRDs that the bundle contains. */
  readonly crds: readonly CustomResourceDefinition[];
  /** The annotations in `metadata/annotations.yaml`. */
  readonly annotations: Readonly<Record<string, string>>;
  /** The objects of the annotation `alm-examples` that tsop has created, as the API server has stored them. */
  readonly examples: readonly KubeObject[];
}

/** What a test of scorecard gets. */
export interface ScorecardTestContext {
  readonly bundle: ScorecardBundle;
  /** The client of a user who may do everything, or of the user of `--context`. tsop closes it after the test. */
  readonly client: HttpClient;
  /** The namespace of the examples, in which the test may create objects. */
  readonly namespace: string;
  /** Aborts when the time of `--wait-time` has passed. */
  readonly signal: AbortSignal;
}

/** What a test of scorecard has found. The test passes if there are no errors. */
export interface ScorecardFindings {
  /** The reasons why the test fails. */
  readonly errors?: readonly string[];
  /** How to improve the bundle or the operator. */
  readonly suggestions?: readonly string[];
}

/** A test of scorecard: the default export of `test/scorecard/NAME.ts`. */
export interface ScorecardTest {
  /** @internal Runs the test. The input comes from `tsop scorecard`, in another process. */
  readonly execute: (input: ScorecardTestInput) => Promise<ScorecardTestStatus>;
}

/** @internal */
export interface ScorecardTestInput {
  readonly bundle: ScorecardBundle;
  readonly config: ClusterConfig;
  readonly namespace: string;
  readonly limitMs: number;
}

/** @internal */
export interface ScorecardTestStatus extends ScorecardFindings {
  readonly state: "pass" | "fail" | "error";
}

/**
 * Defines a test that `tsop scorecard` runs on an OLM bundle. Export it by default from a file in `test/scorecard/`.
 *
 * The test passes if it returns no errors. It fails if it returns errors, or throws an `AssertionError` or the error of
 * {@link eventually}. Any other exception means that the test itself has an error.
 *
 * @example
 * ```ts
 * import { defineScorecardTest, eventually } from "tsop/testing";
 * import { unstructured } from "tsop";
 *
 * export default defineScorecardTest(async ({ bundle, client }) => {
 *   for (const { apiVersion, kind, metadata } of bundle.examples) {
 *     await eventually(async () => {
 *       const { status } = await client.getOrThrow(unstructured(apiVersion, kind), metadata);
 *       if (status === undefined) throw new Error(`${kind} ${metadata.name} has no status`);
 *     });
 *   }
 *   return { suggestions: bundle.examples.length === 0 ? ["Add an example."] : [] };
 * });
 * ```
 */
export function defineScorecardTest(
  run: (context: ScorecardTestContext) => ScorecardFindings | undefined | Promise<ScorecardFindings | undefined>,
): ScorecardTest {
  return {
    execute: async ({ bundle, config, namespace, limitMs }) => {
      const client = createLiveClient(config, { fieldManager: "tsop-scorecard", userAgent: "tsop-scorecard" });
      try {
        const { errors = [], suggestions = [] } =
          (await run({ bundle, client, namespace, signal: AbortSignal.timeout(limitMs) })) ?? {};
        return { state: errors.length === 0 ? "pass" : "fail", errors, suggestions };
      } catch (error) {
        return { state: isFailure(error) ? "fail" : "error", errors: [textOf(error)] };
      } finally {
        client.close();
      }
    },
  };
}

/** Returns whether the error is the verdict of a check. `node:assert`, vitest and chai share the name. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "AssertionError" || ("code" in error && error.code === "testing/timed-out");
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return `the test threw ${String(error)}`;
  return isFailure(error) ? error.message.trim() : (error.stack ?? error.message);
}
