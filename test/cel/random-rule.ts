/** Generates random rules on random schemas: most of them compile, some cost too much, some are invalid. */
import { celName } from "../../src/schema/cel-name.js";
import type { Schema } from "../../src/schema/schema.js";
import { pick } from "../support/random-crd.js";
import { randomObject } from "./random-object.js";

type Random = () => number;

/** Returns a schema with a rule at its root, at a field, or in a list or map. */
export function randomRuledSchema(random: Random): Schema {
  const spec = randomObject(random, 3);
  const nodes: Schema[] = [];
  collect(spec, nodes);
  const count = random() < 0.8 ? 1 : 3;
  for (let index = 0; index < count; index++) {
    const node = random() < 0.5 ? spec : pick(random, nodes);
    const rule = new RuleWriter(random).bool(4, [
      { text: "self", schema: node },
      { text: "oldSelf", schema: node },
    ]);
    node["x-kubernetes-validations"] = [...(node["x-kubernetes-validations"] ?? []), { rule }];
  }
  return { type: "object", properties: { spec } };
}

function collect(schema: Schema, nodes: Schema[]): void {
  nodes.push(schema);
  for (const inner of Object.values(schema.properties ?? {})) collect(inner, nodes);
  if (schema.items !== undefined) collect(schema.items, nodes);
  if (schema.additionalProperties !== undefined) collect(schema.additionalProperties, nodes);
}

interface Variable {
  readonly text: string;
  readonly schema: Schema;
}

type Kind =
  | "bool"
  | "int"
  | "double"
  | "string"
  | "bytes"
  | "duration"
  | "timestamp"
  | "dyn"
  | "list"
  | "map"
  | "object";

function kindOf(schema: Schema): Kind | undefined {
  if (schema["x-kubernetes-int-or-string"] === true) return "dyn";
  switch (schema.type) {
    case "array":
      return "list";
    case "object":
      return schema.additionalProperties === undefined ? "object" : "map";
    case "string":
      if (schema.format === "byte") return "bytes";
      if (schema.format === "duration") return "duration";
      return schema.format === "date" || schema.format === "date-time" ? "timestamp" : "string";
    case "boolean":
      return "bool";
    case "number":
      return "double";
    case "integer":
      return "int";
    case undefined:
      return undefined;
  }
}

class RuleWriter {
  readonly #random: Random;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  bool(depth: number, scope: readonly Variable[]): string {
    const sub = (kind: Kind): string => this.#value(kind, depth - 1, scope);
    if (depth <= 0) return pick(this.#random, ["true", "false", this.#reached("bool", scope) ?? "true"]);
    const forms: (() => string)[] = [
      () => `${sub("bool")} && ${sub("bool")}`,
      () => `${sub("bool")} || ${sub("bool")}`,
      () => `!(${sub("bool")})`,
      () => `(${sub("bool")}) ? (${sub("bool")}) : (${sub("bool")})`,
      () => `${sub("int")} ${this.#comparison()} ${sub("int")}`,
      () => `${sub("string")} ${this.#comparison()} ${sub("string")}`,
      () => `${sub("string")} == ${sub("string")}`,
      () => `${sub("string")} in ${sub("list")}`,
      () => `${sub("int")} in [${sub("int")}, ${sub("int")}]`,
      () => `${sub("string")}.contains(${sub("string")})`,
      () => `${sub("string")}.startsWith(${sub("string")})`,
      () => `${sub("string")}.matches(${pick(this.#random, ["'^a+$'", "'[a-z]{1,63}'", sub("string"), "'('"])})`,
      () => `isQuantity(${sub("string")}) || isIP(${sub("string")}) || isURL(${sub("string")})`,
      () => `format.dns1123Label().validate(${sub("string")}).hasValue()`,
      () => `quantity(${sub("string")}).isLessThan(quantity('1Mi'))`,
      () => `cidr(${sub("string")}).containsIP(${sub("string")})`,
      () => `${sub("duration")} > duration('1h') || ${sub("timestamp")} < timestamp('2026-01-01T00:00:00Z')`,
      () => `sets.contains(${sub("list")}, ${sub("list")})`,
      () => `${this.#any(scope)} == ${this.#any(scope)}`,
      () => `has(${this.#any(scope)})`,
      () => `${sub("double")} > ${sub("int")}`,
      ...[1, 2, 3, 4, 5].map(() => () => this.#quantified(depth, scope)),
    ];
    return pick(this.#random, forms)();
  }

  #value(kind: Kind, depth: number, scope: readonly Variable[]): string {
    if (this.#random() < 0.01) return this.#any(scope);
    const reached = this.#reached(kind, scope);
    if (reached !== undefined && (depth <= 0 || this.#random() < 0.6)) return reached;
    const sub = (inner: Kind): string => (depth <= 0 ? this.#literal(inner) : this.#value(inner, depth - 1, scope));
    switch (kind) {
      case "bool":
        return `(${this.bool(depth, scope)})`;
      case "int":
        return pick(this.#random, [
          () => `size(${sub("string")})`,
          () => `(${sub("int")} + ${sub("int")})`,
          () => this.#literal("int"),
          () => `${sub("list")}.size()`,
        ])();
      case "string":
        return pick(this.#random, [
          () => `(${sub("string")} + ${sub("string")})`,
          () => `${sub("string")}.lowerAscii()`,
          () => `${sub("string")}.replace(${sub("string")}, ${sub("string")})`,
          () => `${sub("string")}.substring(1)`,
          () => `${sub("string")}.find('a+')`,
          () => `string(${sub("int")})`,
          () => `string(${sub("bytes")})`,
          () => `${sub("list")}.map(v, string(v)).join(${sub("string")})`,
          () => this.#literal("string"),
        ])();
      case "list":
        return pick(this.#random, [
          () => `${sub("string")}.split('.')`,
          () => `${sub("string")}.findAll('[a-z]+')`,
          () => `[${sub("string")}, ${sub("string")}]`,
          () => `(${sub("list")} + ${sub("list")})`,
          () => `${sub("list")}.filter(f, ${sub("bool")})`,
          () => `${sub("list")}.map(m, ${sub("string")})`,
          () => `${sub("list")}.transformList(i, v, v)`,
        ])();
      default:
        return this.#literal(kind);
    }
  }

  #literal(kind: Kind): string {
    const literals: Readonly<Record<Kind, readonly string[]>> = {
      bool: ["true", "false"],
      int: ["0", "1", "42", "-3"],
      double: ["1.5", "-0.5"],
      string: ["''", "'a'", "'abcdef.ghi'", String.raw`'\u00e9'`, "r'x'"],
      bytes: ["b'abc'", "b''"],
      duration: ["duration('1h')"],
      timestamp: ["timestamp(0)"],
      dyn: ["dyn(1)", "dyn('a')"],
      list: ["['a', 'bc']", "[]", "[1, 2]"],
      map: ["{'a': 'b'}", "{}"],
      object: ["self"],
    };
    return pick(this.#random, literals[kind]);
  }

  #comparison(): string {
    return pick(this.#random, ["<", "<=", ">", ">=", "==", "!="]);
  }

  #quantified(depth: number, scope: readonly Variable[]): string {
    const range = this.#range(scope);
    if (range === undefined) return this.bool(depth - 1, scope);
    const { text, schema } = range;
    const name = `v${this.#count++}`;
    const isList = schema.items !== undefined;
    const inner = schema.items ?? schema.additionalProperties ?? {};
    if (this.#random() < 0.2) {
      const key: Variable = { text: `${name}k`, schema: { type: isList ? "integer" : "string" } };
      const value: Variable = { text: name, schema: inner };
      const macro = pick(this.#random, ["all", "exists", "existsOne", "exists_one"]);
      return `${text}.${macro}(${key.text}, ${name}, ${this.bool(depth - 1, [...scope, key, value])})`;
    }
    const variables: Variable[] = isList
      ? [{ text: name, schema: inner }]
      : [
          { text: name, schema: { type: "string" } },
          { text: `${text}[${name}]`, schema: inner },
        ];
    const body = this.bool(depth - 1, [...scope, ...variables, ...variables]);
    return pick(this.#random, [
      `${text}.all(${name}, ${body})`,
      `${text}.exists(${name}, ${body})`,
      `${text}.exists_one(${name}, ${body})`,
      `${text}.filter(${name}, ${body}).size() < 3`,
      `${text}.map(${name}, ${body}).all(b, b)`,
      `(${text}.filter(${name}, ${body}).all(${name}, ${body}))`,
    ]);
  }

  #range(scope: readonly Variable[]): Variable | undefined {
    for (let attempt = 0; attempt < 6; attempt++) {
      const reached = this.#descend(pick(this.#random, scope), ["list", "map"]);
      if (reached !== undefined) return reached;
    }
    return undefined;
  }

  #reached(kind: Kind, scope: readonly Variable[]): string | undefined {
    for (let attempt = 0; attempt < 4; attempt++) {
      const reached = this.#descend(pick(this.#random, scope), [kind]);
      if (reached !== undefined) return reached.text;
    }
    return undefined;
  }

  #any(scope: readonly Variable[]): string {
    const kinds: Kind[] = ["bool", "int", "double", "string", "list", "map", "object", "bytes", "timestamp", "dyn"];
    return (
      this.#descend(pick(this.#random, scope), [pick(this.#random, kinds)])?.text ?? pick(this.#random, scope).text
    );
  }

  #descend(from: Variable, kinds: readonly Kind[]): Variable | undefined {
    let at = from;
    for (let step = 0; step < 5; step++) {
      const kind = kindOf(at.schema);
      if (kind === undefined) return undefined;
      if (kinds.includes(kind) && this.#random() < 0.8) return at;
      const next = this.#step(at);
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  }

  #step({ text, schema }: Variable): Variable | undefined {
    if (schema.items !== undefined) return { text: `${text}[0]`, schema: schema.items };
    if (schema.additionalProperties !== undefined) {
      const key = pick(this.#random, ["['a']", ".b"]);
      return { text: text + key, schema: schema.additionalProperties };
    }
    const names = Object.keys(schema.properties ?? {});
    if (names.length === 0) return undefined;
    const name = pick(this.#random, names);
    const inner = schema.properties?.[name];
    return inner && { text: `${text}.${celName(name)}`, schema: inner };
  }
}
