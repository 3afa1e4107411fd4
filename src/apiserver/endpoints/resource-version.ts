import { versionFault } from "../objects/version-fault.js";
import { badRequestError, serverFault, StatusError } from "../status-error.js";

/**
 * The number of a resource version; 0 when none is given.
 *
 * @param of - what it is asked of: a list or watch tells the client of its mistake, a get (so it is) takes it for its own
 * @throws StatusError for what is no number
 */
export function parseResourceVersion(text: string, of: "object" | "list"): number {
  if (text === "") return 0;
  const fault = versionFault(text);
  if (fault === undefined) return Number(text);
  const message = `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${fault}`;
  throw of === "list" ? badRequestError(`invalid resource version: ${message}`) : serverFault(message);
}

/** A version that is not there yet: nothing here lags behind, so waiting for it would help nobody. */
export function tooLargeError(wanted: number, current: number): StatusError {
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  });
}
