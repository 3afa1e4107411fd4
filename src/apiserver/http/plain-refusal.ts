import type { TextAnswer } from "./answer.js";

/** Rejects a request before its resource is known: in plain text, like Go's library. */
export class PlainRefusal extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }

  toAnswer(): TextAnswer {
    return { type: "text", code: this.code, contentType: "text/plain; charset=utf-8", text: this.message };
  }
}
