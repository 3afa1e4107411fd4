import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { readProtobufMessages } from "../protobuf-messages.js";
import { MessageTable } from "./message-table.js";
import { createProtobufCodec, type ProtobufCodec } from "./protobuf-codec.js";

/** Reads the table of all messages, which few clients need. */
export function loadProtobufCodec(version: KubernetesVersion): ProtobufCodec {
  return createProtobufCodec(new MessageTable(readProtobufMessages(version)));
}
