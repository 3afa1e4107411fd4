/**
 * Returns the error that was thrown. Event-based code may reject with the event that contains the error, like
 * `@kubernetes/client-node` does if it cannot open a WebSocket.
 */
export function thrownError(thrown: unknown): unknown {
  if (thrown instanceof Error || typeof thrown !== "object" || thrown === null || !("error" in thrown)) return thrown;
  return thrown.error instanceof Error ? thrown.error : thrown;
}
