import { badRequestError } from "../status-error.js";
import { summarize } from "../endpoints/parse-body.js";
import type { ProtobufCodec } from "./protobuf-codec.js";
import { type KindReference, notRegistered, ProtobufFault } from "./protobuf-fault.js";

/**
 * A body as JSON, so that whoever reads it need not know of protobuf.
 *
 * @throws StatusError 400 in the words of k8s.io/apiserver/pkg/endpoints/handlers/rest.go (transformDecodeError)
 */
export function translateBody(codec: ProtobufCodec, body: Buffer, expected: KindReference): Buffer {
  try {
    const object = codec.decode(body, expected);
    const { apiVersion, kind } = { ...expected, ...object };
    // Nothing else is known where options are read.
    if (expected.kind === "DeleteOptions" && kind !== expected.kind) throw notRegistered({ apiVersion, kind });
    return Buffer.from(JSON.stringify(object));
  } catch (error) {
    throw error instanceof ProtobufFault ? badRequestError(explain(error, body, expected)) : error;
  }
}

function explain({ message, reference }: ProtobufFault, body: Buffer, { kind }: KindReference): string {
  // Options are no object of the endpoint's: their fault is told as it is (delete.go).
  if (kind === "DeleteOptions") return message;
  if (reference === undefined) {
    return `the object provided is unrecognized (must be of type ${kind}): ${message} (${summarize(body)})`;
  }
  const version = reference.apiVersion.split("/").at(-1) ?? "";
  return `${reference.kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${message}`;
}
