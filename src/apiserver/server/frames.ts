import type { StreamFormat } from "../endpoints/resource-endpoint.js";
import type { ProtobufCodec } from "../protobuf/protobuf-codec.js";

/** Prints one JSON document per line. */
export const frameJson: StreamFormat = {
  contentType: "application/json",
  frame: (event) => `${JSON.stringify(event)}\n`,
};

/** Prefixes each event with its length. */
export function protobufFrames(codec: ProtobufCodec): StreamFormat {
  return { contentType: "application/vnd.kubernetes.protobuf;stream=watch", frame: (event) => codec.frame(event) };
}
