import type { ServerResponse } from "node:http";

/** Ends an answer with plain text, which no browser takes for anything else. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" });
  response.end(text);
}
