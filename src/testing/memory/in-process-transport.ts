import type { InProcessServer } from "../../apiserver/in-process.js";
import type { OwnResponse, StreamResponse } from "../../apiserver/http/api-request.js";
import { onAbort } from "../../core/on-abort.js";
import { ApiError, toStatus } from "../../kube/api-error.js";
import type { StreamRequest, Transport, TransportRequest } from "../../kube/transport.js";

/** The text that replaces the address of an API server in messages. */
export const serverName = "the memory client";

/** Calls a server in this process. No request gets lost on the way, so none is sent twice. */
export function createInProcessTransport(start: () => Promise<InProcessServer>): Transport {
  const send = async (request: TransportRequest): Promise<OwnResponse> => {
    request.signal?.throwIfAborted();
    const server = await start();
    request.signal?.throwIfAborted();
    request.beforeSend?.();
    const { method, path, body, accept = "application/json", contentType = "application/json" } = request;
    return server.request({
      ...{ method, target: path, body },
      headers: { accept, "user-agent": "tsop", "content-type": contentType },
    });
  };
  return {
    server: serverName,
    async request(request) {
      const response = await send(request);
      if (response.type === "stream") throw new Error(`the response to ${request.path} is a stream`);
      const { code, body, headers } = response;
      const text = typeof body === "string" ? body : body.toString("utf8");
      if (code < 200 || code >= 300) throw refusal(request, text, code);
      const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      request.onStatus?.(code, Object.fromEntries(texts));
      return text;
    },
    async *stream(request: StreamRequest) {
      const asked = { method: "GET", ...request } as const;
      const response = await send(asked);
      if (response.type === "stream") yield* chunksOf(response, request.signal);
      else throw refusal(asked, response.body.toString(), response.code);
    },
    close: () => undefined,
  };
}

function refusal({ method, path }: TransportRequest, text: string, code: number): ApiError {
  return new ApiError(toStatus(text, code), code, { request: { method, path: path.replace(/\?.*/, "") } });
}

/** Yields the server's output until it ends or the reader stops. */
async function* chunksOf(
  response: StreamResponse,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const written: (Buffer | "end")[] = [];
  let wake = (): void => undefined;
  const add = (chunk: Buffer | "end"): void => {
    written.push(chunk);
    wake();
  };
  const stop = response.open({
    write(chunk) {
      add(Buffer.from(chunk));
      return true;
    },
    end: () => add("end"),
  });
  const unlink = signal === undefined ? undefined : onAbort(signal, () => wake());
  try {
    for (;;) {
      signal?.throwIfAborted();
      const chunk = written.shift();
      if (chunk === "end") return;
      if (chunk === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else yield chunk;
    }
  } finally {
    unlink?.();
    stop();
  }
}
