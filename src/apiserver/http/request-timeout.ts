/** Source: k8s.io/apiserver/pkg/endpoints/filters/request_deadline.go, and Go's time.ParseDuration for the messages. */
import { badRequestError } from "../status-error.js";
import type { RequestInfo } from "./request-info.js";

const longSubresources = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Returns whether a request may take any time. */
export function isLongRunning({ isResourceRequest, verb, subresource }: RequestInfo): boolean {
  return isResourceRequest && (verb === "watch" || verb === "proxy" || longSubresources.has(subresource));
}

/** @throws StatusError 400 for an invalid timeout; long-running requests have their own */
export function checkTimeout(info: RequestInfo, query: URLSearchParams): void {
  if (isLongRunning(info)) return;
  const text = query.get("timeout") ?? "";
  const fault = text === "" ? undefined : durationFault(text);
  if (fault !== undefined) throw badRequestError(`invalid timeout specified in the request URL - time: ${fault}`);
}

const units = new Set(["ns", "us", "µs", "μs", "ms", "s", "m", "h"]);
const nanosecondsOf: Readonly<Record<string, number>> = { us: 1e3, ms: 1e6, s: 1e9, m: 6e10, h: 3.6e12 };

function durationFault(text: string): string | undefined {
  const unsigned = text.replace(/^[-+]/, "");
  if (unsigned === "0") return undefined;
  const invalid = `invalid duration ${quote(text)}`;
  let rest = unsigned;
  let total = 0;
  if (rest === "") return invalid;
  while (rest !== "") {
    const number = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)/.exec(rest)?.[0];
    if (number === undefined) return invalid;
    rest = rest.slice(number.length);
    const unit = /^[^.0-9]*/.exec(rest)?.[0] ?? "";
    if (unit === "") return `missing unit in duration ${quote(text)}`;
    if (!units.has(unit)) return `unknown unit ${quote(unit)} in duration ${quote(text)}`;
    rest = rest.slice(unit.length);
    total += Number(number) * (nanosecondsOf[unit] ?? 1);
    if (total > 2 ** 63) return invalid;
  }
  return undefined;
}

/** Quotes like Go's package: bytes that are not plain text by their numbers. */
function quote(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte < 0x20 || byte > 0x7f ? `\\x${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte);
  });
  return `"${bytes.join("")}"`;
}
