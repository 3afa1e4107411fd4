import { readFileSync } from "node:fs";
import path from "node:path";
import { deadlineAfter } from "../../../cluster/poll.js";
import { TsopError } from "../../../core/errors.js";
import { nearest } from "../../../core/suggest.js";
import { parseLabelSelector } from "../../../kube/label-selector.js";
import type { Bundle } from "../../../olm/read/bundle.js";
import { readBundle } from "../../../olm/read/read-bundle.js";
import { customTestFile, customTestProgram } from "../../../olm/scorecard/custom-tests.js";
import { printXunit } from "../../../olm/scorecard/print-xunit.js";
import { type ConfigReading, type ListedTest, readConfig, readConfigFile } from "../../../olm/scorecard/read-config.js";
import { type ScorecardResult, toTestList } from "../../../olm/scorecard/result.js";
import { runTests } from "../../../olm/scorecard/run-scorecard.js";
import type { CommandResult, Context } from "../../context.js";
import type { ScorecardOptions } from "../../declared/olm-validate.js";
import { gatherBundle } from "../bundle-source.js";
import { defaultBundle } from "../open-bundle.js";
import { findCustomTests, runCustomTest } from "./custom-tests.js";
import { checkClusterOptions, openCluster } from "./open-cluster.js";
import { diagnosticsOf, listOf, printText } from "./print-results.js";
import { buildOperator, type RunOperator } from "./run-operator.js";
import { TriedBundle, withoutConversions } from "./try-bundle.js";

const defaultWaitMs = 30_000;

/**
 * Runs the tests of a bundle. In a project, also runs its tests in TypeScript.
 *
 * @throws TsopError `bundle/not-found`, all faults of the configuration, `usage/invalid-argument` for a selector that
 *   selects no test, and the errors of the cluster and of the operator
 */
export async function scorecard(options: ScorecardOptions, context: Context): Promise<CommandResult> {
  checkClusterOptions(options);
  const { bundle: given = defaultBundle, selector, list, format, tlsVerify = true } = options;
  const { files, shown } = await gatherBundle(given, tlsVerify, context);
  const bundle = readBundle(files, shown);
  const customTests = findCustomTests(context.cwd);
  const reading = options.config === undefined ? readConfig(bundle, customTests) : readGiven(options.config, context);
  if (reading.kind === "faults") throw TsopError.fromDiagnostics(reading.diagnostics);
  warnOfUnlisted(customTests, reading.tests, context);
  const selected = selectTests(reading.tests, selector);
  if (list === true) return listOf(selected);
  const tests = await runOn(bundle, { tests: selected, customTests, options, context });
  const results = tests.map(({ result }) => result);
  return {
    ...(format === "xunit" ? { text: printXunit(tests), isDocument: true } : { text: printText(results, shown) }),
    json: toTestList(tests),
    diagnostics: tests.flatMap(({ result, at }) => diagnosticsOf(result, at)),
    exitCode: results.every(({ state }) => state === "pass") ? 0 : 1,
  };
}

function readGiven(file: string, { cwd }: Context): ConfigReading {
  let content: Uint8Array;
  try {
    content = readFileSync(path.resolve(cwd, file));
  } catch (cause) {
    throw new TsopError("usage/invalid-argument", `cannot read the file of --config: ${String(cause)}`, {
      at: { file },
      hint: "Name a file with a Configuration of scorecard, such as bundle/tests/scorecard/config.yaml.",
      cause,
    });
  }
  return readConfigFile(file, content);
}

/** A test that the configuration does not list would seem to pass. */
function warnOfUnlisted(customTests: readonly string[], tests: readonly ListedTest[], { output }: Context): void {
  const listed = new Set(
    tests.flatMap(({ spec: { entrypoint: [program, name] = [] } }) => (program === customTestProgram ? [name] : [])),
  );
  for (const name of customTests.filter((each) => !listed.has(each))) {
    output.warn({
      ...{ code: "bundle/out-of-date", severity: "warning", at: { file: customTestFile(name) } },
      message: `the configuration of scorecard does not list the test ${name}, so it does not run`,
      hint: "Run `tsop bundle`, which lists all tests of the folder.",
    });
  }
}

interface Run {
  readonly tests: readonly ListedTest[];
  readonly customTests: readonly string[];
  readonly options: ScorecardOptions;
  readonly context: Context;
}

type Tested = ListedTest & { readonly result: ScorecardResult };

/** Tries the bundle on a cluster, and runs the tests there. */
async function runOn(bundle: Bundle, run: Run): Promise<readonly Tested[]> {
  const { options, context } = run;
  const cluster = await openCluster(options, context);
  const tried = new TriedBundle(bundle, { cluster, signal: context.signal });
  let operator: RunOperator | undefined;
  try {
    operator = options.run === true ? await buildOperator(options, cluster, context) : undefined;
    await prepare(tried, operator, run);
    const { waitTime = defaultWaitMs } = options;
    const deadline = deadlineAfter(waitTime);
    const input = {
      config: cluster.config,
      namespace: cluster.namespace,
      bundle: {
        csv: bundle.csv?.document.value ?? {},
        crds: bundle.crds.map(({ document }) => document.value),
        annotations: bundle.annotations?.value ?? {},
        examples: tried.examples,
      },
    };
    const custom = { root: context.cwd, context, leftMs: () => deadline.left(), input };
    const { customTests } = run;
    const tested = {
      bundle,
      live: tried.live,
      customTests,
      runCustomTest: (name: string) => runCustomTest(name, custom),
    };
    const results = await runTests(tested, run.tests);
    operator?.ended.throwIfAborted();
    return results;
  } finally {
    await cleanUp(tried, operator, run)
      // oxlint-disable-next-line typescript/no-misused-promises -- finally() waits for it
      .finally(() => operator?.stop())
      // oxlint-disable-next-line typescript/no-misused-promises -- as above
      .finally(() => cluster.stop());
  }
}

async function prepare(
  tried: TriedBundle,
  operator: RunOperator | undefined,
  { options, context }: Run,
): Promise<void> {
  const progress = context.output.progress("creating the examples of the bundle");
  try {
    await tried.installCrds(operator?.prepareCrds ?? ((crds) => Promise.resolve(withoutConversions(crds))));
    await operator?.start();
    await tried.createExamples();
    const isNamed = options.context !== undefined || options.kubeconfig !== undefined;
    if (operator === undefined && !isNamed) return; // no process writes a status
    progress.update("waiting for the status of the examples");
    const signal = AbortSignal.any([context.signal, ...(operator === undefined ? [] : [operator.ended])]);
    await tried.waitForStatus(options.waitTime ?? defaultWaitMs, signal);
  } finally {
    progress.done();
  }
}

/** The objects in the embedded API server disappear with it, but an operator may have created others outside. */
async function cleanUp(
  tried: TriedBundle,
  operator: RunOperator | undefined,
  { options, context }: Run,
): Promise<void> {
  const isNamed = options.context !== undefined || options.kubeconfig !== undefined;
  if (options.skipCleanup === true || (!isNamed && (operator === undefined || operator.ended.aborted))) return;
  for (const left of await tried.remove()) {
    context.output.warn({
      ...{ code: "bundle/scorecard-failed", severity: "warning" },
      message: `${left} still exists: no operator has removed its finalizers`,
      hint: "Start the operator, which then removes them.",
    });
  }
}

function selectTests(tests: readonly ListedTest[], selector: string | undefined): readonly ListedTest[] {
  if (selector === undefined) return tests;
  const matches = parseLabelSelector(selector);
  const selected = tests.filter(({ spec }) => matches(spec.labels));
  if (selected.length > 0) return selected;
  const labels = tests.flatMap(({ spec }) =>
    Object.entries(spec.labels ?? {}).map(([key, value]) => `${key}=${value}`),
  );
  const meant = nearest(selector, labels);
  throw new TsopError("usage/invalid-argument", `--selector ${selector} selects no test`, {
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}\`tsop scorecard --list\` lists all tests.`,
  });
}
