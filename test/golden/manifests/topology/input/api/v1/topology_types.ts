import { type CustomResource, defineKind, type Int32, type IntOrString, type RawExtension } from "tsop";

export interface TopologySpec {
  /**
   * @listType map
   * @listMapKey name
   * @listMapKey protocol
   * @maxItems 10
   */
  ports?: Port[];
  // +listType=set
  hosts?: string[];
  /** @listType atomic */
  args?: string[];
  /** @mapType atomic */
  selector?: Record<string, string>;
  // +structType=atomic
  reference?: { name: string };
  pod?: RawExtension;
  /**
   * @embeddedResource
   * @preserveUnknownFields
   */
  resource?: Record<string, unknown>;
  /**
   * @schemaless
   * @schemaType string
   */
  custom?: Date;
  // +kubebuilder:pruning:PreserveUnknownFields
  free?: unknown;
  /** @intOrString */
  percent?: unknown;
  /** @maxLength 5 */
  width?: IntOrString;
  /** @cel self.min <= self.max "min must not exceed max" */
  range?: { min: Int32; max: Int32 };
  /**
   * @cel self.startsWith("a")
   * @cel rule="self.size() < 10" message="too long" reason=FieldValueInvalid
   * @cel {rule: "self != 'b'", messageExpression: "'not ' + self"}
   * @example apple
   */
  word?: string;
  /** @immutable */
  zone?: string;
  /** @immutable */
  region: string;
}

interface Port {
  name: string;
  /** @default TCP */
  protocol?: "TCP" | "UDP";
  number: Int32;
}

/**
 * @exactlyOneOf file;url
 * @cel has(self.file) || has(self.url)
 */
interface Source {
  file?: string;
  url?: string;
}

/** @cel self.metadata.name.size() < 30 "the name is too long" */
export interface Topology extends CustomResource<"example.abc.com/v1", "Topology"> {
  spec: TopologySpec & {
    source?: Source;
  };
  status?: { done?: boolean };
}
export const Topology = defineKind<Topology>("example.abc.com/v1", "Topology");
