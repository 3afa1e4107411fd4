import { ApiError, isKindNotServed } from "../../kube/api-error.js";

/** True if a watch cannot go on from where it was, so that a new list is needed. Each list costs the server dearly. */
export function lostPosition(error: unknown, failuresInARow: number): boolean {
  if (isKindNotServed(error)) return true;
  if (!(error instanceof ApiError)) return false;
  switch (error.statusCode) {
    case 400: // the version makes no sense to this server
    case 404: // the kind is gone, and with it all objects
    case 410: // compacted
    case 422:
      return true;
    case 504:
      return error.causes.some((cause) => cause.reason === "ResourceVersionTooLarge");
    case 500:
      // client-go's bounded retry: something about this very version may be broken.
      return failuresInARow >= 5;
    default:
      return false;
  }
}

/**
 * True if the kind cannot be read before its conversion is answered: the API server does not serve this version yet, since a
 * rollout waits for the operator first, or has nobody to convert with.
 */
export function isWaitingForConversion(error: unknown): boolean {
  if (isKindNotServed(error)) return true;
  return error instanceof ApiError && (error.statusCode === 404 || error.message.includes("conversion webhook for"));
}

/** What becomes possible when a rollout goes on is tried again soon. */
const conversionRetryMs = 2_000;

/** For how long at most to wait after the error. */
export function longestPauseMs(error: unknown): number {
  return isWaitingForConversion(error) ? conversionRetryMs : Infinity;
}

/** True if the server has the feature WatchList turned off: it then refuses `sendInitialEvents` as invalid. */
export function isStreamingListRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.statusCode === 422 || error.statusCode === 400);
}
