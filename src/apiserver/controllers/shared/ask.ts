/** Requests that a controller sends to its own server: for resources that it cannot read from the store. */
import type { JsonObject } from "../../../core/json.js";
import { textOf } from "../../api-object.js";

export interface Question {
  readonly method: "GET" | "PUT";
  /** The path with its query. */
  readonly target: string;
  readonly body?: JsonObject;
}

export interface Reply {
  readonly code: number;
  /** Absent if the response is no object. */
  readonly object: JsonObject | undefined;
  readonly text: string;
}

export type Ask = (question: Question) => Promise<Reply>;

/**
 * Returns the error of a response as client-go words it; undefined for success.
 *
 * @param what - the request: `get pods.metrics.k8s.io`. Default: the error does not name it
 */
export function faultOf({ code, object, text }: Reply, what = ""): string | undefined {
  if (code < 400) return undefined;
  if (object !== undefined && textOf(object, "kind") === "Status") return textOf(object, "message");
  const fault =
    generic[code] ??
    `an error on the server (${JSON.stringify(text.trim())}) has prevented the request from succeeding`;
  return what === "" ? fault : `${fault} (${what})`;
}

const generic: Readonly<Record<number, string>> = {
  403: "unknown",
  404: "the server could not find the requested resource",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};
