/**
 * Compares versions by preference: `v2`, `v1`, `v1beta1`, others last; a greater result is preferred. Source:
 * k8s.io/apimachinery/pkg/version/helpers.go.
 */
export function compareVersions(left: string, right: string): number {
  if (left === right) return 0;
  const [first, second] = [read(left), read(right)];
  if (first === undefined && second === undefined) return right < left ? -1 : 1;
  if (first === undefined || second === undefined) return first === undefined ? -1 : 1;
  return first.stage - second.stage || first.major - second.major || first.minor - second.minor;
}

function read(version: string): { readonly major: number; readonly stage: number; readonly minor: number } | undefined {
  const [, major, stage = "", minor = "0"] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  return { major: Number(major), stage: stage === "" ? 2 : stage === "beta" ? 1 : 0, minor: Number(minor) };
}
