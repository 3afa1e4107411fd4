/** Parts of the mutations of a schema. */
import { isJsonObject, isList } from "../../../src/core/json.js";
import { pick } from "../../support/random-crd.js";

export type Random = () => number;
export type Node = Record<string, unknown>;

export interface SchemaMutation {
  readonly name: string;
  /** Returns whether the change is possible here. */
  readonly fits: (schema: Node) => boolean;
  readonly change: (schema: Node, random: Random) => void;
}

export const propertiesOf = ({ properties }: Node): Node => (isJsonObject(properties) ? properties : {});
export const requiredOf = ({ required }: Node): string[] => (isList(required) ? required.map(String) : []);
export const rulesOf = (schema: Node): Node[] =>
  isList(schema["x-kubernetes-validations"]) ? (schema["x-kubernetes-validations"] as Node[]) : [];
export const isText = ({ type, enum: values, format }: Node): boolean =>
  type === "string" && values === undefined && format === undefined;
export const isNumber = ({ type }: Node): boolean => type === "integer" || type === "number";
export const isObject = ({ type }: Node): boolean => type === "object";
export const isList_ = ({ type }: Node): boolean => type === "array";
export const isScalar = ({ type }: Node): boolean => ["string", "integer", "number", "boolean"].includes(String(type));
export const has =
  (keyword: string) =>
  (schema: Node): boolean =>
    schema[keyword] !== undefined;
export const remove =
  (keyword: string) =>
  (schema: Node): void => {
    Reflect.deleteProperty(schema, keyword);
  };
export const set =
  (...values: readonly Node[]) =>
  (schema: Node, random: Random): void => {
    Object.assign(schema, pick(random, values));
  };
export const numberOf = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** Keeps only the parts of a schema that every type may have. */
export function become(schema: Node, type: string): void {
  for (const key of Object.keys(schema)) if (key !== "description") Reflect.deleteProperty(schema, key);
  schema["type"] = type;
}

export function addRule(schema: Node, rule: Node): void {
  schema["x-kubernetes-validations"] = [...rulesOf(schema), rule];
}

export const types = ["string", "integer", "number", "boolean"];
