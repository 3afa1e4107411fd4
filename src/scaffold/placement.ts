import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { collision } from "../machinery/collision.js";
import type { FileAction, Snapshot } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import { asComment, boilerplateFile, headerOf } from "./license.js";
import type { Templates } from "./templates.js";

/**
 * The policy for a file that exists with other content: `collide` reports an error unless forced, `keep` leaves the
 * file unchanged.
 */
export type ExistingPolicy = "collide" | "keep";

/** The input of a plan. Planning does not change it. */
export interface PlanInput {
  readonly files: Snapshot;
  readonly templates: Templates;
  /** Whether to overwrite a file that collides. */
  readonly force: boolean;
}

/** The result of a scaffold; nothing is written yet. */
export interface ScaffoldPlan extends Pick<Placement, "problems" | "kept" | "next"> {
  readonly actions: readonly FileAction[];
  readonly keepers: Iterable<() => void>;
}

/** Returns a plan without changes. */
export function emptyPlan(): ScaffoldPlan {
  return { actions: [], problems: [], kept: [], next: [], keepers: [] };
}

/** Combines several steps to one plan. Each step builds on the steps before it. */
export async function planOf(
  input: PlanInput,
  steps: (placement: Placement) => void | Promise<void>,
): Promise<ScaffoldPlan> {
  const placement = new Placement(input);
  await steps(placement);
  return placement.plan();
}

/** Returns a plan under construction that contains a finished plan, for further steps. */
export function continuePlan(input: PlanInput, { actions, problems, kept, next, keepers }: ScaffoldPlan): Placement {
  const placement = new Placement(input);
  for (const action of actions) {
    if (action.kind === "create") placement.tree.create(action.path, action.content, action.mode);
    else if (action.kind === "overwrite") placement.tree.overwrite(action.path, action.content);
    else placement.tree.delete(action.path);
  }
  placement.problems.push(...problems);
  placement.kept.push(...kept);
  placement.next.push(...next);
  for (const keep of keepers) placement.keepers.add(keep);
  return placement;
}

/** Adds the new content of a file to a plan that does not touch the file otherwise. */
export function withFile(plan: ScaffoldPlan, files: Snapshot, file: string, content: string): ScaffoldPlan {
  const tree = new Tree(files);
  tree.write(file, withEndingsOf(files.read(file), content));
  return { ...plan, actions: [...plan.actions, ...tree.actions()] };
}

/** A plan under construction. It places files in its own tree, and records collisions and the remaining steps for the user. */
export class Placement {
  readonly tree: Tree;
  readonly templates: Templates;
  readonly force: boolean;
  /** The errors: collisions, and code that tsop could not insert. */
  readonly problems: Diagnostic[] = [];
  /** Existing files that stay unchanged. */
  readonly kept: string[] = [];
  /** The next steps for the user, one per line. */
  readonly next: string[] = [];
  /** Functions that save code caches for the next run. Each is called once, when the command has finished its work. */
  readonly keepers = new Set<() => void>();

  constructor({ files, templates, force }: PlanInput) {
    this.tree = new Tree(files);
    this.templates = templates;
    this.force = force;
  }

  /** Returns the resulting plan. */
  plan(): ScaffoldPlan {
    const { tree, problems, kept, next, keepers } = this;
    return { actions: tree.actions(), problems, kept, next, keepers };
  }

  /** Returns the start of each source file: the licence header and a blank line, or an empty text. */
  get header(): string {
    return headerOf(asComment(this.tree.read(boilerplateFile) ?? ""));
  }

  put(file: string, content: string | Uint8Array, policy: ExistingPolicy): void {
    if (!this.tree.exists(file)) {
      this.tree.create(file, content);
      return;
    }
    const wanted = typeof content === "string" ? withEndingsOf(this.tree.read(file), content) : content;
    if (policy === "keep") this.kept.push(file);
    else if (this.tree.read(file) === wanted) return;
    else if (this.force) this.tree.overwrite(file, wanted);
    else this.collide(file);
  }

  /** Writes a file whose new content is derived from its previous content, so that nothing is lost. */
  change(file: string, content: string): void {
    this.tree.write(file, withEndingsOf(this.tree.read(file), content));
  }

  /** @param message - default: that the file has other content */
  collide(file: string, message?: string): void {
    this.problems.push(collision(file, message));
  }

  /** Reports a problem that only the user can fix. tsop writes nothing until then. */
  refuse(code: ErrorCode, message: string, { file, hint }: { readonly file?: string; readonly hint: string }): void {
    this.problems.push({ code, severity: "error", message, ...(file === undefined ? {} : { at: { file } }), hint });
  }
}

/** Converts the new lines to CRLF if all lines of the existing file end with CRLF, as git checks them out with core.autocrlf. */
export function withEndingsOf(present: string | undefined, text: string): string {
  const hasCrlf = present?.includes("\r\n") === true && !/(?<!\r)\n/.test(present);
  return hasCrlf ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}
