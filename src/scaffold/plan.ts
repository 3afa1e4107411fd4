import { TsopError } from "../core/errors.js";
import type { Diagnostic } from "../core/diagnostic.js";
import type { Tree } from "../machinery/tree.js";

/** What happens to a file that is there already with another content. */
export type IfExists = "collide" | "keep";

/** Collects what a scaffold does to a tree, and all that speaks against it. */
export class Plan {
  readonly #tree: Tree;
  readonly #force: boolean;
  /** Files that were there and stay as they are. */
  readonly kept: string[] = [];
  /** What to tell the user to do next. */
  readonly next: string[] = [];
  readonly #problems: Diagnostic[] = [];

  constructor(tree: Tree, force: boolean) {
    this.#tree = tree;
    this.#force = force;
  }

  read(file: string): string | undefined {
    return this.#tree.read(file);
  }

  exists(file: string): boolean {
    return this.#tree.exists(file);
  }

  list(folder: string): string[] {
    return this.#tree.list(folder);
  }

  /** Puts a file into its place. The same content is no change. */
  write(file: string, content: string | Uint8Array, ifExists: IfExists = "collide"): void {
    if (!this.#tree.exists(file)) {
      this.#tree.create(file, content);
    } else if (ifExists === "keep") {
      if (this.#tree.read(file) !== content) this.kept.push(file);
    } else if (this.#tree.read(file) !== content) {
      if (this.#force) this.#tree.overwrite(file, content);
      else this.collide(file, `${file} exists with another content`);
    }
  }

  /** Changes a file that is the project's and tsop's together. */
  change(file: string, content: string): void {
    if (this.#tree.exists(file)) this.#tree.overwrite(file, content);
    else this.#tree.create(file, content);
  }

  /** Speaks against the plan, unless it is forced. */
  collide(file: string, message: string): void {
    if (this.#force) return;
    this.refuse({
      code: "scaffold/collision",
      severity: "error",
      message,
      at: { file },
      hint: "Move it away, or repeat the command with --force to replace it (--dry-run --diff shows what would be lost).",
    });
  }

  refuse(diagnostic: Diagnostic): void {
    this.#problems.push(diagnostic);
  }

  /** @throws TsopError with everything that speaks against the plan */
  check(): void {
    if (this.#problems.length > 0) throw TsopError.fromDiagnostics(this.#problems);
  }
}
