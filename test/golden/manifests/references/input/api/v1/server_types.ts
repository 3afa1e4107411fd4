import { type CustomResource, defineKind, type Int32 } from "tsop";
import * as shared from "./shared.js";
import { Protocol, retries as attempts } from "./shared.js";

const replicas = 3;
const labels = { app: "server", tiers: ["a", "b"] };

interface Limits {
  size: Int32;
  /** @default 5 */
  most: Int32;
}

export interface ServerSpec {
  // +optional
  // +default=ref(replicas)
  replicas?: Int32;
  // +default=ref(attempts)
  attempts?: Int32;
  // +default=ref(Protocol.TCP)
  protocol?: Protocol;
  // +default=ref(ProtocolUDP)
  other?: string;
  // +default=ref(shared.retries)
  more?: Int32;
  // +default=ref(labels)
  labels?: { app: string; tiers: string[] };
  /** @default ref(labels.app) */
  name?: string;
  // +default="ref(quoted)"
  text?: string;
  /**
   * The example has the defaults of its fields before it is judged.
   *
   * @example {"size": 1}
   */
  limits: Limits;
}

export interface Server extends CustomResource<"example.com/v1", "Server"> {
  spec: ServerSpec;
}
export const Server = defineKind<Server>("example.com/v1", "Server");
