import path from "node:path";
import { isPublic, loopback } from "../apiserver/server/bind-address.js";
import { systemClock } from "../core/clock.js";
import { defined } from "../core/defined.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { whenAborted } from "../core/until-aborted.js";
import { statePath } from "../machinery/project-state.js";
import type { CommandResult, Context } from "./context.js";
import type { ApiserverOptions } from "./declared/run.js";
import { defaultVersion } from "../schema/kubernetes-versions.js";
import { startServer, type StartApiServer } from "./apiserver-start.js";
import { openAudit } from "./audit-options.js";
import { createDevLog } from "./dev/dev-log.js";
import { parseFeatureGates } from "./feature-gates.js";
import { limitHeap } from "./limit-heap.js";
import { parseControllers } from "./optional-controllers.js";
import { writeOwnKubeconfig } from "./own-kubeconfig.js";

/**
 * Runs the embedded API server until a signal ends it.
 *
 * @throws TsopError `apiserver/port-unavailable`, `apiserver/data-file-in-use`, `apiserver/audit-policy-invalid`,
 *   `files/write-failed`
 */
export async function apiserver(
  options: ApiserverOptions,
  context: Context,
  startApiServer?: StartApiServer,
): Promise<CommandResult> {
  const { cwd, signal } = context;
  const { port, data, kubeconfigOut, simulateWorkloads = false, rbac = true } = options;
  const { kubernetesVersion = defaultVersion } = options;
  // Validate the path before the server starts: tsop rejects an untrusted folder.
  const kubeconfig =
    kubeconfigOut === undefined ? statePath(cwd, "apiserver.kubeconfig") : path.resolve(cwd, kubeconfigOut);
  const { gates: featureGates, warnings } =
    options.featureGates === undefined
      ? { gates: undefined, warnings: [] }
      : parseFeatureGates(options.featureGates, kubernetesVersion);
  const audit = openAudit(options, context);
  const start = startApiServer ?? (await import("../apiserver/start-api-server.js")).startApiServer;
  const server = await startServer(
    start,
    {
      audit: audit?.options,
      ...defined({
        port,
        bindAddress: options.bindAddress,
        lagMs: options.lag,
        featureGates,
        controllers: parseControllers(options.controllers),
        dataFile: data === undefined ? undefined : path.resolve(cwd, data),
        maxRequestsInFlight: options.maxRequestsInflight,
        maxMutatingRequestsInFlight: options.maxMutatingRequestsInflight,
      }),
      ...{ simulateWorkloads, rbac, kubernetesVersion },
    },
    context,
  ).catch((error: unknown) => {
    audit?.close();
    throw error;
  });
  const { bindAddress = loopback } = options;
  const log = createDevLog(options.auditLog === "-" ? besideEvents(context) : context);
  let forget = (): void => undefined;
  const dontForget = context.atExit(() => forget());
  try {
    const written = options.clientCertificate === true ? await server.addCertificate(administrator) : server;
    forget = writeOwnKubeconfig(kubeconfig, written.kubeconfig);
    if (isPublic(bindAddress)) log.warn(reachable(bindAddress));
    for (const warning of warnings) log.warn(warning);
    if (audit?.isComplete === true) log.say(`the metadata of every request goes to ${audit.place}`);
    log.say(`serving at ${server.url}; kubeconfig ${kubeconfig}`, { server: server.url, kubeconfig });
    void limitHeap(systemClock, signal);
    await whenAborted(signal);
  } finally {
    dontForget();
    forget();
    await server.stop();
    audit?.close();
  }
  return { text: "", json: {}, stopped: true };
}

const administrator = { name: "tsop-admin", groups: ["system:masters"] };

/** Prints the lines for users on the standard error, so that the standard output contains nothing but JSON. */
function besideEvents(context: Context): Context {
  const { live, output } = context;
  return live.format === "json" ? context : { ...context, live: { ...live, line: (text) => output.note(text) } };
}

function reachable(address: string): Diagnostic {
  return {
    code: "apiserver/reachable",
    severity: "warning",
    message: `the API server listens on ${address}: every program that can reach it may try to log in`,
    hint: "Keep the kubeconfig secret: its user may do everything. Omit --bind-address unless a container or another machine needs the server.",
  };
}
