import os from "node:os";
import path from "node:path";
import { TsopError } from "../../core/errors.js";

const systems: Readonly<Record<string, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };
const processors: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64", ppc64: "ppc64le", s390x: "s390x" };

/** Returns the platform in Go's format: `linux-amd64`. @throws TsopError `envtest/no-version` for one without binaries */
export function platformName(platform: string = process.platform, arch: string = process.arch): string {
  const [system, processor] = [systems[platform], processors[arch]];
  if (system !== undefined && processor !== undefined) return `${system}-${processor}`;
  throw new TsopError("envtest/no-version", `there are no binaries for ${platform}/${arch}`, {
    hint: "Without them, tests run on the embedded API server.",
  });
}

/** Returns the folder where setup-envtest stores its binaries, so that tsop does not download them again. */
export function defaultBinDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform,
  home: string = os.homedir(),
): string {
  if (platform === "darwin") return path.join(home, "Library/Application Support/io.kubebuilder.envtest");
  if (platform === "win32") {
    return path.join(env["LocalAppData"] ?? path.join(home, "AppData/Local"), "kubebuilder-envtest");
  }
  const data = env["XDG_DATA_HOME"];
  return path.join(data === undefined || data === "" ? path.join(home, ".local/share") : data, "kubebuilder-envtest");
}
