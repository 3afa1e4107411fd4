import { TsopError } from "../core/errors.js";
import { type ClusterFacts, gatherCluster } from "../doctor/cluster/cluster-facts.js";
import { clusterChecks } from "../doctor/cluster/cluster-checks.js";
import { attemptAsync, runChecks } from "../doctor/finding.js";
import { machineChecks } from "../doctor/machine/machine-checks.js";
import { gatherMachine, type RunProgram } from "../doctor/machine/machine-facts.js";
import { projectChecks } from "../doctor/project/project-checks.js";
import { type Drift, gatherProject, type ProjectFacts, readPackageJson } from "../doctor/project/project-facts.js";
import { makeReport } from "../doctor/report.js";
import { createLiveClient } from "../kube/http-client.js";
import { takesManagerCalls } from "../refactor/callbacks.js";
import { openSource } from "../refactor/edited-source.js";
import { keepTsMorph } from "../refactor/ts-morph.js";
import { readTsConfig } from "../source/read-tsconfig.js";
import { diskHost } from "../source/source-host.js";
import { readClusterConfig } from "./choose-cluster.js";
import type { CommandResult, Context } from "./context.js";
import type { DoctorOptions } from "./declared/others.js";
import { generate } from "./generate-manifests.js";
import { planManifests } from "./manifests-options.js";
import { defaultFolder, objectsOf, renderHere } from "./rendered-objects.js";
import { ownPackage } from "./version.js";

/** Checks the machine, the project, and the cluster. Changes none of them. */
export async function doctor(options: DoctorOptions, context: Context): Promise<CommandResult> {
  const { cwd, env, live, output } = context;
  const progress = output.progress("checking the machine, the project and the cluster");
  try {
    const project = gatherProject(cwd, {
      ...{ tsopVersion: ownPackage().version, env },
      generate: () => findDrift(cwd),
      render: () => objectsOf(renderHere(cwd, defaultFolder), defaultFolder),
      readTsConfig: () => readTsConfig(cwd),
      takesManagerCalls: (text) => {
        const opened = openSource("main.ts", text);
        return opened.kind === "source" && takesManagerCalls(opened);
      },
    });
    keepTsMorph();
    const [machine, cluster] = await Promise.all([
      gatherMachine({
        ...{ root: cwd, env, run: runQuietly(context), engines: ownPackage().engines.node },
        projectEngines: readPackageJson(cwd)?.engines,
      }),
      lookAtCluster(options, project, context),
    ]);
    const findings = [
      ...runChecks(machineChecks, machine),
      ...runChecks(projectChecks, project),
      ...runChecks(clusterChecks, cluster),
    ];
    return makeReport(findings, live.isColoured);
  } finally {
    progress.done();
  }
}

/** Finds the differences that `tsop manifests --check` reports. */
function findDrift(root: string): Drift {
  const { model, actions, outcome } = generate(planManifests({}, root), diskHost(root), root, { ignoreFiles: false });
  return {
    kinds: model.kinds.map(({ group, version, kind, hasController, at }) => ({
      ...{ group, version, kind, hasController, file: at.file },
    })),
    changes: actions.map(({ kind, path }) => ({ path, isMissing: kind === "create" })),
    // A separate check covers the size of the CRDs.
    warnings: outcome.warnings.filter(({ code }) => code !== "crd/too-large").length,
  };
}

async function lookAtCluster(
  options: DoctorOptions,
  { project, rendered, crds }: ProjectFacts,
  context: Context,
): Promise<ClusterFacts> {
  const { env, signal } = context;
  const { kubeconfig, context: name, cluster = false } = options;
  const config = await attemptAsync(() => readClusterConfig(options, context));
  return gatherCluster({
    ...{ config, signal, now: () => Date.now() },
    isExpected: cluster || kubeconfig !== undefined || name !== undefined,
    connect: (chosen) => createLiveClient(chosen, { env }),
    projectName: project.kind === "known" ? project.value.projectName : undefined,
    rendered: rendered.kind === "known" ? rendered.value : undefined,
    crds: crds.kind === "known" ? crds.value : [],
  });
}

/** The timeout for a program, such as a container engine that does not respond. */
const programTimeoutMs = 10_000;

function runQuietly({ exec, cwd, env, signal }: Context): RunProgram {
  return async (file, args) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(programTimeoutMs)]);
    try {
      const { exitCode, stdout } = await exec(file, args, { cwd, env, signal: limited });
      return exitCode === 0 ? stdout : undefined;
    } catch (error) {
      if (error instanceof TsopError) return undefined; // it is not installed
      throw error;
    }
  };
}
