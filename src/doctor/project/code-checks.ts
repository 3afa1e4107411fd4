import { nearest } from "../../core/suggest.js";
import { markerPrefix } from "../../core/markers.js";
import { apiVersionOf, controllersOf, type Project, qualifiedGroup, type Resource } from "../../project/project.js";
import { namesOf } from "../../scaffold/naming.js";
import { type Finding, type Findings, ok, skipped, warning } from "../finding.js";
import type { DeclaredKind, ProjectFacts } from "./project-facts.js";

/** The markers where `tsop create` inserts code into main.ts. */
const markers = ["imports", "builder"];

export function checkMarkers({ mainTs, takesManagerCalls }: ProjectFacts): Findings {
  const file = "main.ts";
  if (mainTs === undefined) {
    return {
      status: "failure",
      message: "main.ts, the operator's entry point, is missing",
      at: { file },
      hint: "Restore it from version control.",
      code: "build/failed",
    };
  }
  const comments = mainTs
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, text: /^\s*\/\/\s*(\S.*)$/.exec(line.trimEnd())?.[1] ?? "" }));
  const findings = markers
    .map((name) => markerPrefix + name)
    .filter((marker) => !comments.some(({ text }) => text === marker))
    .flatMap((marker): Findings => {
      const near = nearest(
        marker,
        comments.map(({ text }) => text),
      );
      const found = comments.find(({ text }) => text === near);
      if (near === undefined && takesManagerCalls) return [];
      const at = found === undefined || near === undefined ? { file } : { file, line: found.line, column: 1 };
      const hint =
        near === undefined ? "Restore the line at the position for new code." : `Correct this line: // ${near}`;
      const message = `the line "// ${marker}" is missing, so \`tsop create\` cannot insert code`;
      return { ...warning(message, hint, at), code: "scaffold/marker-missing" };
    });
  return findings.length > 0 ? findings : [ok("main.ts has its insertion points")];
}

export function checkKinds({ project, drift, controllerFiles }: ProjectFacts): Findings {
  if (project.kind === "failed") return [];
  if (drift.kind === "failed") return skipped("the kinds: the sources have errors");
  const { resources } = project.value;
  const { kinds } = drift.value;
  const findings = [
    ...resources.flatMap((resource) => findingsOfResource(resource, project.value, kinds, controllerFiles)),
    ...kinds.filter((kind) => !resources.some((resource) => isSame(resource, kind))).map(notInProject),
  ];
  if (findings.length > 0) return findings;
  return resources.length === 0 ? [] : [ok("PROJECT lists the kinds that the sources declare")];
}

function findingsOfResource(
  resource: Resource,
  project: Project,
  kinds: readonly DeclaredKind[],
  controllerFiles: ReadonlySet<string>,
): Finding[] {
  const names = namesOf(resource, project);
  const what = `${resource.kind} of ${names.apiVersion}`;
  const declared = kinds.find((kind) => isSame(resource, kind));
  const findings: Finding[] = [];
  if (resource.api !== undefined && declared === undefined) {
    const near = nearest(
      resource.kind,
      kinds.map(({ kind }) => kind).filter((kind) => kind !== resource.kind),
    );
    const meant = near === undefined ? "" : ` Did you rename it to ${near}?`;
    findings.push(
      warning(
        `PROJECT lists ${what}, which the sources do not declare`,
        `Restore ${names.typesFile}, or remove the kind from PROJECT.${meant}`,
        { file: "PROJECT" },
      ),
    );
  }
  return [...findings, ...missingControllers(resource, project, controllerFiles, declared?.hasController === true)];
}

/** @param hasController - whether the sources pass the kind to a controller in any file */
function missingControllers(
  resource: Resource,
  project: Project,
  controllerFiles: ReadonlySet<string>,
  hasController: boolean,
): Finding[] {
  const what = `${resource.kind} of ${apiVersionOf(resource)}`;
  const isOnly = controllersOf(resource).length === 1;
  return controllersOf(resource).flatMap((controller) => {
    const { controllerPath, controllerFile } = namesOf(resource, project, controller);
    const file = `${controllerPath}/${controllerFile}.ts`;
    if (controllerFiles.has(file) || (isOnly && hasController)) return [];
    const entry = resource.controllers === undefined ? "controller: true" : `name: ${controller}`;
    const which = resource.controllers === undefined ? "a controller" : `the controller ${controller}`;
    const hint = `Restore ${file}, or remove \`${entry}\` from PROJECT.`;
    return [warning(`PROJECT lists ${which} for ${what}, which does not exist`, hint, { file: "PROJECT" })];
  });
}

function notInProject({ group, version, kind, file }: DeclaredKind): Finding {
  const message = `${kind} of ${group}/${version} is not in PROJECT, so \`tsop create\` does not find it`;
  return warning(message, "Add it to `resources` in PROJECT.", { file });
}

function isSame(resource: Resource, { group, version, kind }: DeclaredKind): boolean {
  return resource.kind === kind && resource.version === version && qualifiedGroup(resource) === group;
}
