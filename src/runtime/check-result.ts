import { type ReconcileResult, TerminalError } from "./reconcile.js";

/** What user code written without types may return. */
export function checkResult(result: unknown): ReconcileResult {
  if (typeof result === "object" && result !== null && "kind" in result) {
    if (result.kind === "done") return { kind: "done" };
    if (result.kind === "requeueAfter" && "milliseconds" in result && Number.isFinite(result.milliseconds)) {
      return { kind: "requeueAfter", milliseconds: Number(result.milliseconds) };
    }
  }
  throw new TerminalError(`reconcile() returned ${String(result)}; return done() or requeueAfter(milliseconds)`);
}
