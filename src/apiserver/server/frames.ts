import type { StreamFormat } from "../endpoints/resource-endpoint.js";
import type { ProtobufCodec } from "../protobuf/protobuf-codec.js";

/** One JSON document a line. */
export const frameJson: StreamFormat = {
  contentType: "application/json",
  frame: (event) => `${JSON.stringify(event)}\n`,
};

/** Each event with its length in front. */
export function protobufFrames(codec: ProtobufCodec): StreamFormat {
  return { contentType: "application/vnd.kubernetes.protobuf;stream=watch", frame: (event) => codec.frame(event) };
}
