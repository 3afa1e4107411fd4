/** How the containers of a Job's pods end. */
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";

/** Returns the exit code of a pod; undefined if its containers run on. `failure`: the reason why the simulation lets it fail. */
export function exitCodeOf({ spec }: Stored<Pod>, failure: string | undefined): number | undefined {
  if (failure !== undefined) return 1;
  const codes = spec.containers.map(({ command = [], args = [] }) => codeOf([...command, ...args]));
  return codes.includes(undefined) ? undefined : (codes.find((code) => code !== 0) ?? 0);
}

/** Understands a few commands; any other succeeds. */
function codeOf(words: readonly string[]): number | undefined {
  const text = words
    .filter((word) => !/^(?:\/bin\/)?(?:sh|bash)$|^-c$/.test(word))
    .join(" ")
    .trim();
  const [, code] = /(?:^|[;&\s])exit (\d{1,3})$/.exec(text) ?? [];
  if (code !== undefined) return Number(code);
  if (text === "false") return 1;
  const [, seconds] = /^sleep (\d+|infinity)$/.exec(text) ?? [];
  return seconds !== undefined && (seconds === "infinity" || Number(seconds) >= 60) ? undefined : 0;
}
