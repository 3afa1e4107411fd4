import type { TextAnswer } from "./answer.js";

/** A request that is refused before it is known what it asks for: in plain text, as Go's library does it. */
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
