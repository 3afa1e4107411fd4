/** Tells when something in a project has changed, once for all that changes together. */
import path from "node:path";
import { watch } from "chokidar";
import { TsopError } from "../core/errors.js";

/** Where changes come from: the disk, or a test. */
export interface ChangeSource {
  /** Calls `onChange` for each change, with the path of the file; resolves when no later one is missed, or after an error. */
  open(onChange: (file: string) => void, onError: (error: Error) => void): Promise<void>;
  close(): Promise<void>;
}

const skipped = new Set(["node_modules", "dist", "coverage"]);

/** Changes below some folders (or files) of a project, whether these are there already or not. */
export function diskChanges(root: string, places: readonly string[]): ChangeSource {
  const isOfInterest = (file: string): boolean => {
    const relative = path.relative(root, file).replaceAll(path.sep, "/");
    if (relative.split("/").some((name) => name.startsWith(".") || skipped.has(name))) return false;
    return places.some((place) => isBelow(relative, place) || isBelow(place, relative));
  };
  // The root is watched, since that is where a folder appears that is not there yet.
  const watcher = watch([], { ignoreInitial: true, ignored: (file) => !isOfInterest(file) });
  return {
    open: (onChange, onError) =>
      new Promise((resolve) => {
        watcher.on("all", (_, file) => onChange(path.relative(root, file).replaceAll(path.sep, "/")));
        watcher.on("error", (error) => {
          onError(error instanceof Error ? error : new Error(String(error)));
          resolve();
        });
        watcher.once("ready", () => resolve());
        watcher.add(root);
      }),
    close: () => watcher.close(),
  };
}

function isBelow(file: string, folder: string): boolean {
  return folder === "" || file === folder || file.startsWith(`${folder}/`);
}

/** Saving all files of an editor, or switching a branch, is one change. */
const quietMs = 50;
const longestMs = 1000;

/** Turns single changes into turns. */
export class FileChanges {
  readonly #source: ChangeSource;
  readonly #signal: AbortSignal;
  readonly #counts: (file: string) => boolean;
  #hasChanged = false;
  #pending = new Set<string>();
  #files: ReadonlySet<string> = new Set();
  #since = 0;
  #firstAt: number | undefined;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  /** @param counts - whether a file is of interest. Default: each is */
  constructor(source: ChangeSource, signal: AbortSignal, counts: (file: string) => boolean = () => true) {
    this.#source = source;
    this.#signal = signal;
    this.#counts = counts;
  }

  open(): Promise<void> {
    this.#signal.addEventListener("abort", () => this.#wake(), { once: true });
    return this.#source.open(
      (file) => {
        if (!this.#counts(file)) return;
        this.#pending.add(file);
        this.#firstAt ??= performance.now();
        this.#hasChanged = true;
        this.#wake();
      },
      (error) => {
        this.#failure = error;
        this.#wake();
      },
    );
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  /** What has changed, by `next`'s last answer: paths below the root. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** When the first of the changes came that `next` has told of last, in milliseconds of `performance.now()`. */
  get since(): number {
    return this.#since;
  }

  /**
   * Waits for a change and the quiet after it; false when the signal fires instead.
   *
   * @throws TsopError `files/watch-failed`
   */
  async next(): Promise<boolean> {
    while (!this.#hasChanged) {
      if (this.#failure !== undefined) throw watchFailed(this.#failure);
      if (this.#signal.aborted) return false;
      await this.#woken();
    }
    // Goes on while changes come in, but not for ever.
    for (const latest = Date.now() + longestMs; this.#takeChange();) {
      await this.#woken(quietMs);
      if (this.#signal.aborted) return false;
      if (Date.now() > latest) break;
    }
    this.#since = this.#firstAt ?? performance.now();
    this.#firstAt = undefined;
    this.#files = this.#pending;
    this.#pending = new Set();
    return true;
  }

  #takeChange(): boolean {
    const had = this.#hasChanged;
    this.#hasChanged = false;
    return had;
  }

  #woken(timeoutMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function watchFailed(cause: Error): TsopError {
  const isFull = "code" in cause && (cause.code === "ENOSPC" || cause.code === "EMFILE");
  return new TsopError("files/watch-failed", `cannot watch the project's files: ${cause.message}`, {
    hint: isFull
      ? "Too many files are watched on this machine: raise fs.inotify.max_user_watches and max_user_instances, or set CHOKIDAR_USEPOLLING=1."
      : "Set CHOKIDAR_USEPOLLING=1 where the file system (a network's, a container's) does not tell of changes.",
    cause,
  });
}
