import { type Clock, systemClock } from "../core/clock.js";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { formatLocation } from "../core/source-location.js";
import { nearest } from "../core/suggest.js";
import type { Snapshot } from "../machinery/snapshot.js";
import type { Project } from "../project/project.js";
import { planEdit } from "../scaffold/edit.js";
import type { LicenseChange } from "../scaffold/edit-license.js";
import { initView } from "../scaffold/init.js";
import { type ModeChanges, type Modes, workloads } from "../scaffold/modes/modes.js";
import { readModes } from "../scaffold/modes/read-modes.js";
import { type ScaffoldPlan, withFile } from "../scaffold/placement.js";
import { loadTemplates, type Templates } from "../scaffold/templates.js";
import { diskHost } from "../source/source-host.js";
import { checkLicense } from "./check-license.js";
import { checkRendered } from "./check-rendered.js";
import { missingTypes } from "./check-types-files.js";
import type { CommandResult, Context } from "./context.js";
import type { EditOptions } from "./declared/scaffold.js";
import type { ModeOptions } from "./declared/shared.js";
import { finishScaffold } from "./finish-scaffold.js";
import { generate } from "./generate-manifests.js";
import { planManifests } from "./manifests-options.js";
import { isPreviewOf } from "./output-options.js";
import { openProject } from "./open-project.js";
import { namesPlugins, type PluginOptions, withPlugins } from "./plugins/with-plugins.js";
import { refusals } from "./refusals.js";
import { sayLeft } from "./say-left.js";
import { warnUncommitted } from "./uncommitted.js";

/**
 * Turns modes of the operator on and off, or prints them.
 *
 * @throws TsopError with all errors in the options, or with all conflicts
 */
export async function edit(
  options: EditOptions & PluginOptions,
  context: Context,
  clock: Clock = systemClock,
): Promise<CommandResult> {
  const root = context.cwd;
  const { namespaced, multigroup, certManager } = options;
  const changes: ModeChanges = {
    ...readModeOptions(options),
    ...defined({ namespaced, certManager }),
  };
  const { files, project } = openProject(context);
  const license = licenseChange(options, context, clock);
  if (
    Object.keys(changes).length === 0 &&
    multigroup === undefined &&
    license === undefined &&
    !namesPlugins(options)
  ) {
    return describe(readModes(files, project), project);
  }
  const missing = multigroup === undefined ? [] : missingTypes(root, files, project, project.resources);
  if (missing.length > 0) throw TsopError.fromDiagnostics(missing);
  const scaffold = { root, files, templates: await loadTemplates(), project };
  const input = { ...scaffold, force: false };
  const { plan: own, modes, left, otherHeaders } = await planEdit(input, project, { changes, multigroup, license });
  const plan = await withPlugins(own, input, { turns: [{ command: "edit" }], root, options, host: context });
  const whole = plan.problems.length > 0 ? plan : complete(plan, scaffold, { modes, changes });
  if (!isPreviewOf(options) && multigroup !== undefined && whole.problems.length === 0) await warnUncommitted(context);
  const result = await finishScaffold(
    root,
    { ...whole, next: [...whole.next, ...sayLeft(left), ...sayHeaders(otherHeaders)] },
    options,
  );
  const more = { ...(left.length === 0 ? {} : { left }), ...(otherHeaders.length === 0 ? {} : { otherHeaders }) };
  return { ...result, json: { ...result.json, modes, ...more } };
}

/** @throws TsopError `usage/invalid-argument` */
function licenseChange(options: EditOptions, context: Context, clock: Clock): LicenseChange | undefined {
  const { license, licenseFile, owner, force = false } = options;
  const { refuse, throwProblems } = refusals();
  const checked = checkLicense(options, context, refuse);
  const isGiven = license !== undefined || licenseFile !== undefined || owner !== undefined;
  if (force && !isGiven) {
    refuse({
      message: "--force without --license, --license-file or --owner has no effect",
      hint: "Omit --force: `tsop edit` changes edited files line by line.",
    });
  }
  throwProblems();
  return isGiven ? { ...checked, force, thisYear: new Date(clock.now()).getFullYear() } : undefined;
}

function sayHeaders(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  return [`these sources have another header, or none; with --force, tsop gives them the new one: ${files.join(", ")}`];
}

/** Completes the plan with the role that the sources generate, and with the render error, if any. */
function complete(
  plan: ScaffoldPlan,
  scaffold: Scaffold,
  { modes, changes }: { readonly modes: Modes; readonly changes: ModeChanges },
): ScaffoldPlan {
  const { root, files, project } = scaffold;
  const role = modes.namespaced === project.namespaced ? undefined : managerRole(scaffold, modes);
  const withRole = role === undefined ? plan : withFile(plan, files, roleFile, role);
  const fault = checkRendered(root, { files, actions: withRole.actions }, modes, changes);
  if (fault === undefined) return withRole;
  const step = `correct config/default, which tsop could not render before this change: ${show(fault)}`;
  return { ...withRole, next: [...withRole.next, step] };
}

/** @throws TsopError `usage/invalid-argument` */
export function readModeOptions({ workload, metrics, prometheus, networkPolicy, replicas }: ModeOptions): ModeChanges {
  const { refuse, throwProblems } = refusals();
  const known = workloads.find((each) => each === workload);
  if (workload !== undefined && known === undefined) {
    refuse({
      message: `unknown workload ${JSON.stringify(workload)}: write ${workloads.join(" or ")}`,
      hint: `--workload ${nearest(workload, workloads) ?? workloads[0]}`,
    });
  }
  const count = Number(replicas);
  if (replicas !== undefined && !(/^[1-9]\d*$/.test(replicas) && count < 2 ** 31)) {
    const instead = "To stop an operator, use kubectl scale; to remove it, tsop undeploy.";
    refuse({
      message: `${JSON.stringify(replicas)} is not a number of replicas: write a whole number from 1`,
      hint: replicas === "0" ? instead : "--replicas 2",
    });
  }
  throwProblems();
  const wanted = replicas === undefined ? undefined : count;
  return defined({ workload: known, metrics, prometheus, networkPolicy, replicas: wanted });
}

function show({ message, at }: TsopError): string {
  return at === undefined ? message : `${formatLocation(at)} ${message}`;
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

const roleFile = "config/rbac/role.yaml";

export interface Scaffold {
  readonly root: string;
  readonly files: Snapshot;
  readonly templates: Templates;
  readonly project: Project;
}

/**
 * Returns the operator's own role for another scope. Generates it like `tsop manifests`, because a ClusterRole may be
 * necessary in addition to the Role. Returns undefined if the sources generate none.
 *
 * @throws TsopError with all diagnostics, when there is an error in the sources
 */
function managerRole(
  { root, files, templates, project }: Scaffold,
  { namespaced }: Pick<Modes, "namespaced">,
): string | undefined {
  const stub = (view: Project): string => templates.render("init/config/rbac/role.yaml.hbs", initView(view, ""));
  const changed: Project = { ...project, namespaced };
  if (files.read(roleFile) === stub(project)) return stub(changed);
  const generated = generate(planManifests({}, root), diskHost(root), root, { ignoreFiles: false, project: changed });
  return generated.files.get(roleFile);
}
