import { ApiError, isKindNotServed } from "../../kube/api-error.js";

/**
 * Returns true if a watch cannot continue from its position, so that it needs a new list. Each list is expensive for
 * the server.
 */
export function lostPosition(error: unknown, failuresInARow: number): boolean {
  if (isKindNotServed(error)) return true;
  if (!(error instanceof ApiError)) return false;
  switch (error.statusCode) {
    case 400: // the server does not understand the version
    case 404: // the kind and all its objects no longer exist
    case 410: // compacted
    case 422:
      return true;
    case 504:
      return error.causes.some((cause) => cause.reason === "ResourceVersionTooLarge");
    case 500:
      // client-go's bounded retry: this version may be the cause of the failure.
      return failuresInARow >= 5;
    default:
      return false;
  }
}

/**
 * Returns true if the kind cannot be read before its conversion works: the API server does not serve this version yet
 * because a rollout waits for the operator first, or no converter is available.
 */
export function isWaitingForConversion(error: unknown): boolean {
  if (isKindNotServed(error)) return true;
  return error instanceof ApiError && (error.statusCode === 404 || error.message.includes("conversion webhook for"));
}

/** The longest pause after an error that a progressing rollout resolves. */
const conversionRetryMs = 2_000;

/** Returns the longest pause after the error. */
export function longestPauseMs(error: unknown): number {
  return isWaitingForConversion(error) ? conversionRetryMs : Infinity;
}

/** Returns true if the server has the feature WatchList turned off: it then rejects `sendInitialEvents` as invalid. */
export function isStreamingListRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.statusCode === 422 || error.statusCode === 400);
}
