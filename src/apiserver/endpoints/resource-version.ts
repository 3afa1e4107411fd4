import { versionFault } from "../objects/version-fault.js";
import { badRequestError, serverFault, StatusError } from "../status-error.js";

/**
 * Returns the number of a resource version; 0 if the text is empty.
 *
 * @param of - the request: a list or a watch reports an invalid version as the client's error, a get as a server error
 * @throws StatusError for a text that is not a number
 */
export function parseResourceVersion(text: string, of: "object" | "list"): number {
  if (text === "") return 0;
  const fault = versionFault(text);
  if (fault === undefined) return Number(text);
  const message = `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${fault}`;
  throw of === "list" ? badRequestError(`invalid resource version: ${message}`) : serverFault(message);
}

/** Creates the error for a future version. This server never lags behind, so waiting does not help. */
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
