import path from "node:path";
import type { DoctorOptions } from "../../src/commands/declared/others.js";
import { doctor } from "../../src/commands/doctor.js";
import type { CheckedFinding, Status } from "../../src/doctor/finding.js";
import { recordingContext, type RecordingOptions } from "./recording-context.js";

const programs: Readonly<Record<string, string>> = { npm: "11.0.0", podman: "podman version 5.0.0" };
const onExec: NonNullable<RecordingOptions["onExec"]> = (file) => ({
  exitCode: programs[file] === undefined ? 1 : 0,
  terminatedBy: undefined,
  stdout: programs[file] ?? "",
  stderr: "",
});

/** Returns the findings of `tsop doctor` in a folder. */
export async function findingsIn(
  root: string,
  env: Record<string, string> = {},
  options: DoctorOptions = {},
): Promise<{ findings: CheckedFinding[]; text: string; exitCode: number | undefined }> {
  // The home of the machine's user must not affect the tests.
  const context = recordingContext({
    cwd: root,
    env: { KUBECONFIG: path.join(root, "no-kubeconfig"), ...env },
    onExec,
  });
  const { json, text, exitCode } = await doctor(options, context);
  return { findings: json["findings"] as CheckedFinding[], text, exitCode };
}

/** Returns the findings of one check: status, message and hint. */
export function of(findings: readonly CheckedFinding[], check: string): [Status, string, string | undefined][] {
  return findings.filter((each) => each.check === check).map(({ status, message, hint }) => [status, message, hint]);
}
