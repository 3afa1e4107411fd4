import { type Diagnostic, hasErrors, sortDiagnostics } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { buildGraph, type ServedKind } from "../graph/build-graph.js";
import type { Graph } from "../graph/graph.js";
import { graphJson } from "../graph/json.js";
import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { extensionResources, type Project, qualifiedGroup } from "../project/project.js";
import { readSources } from "../source/load.js";
import type { CommandResult, Context } from "./context.js";
import type { GraphOptions } from "./declared/generate.js";
import { changesOf, type DriftTexts, finishPlan } from "./file-plan.js";
import { type GraphTarget, placeGraph, planTargets, printGraph } from "./graph-files.js";
import { openFiles } from "./open-files.js";

/**
 * Draws what the operator's controllers watch, own, read and write, from the code.
 *
 * @throws TsopError with all diagnostics, when there is an error in the sources; nothing is written then
 */
export async function graph(options: GraphOptions, context: Context): Promise<CommandResult> {
  const targets = planTargets(options, context.cwd);
  const { drawn, warnings } = readGraph(context.cwd);
  for (const warning of warnings) context.output.warn(warning);
  if (targets.length > 0) return writeGraph(drawn, targets, warnings, options, context);
  const text = await printGraph(drawn, options.format ?? "mermaid");
  return { text: text.trimEnd(), isDocument: true, json: graphJson(drawn), diagnostics: warnings };
}

interface Reading {
  readonly drawn: Graph;
  readonly warnings: readonly Diagnostic[];
}

function readGraph(root: string): Reading {
  const project = readProject(root);
  const { projectName } = project;
  const { model, diagnostics, wiring } = readSources({ root });
  const faults = diagnostics.filter(({ severity }) => severity === "error");
  if (hasErrors(faults)) throw TsopError.fromDiagnostics(sortDiagnostics(faults));
  const wired = wiring();
  const served = servedKinds(project);
  const drawn = buildGraph({ projectName, wiring: wired, kinds: model.kinds, served });
  const hint =
    "Add a kind with `tsop create api`, or set up a controller with `manager.controller(NAME).for(KIND).complete(…)`.";
  if (drawn.nodes.length === 0)
    throw new TsopError("graph/no-controllers", "there is nothing to draw: no kind and no controller", { hint });
  const empty: Diagnostic[] =
    wired.controllers.length > 0 || served.length > 0
      ? []
      : [{ code: "graph/no-controllers", severity: "warning", message: "the code sets up no controller", hint }];
  return { drawn, warnings: [...empty, ...wired.unresolved.map(explainUnresolved)] };
}

function servedKinds(project: Project): ServedKind[] {
  return extensionResources(project).map((resource) => ({
    ...{ group: qualifiedGroup(resource), version: resource.version, kind: resource.kind },
    storage: resource.extension?.storage ?? "",
    file: "apiserver.ts",
  }));
}

function explainUnresolved({ text, at }: { text: string; at: Diagnostic["at"] }): Diagnostic {
  return {
    code: "graph/unresolved",
    severity: "warning",
    message: `tsop cannot determine the kind in ${text}, so the picture does not show it`,
    ...(at === undefined ? {} : { at }),
    hint: "Name the kind in the call, for example client.get(Deployment, …).",
  };
}

const drift: DriftTexts = {
  code: "graph/out-of-date",
  wanted: "the picture of the code",
  command: "npx tsop graph --out FILE",
};

async function writeGraph(
  drawn: Graph,
  targets: readonly GraphTarget[],
  warnings: readonly Diagnostic[],
  options: GraphOptions,
  context: Context,
): Promise<CommandResult> {
  const tree = new Tree(openFiles(context.cwd, context));
  for (const target of targets) await placeGraph(tree, drawn, target);
  const actions = tree.actions();
  const plan = {
    ...{ actions, drift, warnings },
    unchanged: targets.map(({ file }) => `${file} is up to date`),
    json: { graph: graphJson(drawn), changes: changesOf(actions) },
    command: `npx tsop graph ${targets.map(({ file }) => `--out ${file}`).join(" ")}`,
  };
  return finishPlan(context.cwd, plan, options);
}
