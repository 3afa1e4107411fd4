/** Source: k8s.io/apimachinery/pkg/util/managedfields/internal/conflict.go. */
import { compareText } from "../../core/compare-text.js";
import { StatusError } from "../status-error.js";
import type { FieldSet, Path } from "./field-set.js";
import { pathsOf } from "./fields-v1.js";
import { type Manager, type Managers } from "./managers.js";
import { showElement } from "./path-element.js";

/** A field that an apply would change, and that another manager owns. */
export interface Conflict {
  /** The identity of the manager. */
  readonly manager: string;
  readonly path: Path;
}

/** Conflicts of an apply that is not forced. */
export class ConflictsFault extends Error {
  override readonly name = "ConflictsFault";

  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super("conflicts");
    this.conflicts = conflicts;
  }
}

export function conflictsOf(sets: ReadonlyMap<string, FieldSet>): Conflict[] {
  return [...sets].flatMap(([manager, set]) => pathsOf(set).map((path) => ({ manager, path })));
}

export function conflictStatus(conflicts: readonly Conflict[], managers: Managers): StatusError {
  const shown = conflicts
    .toSorted((left, right) => compareText(left.manager, right.manager))
    .map(({ manager, path }) => ({
      manager: showManager(managers.get(manager)),
      field: path.map(showElement).join(""),
    }));
  const causes = shown.map(({ manager, field }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${manager}`,
    field,
  }));
  return new StatusError({ code: 409, reason: "Conflict", message: messageOf(shown), details: { causes } });
}

function messageOf(conflicts: readonly { readonly manager: string; readonly field: string }[]): string {
  const [only] = conflicts;
  if (conflicts.length === 1 && only !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${only.manager}: ${only.field}`;
  }
  const lines = conflicts.flatMap(({ manager, field }, index) => {
    const isFirst = conflicts[index - 1]?.manager !== manager;
    return [...(isFirst ? [`conflicts with ${manager}:`] : []), `- ${field}`];
  });
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

function showManager(manager: Manager | undefined): string {
  if (manager === undefined) return '""';
  const { name, isApplier, apiVersion, subresource } = manager;
  const who = subresource === "" ? quoted(name) : `${quoted(name)} with subresource ${quoted(subresource)}`;
  return isApplier ? who : `${who} using ${apiVersion}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
