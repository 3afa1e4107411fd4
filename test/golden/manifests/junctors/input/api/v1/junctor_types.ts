import { type CustomResource, defineKind, type Int32, type IntOrString } from "tsop";

/**
 * @oneOf [{"required": ["a"]}, {"required": ["b"]}]
 */
export interface Choice {
  a?: string;
  b?: string;
}

export interface JunctorSpec {
  choice?: Choice;
  /** @anyOf [{"required": ["host"]}, {"required": ["port"], "properties": {"port": {"minimum": 1024}}}] */
  address?: { host?: string; port?: Int32 };
  /**
   * @allOf [{"pattern": "^a"}, {"pattern": "z$"}]
   * @not {"enum": ["abz"]}
   */
  word?: string;
  /** @items.not {"required": ["b"], "properties": {"a": {"enum": ["x"]}}} */
  list?: Choice[];
  /** @allOf [{"anyOf": [{"type": "integer"}, {"type": "string"}]}, {"maxLength": 3}] */
  port?: IntOrString;
  /** @oneOf [{"maxItems": 1}, {"minItems": 3, "items": {"minLength": 2}}] */
  few?: string[];
}

export interface Junctor extends CustomResource<"junctors.abc.com/v1", "Junctor"> {
  spec: JunctorSpec;
}
export const Junctor = defineKind<Junctor>("junctors.abc.com/v1", "Junctor");
