/**
 * Encodes errors as protobuf for users who are not authenticated yet. The server reads the table of all messages only for
 * authenticated users.
 */
import { MessageTable } from "./message-table.js";
import { createProtobufCodec } from "./protobuf-codec.js";

/** The lines of data/protobuf-messages.json that a Status needs. */
const statusMessages = {
  "meta.k8s.io/v1": [
    "ListMeta selfLink?:1string resourceVersion?:2string continue?:3string remainingItemCount?:4*int64",
    "Status+ metadata/ListMeta?:1ListMeta status?:2string message?:3string reason?:4string details?:5*StatusDetails code?:6int32",
    "StatusCause reason/Type?:1string message?:2string field?:3string",
    "StatusDetails name?:1string group?:2string kind?:3string uid/UID?:6string causes?:4[]StatusCause retryAfterSeconds?:5int32",
  ],
};

export const statusCodec = createProtobufCodec(new MessageTable(statusMessages));
