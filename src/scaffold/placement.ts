import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { collision } from "../machinery/collision.js";
import type { FileAction, Snapshot } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import { asComment, boilerplateFile, headerOf } from "./license.js";
import type { Templates } from "./templates.js";

/**
 * What to do with a file that exists with other content: `collide` is an error unless forced, `keep` leaves it to its
 * owner.
 */
export type ExistingPolicy = "collide" | "keep";

/** What a plan is made from. It stays as it is. */
export interface PlanInput {
  readonly files: Snapshot;
  readonly templates: Templates;
  /** Whether a file that is in the way is overwritten. */
  readonly force: boolean;
}

/** What a scaffold comes to: nothing has happened yet. */
export interface ScaffoldPlan extends Pick<Placement, "problems" | "kept" | "next"> {
  readonly actions: readonly FileAction[];
  readonly keepers: Iterable<() => void>;
}

/** The plan that some steps make together, each on top of those before it. */
export async function planOf(
  input: PlanInput,
  steps: (placement: Placement) => void | Promise<void>,
): Promise<ScaffoldPlan> {
  const placement = new Placement(input);
  await steps(placement);
  return placement.plan();
}

/** The plan, with the new content of a file that it does not touch otherwise. */
export function withFile(plan: ScaffoldPlan, files: Snapshot, file: string, content: string): ScaffoldPlan {
  const tree = new Tree(files);
  tree.write(file, withEndingsOf(files.read(file), content));
  return { ...plan, actions: [...plan.actions, ...tree.actions()] };
}

/** A plan while it is made: puts files into a tree of its own and remembers what stood in the way, and what is left for a person to do. */
export class Placement {
  readonly tree: Tree;
  readonly templates: Templates;
  readonly force: boolean;
  /** Errors: what collides, what could not be inserted. */
  readonly problems: Diagnostic[] = [];
  /** Files that were there and are left alone. */
  readonly kept: string[] = [];
  /** What to do next, one step a line. */
  readonly next: string[] = [];
  /** What leaves code caches for the next run: each is called once, when the command has done its work. */
  readonly keepers = new Set<() => void>();

  constructor({ files, templates, force }: PlanInput) {
    this.tree = new Tree(files);
    this.templates = templates;
    this.force = force;
  }

  /** What all of it comes to. */
  plan(): ScaffoldPlan {
    const { tree, problems, kept, next, keepers } = this;
    return { actions: tree.actions(), problems, kept, next, keepers };
  }

  /** What each source file begins with: the licence header and a blank line, or nothing. */
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

  /** Writes a file that was made from what it held before, so that nothing of it is lost. */
  change(file: string, content: string): void {
    this.tree.write(file, withEndingsOf(this.tree.read(file), content));
  }

  /** @param message - default: that the file has other content */
  collide(file: string, message?: string): void {
    this.problems.push(collision(file, message));
  }

  /** Something that only the user can put right: nothing is written until then. */
  refuse(code: ErrorCode, message: string, { file, hint }: { readonly file?: string; readonly hint: string }): void {
    this.problems.push({ code, severity: "error", message, ...(file === undefined ? {} : { at: { file } }), hint });
  }
}

/** Where all lines of a file end with CRLF, as git checks it out with core.autocrlf, those that are new do as well. */
export function withEndingsOf(present: string | undefined, text: string): string {
  const hasCrlf = present?.includes("\r\n") === true && !/(?<!\r)\n/.test(present);
  return hasCrlf ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}
