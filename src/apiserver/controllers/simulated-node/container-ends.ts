/** How the containers of a Job's pods end. */
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";

type Container = NonNullable<Pod["spec"]>["containers"][number];

/** Returns the exit code of a pod; undefined if its containers run on. `failure`: the reason why the simulation lets it fail. */
export function exitCodeOf({ spec }: Stored<Pod>, failure: string | undefined): number | undefined {
  if (failure !== undefined) return 1;
  const codes = spec.containers.map(codeOf);
  return codes.includes(undefined) ? undefined : (codes.find((code) => code !== 0) ?? 0);
}

/** Kubernetes' image whose only program sleeps. */
const pauseImage = /(?:^|\/)pause(?:[:@]|$)/;

/** Understands a few commands; any other succeeds. */
function codeOf({ image = "", command = [], args = [] }: Container): number | undefined {
  const words = [...command, ...args].filter((word) => !/^(?:\/bin\/)?(?:sh|bash)$|^-c$/.test(word));
  const text = words.join(" ").trim();
  if (text === "pause" || (text === "" && pauseImage.test(image))) return undefined;
  if (text === "false") return 1;
  const [, code] = /^exit (\d{1,3})$/.exec(text) ?? [];
  if (code !== undefined) return Number(code);
  const [, seconds] = /^sleep (\d+|infinity)$/.exec(text) ?? [];
  return seconds !== undefined && (seconds === "infinity" || Number(seconds) >= 60) ? undefined : 0;
}
