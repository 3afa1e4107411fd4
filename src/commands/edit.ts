import { TsopError } from "../core/errors.js";
import { formatLocation } from "../core/source-location.js";
import { nearest } from "../core/suggest.js";
import { withFlag } from "../project/edit.js";
import { projectFileName } from "../project/file-name.js";
import { ownGroups, type Project } from "../project/project.js";
import { checkModes, type ModeChanges, type Modes, workloads } from "../scaffold/modes/modes.js";
import { modesAfter, planModes } from "../scaffold/modes/plan-modes.js";
import { readModes } from "../scaffold/modes/read-modes.js";
import { Placement } from "../scaffold/placement.js";
import { loadTemplates, type Templates } from "../scaffold/templates.js";
import { checkRendered } from "./check-rendered.js";
import type { CommandResult, Context } from "./context.js";
import type { EditOptions } from "./declared/scaffold.js";
import type { ModeOptions } from "./declared/shared.js";
import { finishScaffold } from "./finish-scaffold.js";
import { planManagerRole } from "./plan-manager-role.js";
import { openProject } from "./open-project.js";

/**
 * Turns modes of the operator on and off, or says how they are.
 *
 * @throws TsopError with everything that is wrong with the options, or everything that is in the way
 */
export async function edit(options: EditOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const { namespaced, multigroup, certManager } = options;
  const changes: ModeChanges = {
    ...readModeOptions(options),
    ...(namespaced === undefined ? {} : { namespaced }),
    ...(certManager === undefined ? {} : { certManager }),
  };
  const { tree, project } = openProject(context);
  if (Object.keys(changes).length === 0 && multigroup === undefined) return describe(readModes(tree, project), project);
  const placement = new Placement(tree, false);
  if (multigroup !== undefined) planMultigroup(placement, project, multigroup);
  const templates = await loadTemplates();
  const modes = await planChecked(placement, templates, project, changes);
  if (placement.problems.length === 0) {
    if (modes.namespaced !== project.namespaced) planManagerRole(placement, templates, project, modes.namespaced);
    const fault = checkRendered(root, tree, modes, changes);
    if (fault !== undefined)
      placement.next.push(`correct config/default, which could not be rendered before: ${show(fault)}`);
  }
  const result = await finishScaffold(root, tree, placement, options, () => Promise.resolve());
  return { ...result, json: { ...result.json, modes } };
}

/** @throws TsopError `modes/contradiction` */
export async function planChecked(
  placement: Placement,
  templates: Templates,
  project: Project,
  changes: ModeChanges,
): Promise<Modes> {
  const modes = modesAfter(placement, project, changes);
  const contradictions = checkModes(modes);
  if (contradictions.length > 0) throw TsopError.fromDiagnostics(contradictions);
  await planModes(placement, templates, project, changes, modes);
  return modes;
}

/** @throws TsopError `usage/invalid-argument` */
export function readModeOptions({ workload, metrics, prometheus, networkPolicy, replicas }: ModeOptions): ModeChanges {
  const problems: { code: "usage/invalid-argument"; severity: "error"; message: string; hint: string }[] = [];
  const refuse = (message: string, hint: string): void => {
    problems.push({ code: "usage/invalid-argument", severity: "error", message, hint });
  };
  const known = workloads.find((each) => each === workload);
  if (workload !== undefined && known === undefined) {
    refuse(
      `there is no workload ${JSON.stringify(workload)}; there are ${workloads.join(", ")}`,
      `--workload ${nearest(workload, workloads) ?? workloads[0]}`,
    );
  }
  const count = Number(replicas);
  if (replicas !== undefined && !(/^[1-9]\d*$/.test(replicas) && count < 2 ** 31)) {
    refuse(
      `${JSON.stringify(replicas)} is no number of replicas: a whole number from 1 on`,
      replicas === "0" ? "An operator is stopped with kubectl scale, or taken out with tsop undeploy." : "--replicas 2",
    );
  }
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  return {
    ...(known === undefined ? {} : { workload: known }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(prometheus === undefined ? {} : { prometheus }),
    ...(networkPolicy === undefined ? {} : { networkPolicy }),
    ...(replicas === undefined ? {} : { replicas: count }),
  };
}

function show({ message, at }: TsopError): string {
  return at === undefined ? message : `${formatLocation(at)} ${message}`;
}

/** New kinds get a folder for their group; those that are there stay where PROJECT says that they are. */
function planMultigroup({ tree, problems, next }: Placement, project: Project, multigroup: boolean): void {
  const groups = ownGroups(project);
  if (!multigroup && groups.length > 1) {
    problems.push({
      code: "modes/contradiction",
      severity: "error",
      message: `the project has kinds of several API groups: ${groups.join(", ")}`,
      at: { file: projectFileName },
      hint: "Only a project with one group can do without folders for its groups.",
    });
  }
  const text = withFlag(tree.read(projectFileName) ?? "", "multigroup", multigroup);
  tree.overwrite(projectFileName, text);
  if (multigroup !== project.multigroup && project.resources.length > 0) {
    next.push(`the kinds that are there stay where they are; new ones go to api/${multigroup ? "GROUP/" : ""}VERSION`);
  }
}

function describe(modes: Modes, { multigroup }: Project): CommandResult {
  const { workload, namespaced, metrics, prometheus, networkPolicy, certManager, replicas } = modes;
  const rows = [
    ["workload", workload],
    ...(workload === "deployment" ? [["replicas", String(replicas)]] : []),
    ["namespaced", String(namespaced)],
    ["metrics", String(metrics)],
    ["prometheus", String(prometheus)],
    ["network-policy", String(networkPolicy)],
    ["cert-manager", String(certManager)],
    ["multigroup", String(multigroup)],
  ];
  return {
    text: rows.map(([name = "", value = ""]) => `--${name.padEnd(15)} ${value}`).join("\n"),
    json: { modes: { ...modes, multigroup } },
  };
}
