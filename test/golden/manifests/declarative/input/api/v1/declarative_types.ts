import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface DeclarativeSpec {
  /** @requiredNotEmpty */
  name?: string;
  /**
   * @requiredNotEmpty
   * @minLength 3
   */
  title: string;
  /** @minLength 1 */
  size: "Small" | "Large";
  replicas: Int32;
  enabled: boolean;
  /**
   * @minItems 1
   * @maxItems 5
   */
  hosts: string[];
  /** @minProperties 1 */
  labels: Record<string, string>;
  /** @minProperties 1 */
  place: Place;
  /**
   * @minimum 1
   * @maximum 65535
   */
  port?: Int32;
  /**
   * @listType map
   * @listMapKey name
   * @listMapKey protocol
   * @maxItems 10
   */
  ports?: Port[];
  places?: Places;
}

/**
 * @listType map
 * @listMapKey zone
 */
type Places = Zone[];

interface Zone {
  zone: string;
}

interface Place {
  zone?: string;
}

interface Port {
  name: string;
  protocol: string;
}

export interface Declarative extends CustomResource<"declarative.abc.com/v1", "Declarative"> {
  spec: DeclarativeSpec;
}
export const Declarative = defineKind<Declarative>("declarative.abc.com/v1", "Declarative");
