/** Runs operator-verify (github.com/operator-framework/api), the program that validates OLM bundles, as a second opinion. */
import { spawnSync } from "node:child_process";
import path from "node:path";

/** The folder of operator-verify, if the machine has it. */
export const judges = process.env["TSOP_JUDGES"];

/** Each validator that we ask for reports that its successors replace it. */
const deprecation = 'The \\"operatorhub\\" validator is deprecated';

/** Returns the errors and warnings about a bundle. */
export function verifyBundle(bundle: string): string[] {
  const program = path.join(judges ?? "", "operator-verify");
  const args = ["manifests", "--operatorhub_validate", "--object_validate", bundle];
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`operator-verify ended with ${String(status)}: ${stderr}`);
  return stderr.split("\n").filter((line) => line !== "" && !line.includes(deprecation));
}
