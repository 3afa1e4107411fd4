import type { Diagnostic } from "../core/diagnostic.js";
import type { Tree } from "../machinery/tree.js";

/**
 * What to do with a file that exists with other content: `collide` is an error unless forced, `keep` leaves it to its
 * owner.
 */
export type ExistingPolicy = "collide" | "keep";

/** Puts files into a tree and remembers what stood in the way, and what is left for a person to do. */
export class Placement {
  readonly tree: Tree;
  readonly force: boolean;
  /** Errors: what collides, what could not be inserted. */
  readonly problems: Diagnostic[] = [];
  /** Files that were there and are left alone. */
  readonly kept: string[] = [];
  /** What to do next, one step a line. */
  readonly next: string[] = [];
  /** What leaves code caches for the next run: each is called once, when the command has done its work. */
  readonly keepers = new Set<() => void>();

  constructor(tree: Tree, force: boolean) {
    this.tree = tree;
    this.force = force;
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
    else this.collide(file, `${file} exists with other content`);
  }

  /** Writes a file that was made from what it held before, so that nothing of it is lost. */
  change(file: string, content: string): void {
    this.tree.write(file, withEndingsOf(this.tree.read(file), content));
  }

  collide(file: string, message: string): void {
    this.problems.push({
      code: "scaffold/collision",
      severity: "error",
      message,
      at: { file },
      hint: "Move it away, or repeat the command with --force (with --dry-run --diff, it only shows what would be lost).",
    });
  }
}

/** Where all lines of a file end with CRLF, as git checks it out with core.autocrlf, those that are new do as well. */
export function withEndingsOf(present: string | undefined, text: string): string {
  const hasCrlf = present?.includes("\r\n") === true && !/(?<!\r)\n/.test(present);
  return hasCrlf ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}
