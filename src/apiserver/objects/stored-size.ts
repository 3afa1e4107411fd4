/**
 * The sizes of a write that etcd, and etcd's client, accept. Sources: DefaultMaxRequestBytes in
 * go.etcd.io/etcd/server/v3/embed/config.go, defaultMaxCallSendMsgSize in go.etcd.io/etcd/client/v3/options.go.
 */
import type { Json } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { serverFault } from "../status-error.js";

const maxRequestBytes = 1.5 * 1_024 * 1_024;
const maxMessageBytes = 2 * 1_024 * 1_024;

/**
 * Measures an object in JSON, as kube-apiserver stores custom resources.
 *
 * @throws StatusError 500 if etcd would reject the object
 */
export function refuseTooLarge(object: ApiObject): void {
  if (atMost(object, maxRequestBytes) <= maxRequestBytes) return;
  const size = Buffer.byteLength(JSON.stringify(object));
  if (size > maxMessageBytes) {
    const why = `trying to send message larger than max (${size} vs. ${maxMessageBytes})`;
    throw serverFault(`rpc error: code = ResourceExhausted desc = ${why}`);
  }
  if (size > maxRequestBytes) throw serverFault("etcdserver: request is too large");
}

/** The most bytes that JSON needs for one UTF-16 unit: `\u0000`. */
const bytesOfUnit = 6;
/** The most bytes that JSON needs for a number, a boolean or null, or for the marks around any value. */
const bytesOfOther = 26;

/** Returns a bound of the size that costs less than the size itself. Stops above `enough`. */
function atMost(object: ApiObject, enough: number): number {
  const open: Json[] = [object];
  let bytes = 0;
  for (let value = open.pop(); value !== undefined && bytes <= enough; value = open.pop()) {
    bytes += bytesOfOther;
    if (typeof value === "string") bytes += value.length * bytesOfUnit;
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        bytes += name.length * bytesOfUnit;
        if (member !== undefined) open.push(member);
      }
    }
  }
  return bytes;
}
