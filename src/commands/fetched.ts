/** Limits for reading URLs and streams that tsop does not control. */

/** Reads all bytes of a stream. @throws the error from `tooLong` if the stream exceeds the limit */
export async function readLimited(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  longest: number,
  tooLong: (limit: string) => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    length += bytes.length;
    if (length > longest) throw tooLong(`more than ${longest / 1024 / 1024} MB`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Returns why `fetch` failed: the cause of the error contains the reason for "fetch failed". */
export function fetchFault(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no response within ${timeoutMs / 1000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
