/** Runs the operator of the project from its sources while scorecard tests its bundle. */
import { existsSync } from "node:fs";
import path from "node:path";
import { bindRoles } from "../../../cluster/bind-roles.js";
import type { CustomResourceDefinition } from "../../../cluster/crd.js";
import { readManifests } from "../../../cluster/manifest-files.js";
import { formatDiagnostic } from "../../../core/diagnostic.js";
import { TsopError } from "../../../core/errors.js";
import { kindOf } from "../../../kube/access.js";
import { freePort } from "../../../kube/local-port.js";
import { removeState, statePath, takeOver, writeState } from "../../../machinery/project-state.js";
import { readProject } from "../../../project/file.js";
import type { Context } from "../../context.js";
import { DevBundle } from "../../dev/dev-bundle.js";
import { lockProject } from "../../dev/dev-lock.js";
import type { DevLog } from "../../dev/dev-log.js";
import { DevWebhooks } from "../../dev/dev-webhooks.js";
import { bundleName, operatorProcess } from "../../dev/dev.js";
import type { ScorecardOptions } from "../../declared/olm-validate.js";
import type { ScorecardCluster } from "./open-cluster.js";
import { withoutConversions } from "./try-bundle.js";

const roleFile = "config/rbac/role.yaml";
const kubeconfigName = "operator.kubeconfig";
/** How long the operator may take to end. */
const graceMs = 30_000;
const shownLines = 20;

export interface RunOperator {
  /** Returns CRDs whose conversions the operator serves. */
  readonly prepareCrds: (crds: CustomResourceDefinition[]) => Promise<CustomResourceDefinition[]>;
  /** Starts the operator, and installs its webhooks when it serves them. Call it when the CRDs are served. */
  start(): Promise<void>;
  /** Aborts when the operator ends by itself; its reason is a TsopError with the last lines of its output. */
  readonly ended: AbortSignal;
  stop(): Promise<void>;
}

/**
 * Builds the operator of the project.
 *
 * @throws TsopError `project/not-found`, `build/failed`, `dev/already-running`: only one of them can run the operator
 */
export async function buildOperator(
  options: ScorecardOptions,
  cluster: ScorecardCluster,
  context: Context,
): Promise<RunOperator> {
  const { cwd, signal } = context;
  const { projectName, namespaced } = readProject(cwd);
  takeOver(cwd);
  const unlock = lockProject(cwd);
  const log = quietLog(context);
  const bundle = new DevBundle(cwd, statePath(cwd, bundleName));
  const ends: (() => void | Promise<void>)[] = [unlock, context.atExit(unlock), () => bundle.close()];
  const stop = async (): Promise<void> => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const built = await bundle.build(log);
    const namespaces = namespaced ? [cluster.namespace] : [];
    const { client } = cluster;
    const target = {
      client,
      isNamespaced: async (object: Parameters<typeof kindOf>[0]) =>
        (await client.mapper.get(kindOf(object))).namespaced,
    };
    const webhooks =
      cluster.addUser === undefined
        ? undefined
        : new DevWebhooks({ root: cwd, target, log, port: await freePort(), signal });
    if (webhooks !== undefined) ends.push(() => webhooks.close());
    const ended = new AbortController();
    const start = async (): Promise<void> => {
      const operatorFlags = await connect(cluster, { options, context, projectName, namespaces, ends });
      const more = { namespaces, env: webhooks?.env ?? {} };
      const { args, env } = operatorProcess({}, { operatorFlags }, context, more);
      const lines: string[] = [];
      const onLine = (line: string): void => {
        if (lines.push(line) > shownLines) lines.shift();
      };
      const process_ = context.startProcess(process.execPath, [bundle.loader, ...args], { cwd, env, onLine });
      let isStopping = false;
      ends.push(async () => {
        isStopping = true;
        process_.signal("SIGTERM");
        const timer = setTimeout(() => process_.signal("SIGKILL"), graceMs);
        await process_.ended;
        clearTimeout(timer);
      });
      process_.send(built.main);
      void process_.ended.then((how) => {
        if (!isStopping) ended.abort(operatorEnded(how, lines));
      });
      await webhooks?.install();
    };
    return {
      prepareCrds: async (crds) => (webhooks === undefined ? withoutConversions(crds) : webhooks.prepare(crds)),
      ...{ start, stop, ended: ended.signal },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the operator's user with the rights of its roles. Returns the flags with which the operator connects. */
async function connect(
  { client, addUser }: ScorecardCluster,
  {
    options,
    context: { cwd, signal },
    projectName,
    namespaces,
    ends,
  }: {
    readonly options: ScorecardOptions;
    readonly context: Context;
    readonly projectName: string;
    readonly namespaces: readonly string[];
    readonly ends: (() => void)[];
  },
): Promise<readonly string[]> {
  if (addUser === undefined) {
    return (["kubeconfig", "context"] as const).flatMap((name) => {
      const value = options[name];
      return value === undefined ? [] : [`--${name}`, value];
    });
  }
  const user = `${projectName}-operator`;
  const file = writeState(cwd, kubeconfigName, addUser(user));
  ends.push(() => removeState(cwd, kubeconfigName));
  if (existsSync(path.join(cwd, roleFile))) {
    const roles = readManifests(cwd, roleFile).map(({ object }) => object);
    await bindRoles(client, user, roles, { namespaces, signal });
  }
  return ["--kubeconfig", file];
}

function operatorEnded(how: string, lines: readonly string[]): TsopError {
  const output = lines.length === 0 ? "" : `; its last output:\n  ${lines.join("\n  ")}`;
  return new TsopError("bundle/scorecard-failed", `the operator ended during the tests (${how})${output}`, {
    hint: "Run `tsop dev`, which shows its whole output.",
  });
}

/** The results of the tests go to stdout, so the parts of `tsop dev` print only problems. */
function quietLog({ output }: Context): DevLog {
  return {
    say: () => undefined,
    warn: (diagnostic) => output.warn(diagnostic),
    fail: ({ code, message, hint, at }) =>
      output.note(
        formatDiagnostic({
          ...{ code, severity: "error", message },
          ...(hint === undefined ? {} : { hint }),
          ...(at === undefined ? {} : { at }),
        }),
      ),
    passOn: () => undefined,
  };
}
