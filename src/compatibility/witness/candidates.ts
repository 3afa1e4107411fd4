/** Creates requests that the CRD of one side accepts, and that may show what a change breaks. */
import { toApiVersion } from "../../core/gvk.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../../core/json.js";
import type { Schema } from "../../schema/schema.js";
import type { Change, ChangeDetail, Step } from "../change.js";
import type { Crd } from "../crd.js";
import { innerAt } from "../schema-at.js";
import { type Ground, groundOf, type Sides } from "./ground.js";
import { pairs } from "./pairs.js";
import { hasSign } from "./signs.js";
import type { ValueMaker } from "./values.js";
import type { Writes } from "./witness.js";

/** The most objects to try for one change. */
const most = 12;

/** Returns requests that may show the change, without the names of the objects. */
export function candidates(maker: ValueMaker, sides: Sides, change: Change): Writes[] {
  const ground = hasSign(change.detail.kind) ? groundOf(sides, change) : undefined;
  if (ground === undefined) return [];
  const values = ground.isRoot
    ? maker.between(rootOf(ground.before, ground.path), rootOf(ground.after, ground.path), "")
    : maker.between(ground.before, ground.after, nameOf(ground.path));
  const wholes = new Wholes(maker, sides.from, ground);
  return [
    ...singles(wholes, ground, change.detail, values),
    ...pairs(maker, ground, change.detail, values).flatMap(({ kind, value, second }): Writes[] => {
      const both = [wholes.with(value), wholes.with(second)];
      const [object, other] = both;
      return object === undefined || other === undefined ? [] : [{ kind, object, second: other }];
    }),
  ];
}

/** Creates whole objects with a value at the place. */
class Wholes {
  readonly #maker: ValueMaker;
  readonly #crd: Crd;
  readonly #ground: Ground;
  /** The value at the place, in schemas that stay the same for all values: their rules are compiled once. */
  readonly #pin: ExactJsonValue[] = [];
  readonly #value: Schema;
  readonly #null: Schema;

  constructor(maker: ValueMaker, crd: Crd, ground: Ground) {
    this.#maker = maker;
    this.#crd = crd;
    this.#ground = ground;
    const { root, path } = ground;
    this.#value = rootOf(pinned(root, path, { enum: this.#pin }), path);
    this.#null = rootOf(pinned(root, path, { enum: this.#pin, nullable: true }), path);
  }

  with(value: ExactJsonValue): ExactJsonObject | undefined {
    const { group, kind } = this.#crd;
    const { isRoot, version } = this.#ground;
    const whole = isRoot ? value : this.#least(value);
    return isJsonObject(whole) ? { apiVersion: toApiVersion(group, version), kind, ...whole } : undefined;
  }

  #least(value: ExactJsonValue): ExactJsonValue | undefined {
    this.#pin[0] = value;
    return this.#maker.least(value === null ? this.#null : this.#value, "", true);
  }
}

/** Returns requests that create one object. */
function singles(wholes: Wholes, { last }: Ground, detail: ChangeDetail, values: readonly ExactJsonValue[]): Writes[] {
  const wanted = detail.kind === "default-changed" ? values.filter((value) => lacks(value, last)) : has(values, last);
  const objects: Writes[] = [];
  for (const value of wanted.slice(0, tries)) {
    const object = wholes.with(value);
    if (object !== undefined) objects.push({ kind: "create", object });
    if (objects.length === most) break;
  }
  return objects;
}

const tries = 40;

/** Puts the objects with the field first, or else those with an item or entry. */
function has(values: readonly ExactJsonValue[], step: Step | undefined): ExactJsonValue[] {
  if (step === undefined) return [...values];
  return values.toSorted((a, b) => Number(lacks(a, step)) - Number(lacks(b, step)));
}

function lacks(value: ExactJsonValue, step: Step | undefined): boolean {
  return step?.kind === "field" && !(isJsonObject(value) && Object.hasOwn(value, step.name));
}

function nameOf(path: readonly Step[]): string {
  const names = path.flatMap((step) => (step.kind === "field" ? [step.name] : []));
  return names.at(-1) ?? "";
}

/** Returns the schema with another one at the path, and requires the path. */
function pinned(schema: Schema, path: readonly Step[], pin: Schema): Schema {
  const [step, ...rest] = path;
  if (step === undefined) return pin;
  const at = pinned(innerAt(schema, step) ?? {}, rest, pin);
  if (step.kind === "item") return { ...schema, items: at, minItems: Math.max(1, schema.minItems ?? 0) };
  if (step.kind === "value")
    return { ...schema, additionalProperties: at, minProperties: Math.max(1, schema.minProperties ?? 0) };
  const properties = { ...schema.properties, [step.name]: at };
  return { ...schema, properties, required: [...new Set([...(schema.required ?? []), step.name])] };
}

/** Returns the part of a kind's schema that clients write. The status is a part of it only if the path leads there. */
function rootOf(schema: Schema, [step]: readonly Step[]): Schema {
  const isStatus = step?.kind === "field" && step.name === "status";
  const isOwn = (name: string): boolean =>
    !["apiVersion", "kind", "metadata", ...(isStatus ? [] : ["status"])].includes(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name))),
    required: (schema.required ?? []).filter(isOwn),
  };
}
