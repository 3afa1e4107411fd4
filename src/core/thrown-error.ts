/**
 * The error that was thrown. What listens to events may reject with the event that holds the error, as
 * `@kubernetes/client-node` does when it cannot open a WebSocket.
 */
export function thrownError(thrown: unknown): unknown {
  if (thrown instanceof Error || typeof thrown !== "object" || thrown === null || !("error" in thrown)) return thrown;
  return thrown.error instanceof Error ? thrown.error : thrown;
}
