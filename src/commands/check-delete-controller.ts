/** Validates the options of `delete controller` against the project. */
import { nearest } from "../core/suggest.js";
import { controllersOf, projectFileName, type Resource } from "../project/project.js";
import { withControllers, withoutResource } from "../project/remove.js";
import type { DeleteControllerOptions } from "./declared/delete.js";
import { findDeletedKind } from "./deleted-kind.js";
import { type Refuse, refusals } from "./refusals.js";
import type { Deletion, OpenedProject } from "./run-delete.js";

/** @throws TsopError with all errors */
export function checkDeleteController(options: DeleteControllerOptions, { files, project }: OpenedProject): Deletion {
  const { refuse, throwProblems } = refusals();
  const versions = findDeletedKind(options, project, files, refuse);
  throwProblems();
  const text = files.read(projectFileName) ?? "";
  const projectText = chooseControllers(versions, options, refuse).reduce(withoutController, text);
  throwProblems();
  return { projectText, next: [] };
}

interface Controller {
  readonly resource: Resource;
  readonly name: string;
}

/** Returns the controllers to delete: the named one, or the only one. */
function chooseControllers(
  versions: readonly Resource[],
  { kind = "", controllerName }: DeleteControllerOptions,
  refuse: Refuse,
): Controller[] {
  const all = versions.flatMap((resource) => controllersOf(resource).map((name) => ({ resource, name })));
  const names = all.map(({ name }) => name);
  const chosen = controllerName === undefined ? all : all.filter(({ name }) => name === controllerName);
  if (all.length === 0) {
    const hint = `${projectFileName} lists no controller for it. If you wrote one, delete it yourself.`;
    refuse({ message: `${kind} has no controller`, hint });
  } else if (chosen.length === 0) {
    const hint = `--controller-name ${nearest(controllerName ?? "", names) ?? names[0] ?? ""}`;
    refuse({
      message: `${kind} has no controller ${JSON.stringify(controllerName)}; it has ${names.join(", ")}`,
      hint,
    });
  } else if (chosen.length > 1) {
    const hint = `--controller-name ${names[0] ?? ""}`;
    refuse({ message: `${kind} has several controllers: ${names.join(", ")}`, hint });
  }
  return chosen;
}

/** Removes a controller from PROJECT, and with it an entry that only records the controller. */
function withoutController(text: string, { resource, name }: Controller): string {
  const rest = controllersOf(resource).filter((each) => each !== name);
  const isEmpty = rest.length === 0 && resource.webhooks === undefined && (resource.core || resource.api === undefined);
  return isEmpty ? withoutResource(text, resource) : withControllers(text, resource, rest);
}
