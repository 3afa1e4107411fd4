import { badRequestError } from "../status-error.js";
import { summarize } from "../endpoints/parse-body.js";
import type { ProtobufCodec } from "./protobuf-codec.js";
import { type KindReference, notRegistered, ProtobufFault } from "./protobuf-fault.js";

/**
 * Translates a body to JSON, so that its readers do not depend on protobuf.
 *
 * @throws StatusError 400 in the words of k8s.io/apiserver/pkg/endpoints/handlers/rest.go (transformDecodeError)
 */
export function translateBody(codec: ProtobufCodec, body: Buffer, expected: KindReference): Buffer {
  try {
    const object = codec.decode(body, expected);
    const { apiVersion, kind } = { ...expected, ...object };
    // The decoder of delete options knows no other kind.
    if (expected.kind === "DeleteOptions" && kind !== expected.kind) throw notRegistered({ apiVersion, kind });
    return Buffer.from(JSON.stringify(object));
  } catch (error) {
    throw error instanceof ProtobufFault ? badRequestError(explain(error, body, expected)) : error;
  }
}

function explain({ message, reference }: ProtobufFault, body: Buffer, { kind }: KindReference): string {
  // Options are not an object of the endpoint, so their error is reported unchanged (delete.go).
  if (kind === "DeleteOptions") return message;
  if (reference === undefined) {
    return `the object provided is unrecognized (must be of type ${kind}): ${message} (${summarize(body)})`;
  }
  const version = reference.apiVersion.split("/").at(-1) ?? "";
  return `${reference.kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${message}`;
}
