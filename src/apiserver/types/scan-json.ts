/**
 * Finds the errors that JSON.parse does not report: duplicate and unknown fields in the order of the text, and syntax errors
 * with Go's messages.
 * Source: sigs.k8s.io/json (internal/golang/encoding/json).
 */
import { maxDepth } from "./json-depth.js";
import { JsonReader, JsonSyntaxFault } from "./json-reader.js";
import type { TypeNode } from "./type-node.js";

export interface JsonScan {
  /** Errors such as `unknown field "spec.foo"` and `duplicate field "spec.replicas"`; at most 100, without duplicates. */
  readonly strictErrors: readonly string[];
}

/** Undefined: an object without a type, which can contain any field. Null: a value that is not checked. */
type ScannedType = TypeNode | undefined | null;

interface Frame {
  readonly isList: boolean;
  readonly type: ScannedType;
  readonly path: string;
  readonly keys: Set<string>;
  index: number;
}

const mostErrors = 100;

/**
 * @param type - undefined allows any field at any level
 * @throws JsonSyntaxFault
 */
export function scanJson(text: string, type: TypeNode | undefined): JsonScan {
  const errors = new Set<string>();
  const report = (error: string): void => {
    if (errors.size < mostErrors) errors.add(error);
  };
  const reader = new JsonReader(text);
  const frames: Frame[] = [];
  let next: { readonly type: ScannedType; readonly path: string } = { type, path: "" };
  for (;;) {
    const opened = reader.readValue();
    if (opened !== undefined) {
      const isList = opened === "[";
      frames.push({ isList, type: next.type, path: next.path, keys: new Set(), index: -1 });
      if (frames.length > maxDepth) throw new JsonSyntaxFault(`invalid character '${opened}' exceeded max depth`);
    }
    // After a value, close finished objects and lists until another member follows.
    let isNew = opened !== undefined;
    for (;;) {
      const frame = frames.at(-1);
      if (frame === undefined) {
        reader.expectEnd();
        return { strictErrors: [...errors] };
      }
      if (reader.readEnd(frame.isList, isNew)) {
        frames.pop();
        isNew = false;
        continue;
      }
      next = frame.isList ? nextItem(frame) : nextMember(frame, reader.readKey(), report);
      break;
    }
  }
}

function nextItem(frame: Frame): { type: ScannedType; path: string } {
  frame.index += 1;
  return { type: inner(frame.type, (type) => type.items), path: `${frame.path}[${frame.index}]` };
}

function nextMember(frame: Frame, key: string, report: (error: string) => void): { type: ScannedType; path: string } {
  const path = frame.path === "" ? key : `${frame.path}.${key}`;
  if (frame.type === null) return { type: null, path };
  const type = inner(frame.type, (each) => each.field(key));
  const isUnknown = frame.type?.type === "object" && frame.type.field(key) === undefined;
  if (isUnknown) {
    report(`unknown field ${JSON.stringify(path)}`);
    return { type: null, path };
  }
  if (frame.keys.has(key)) report(`duplicate field ${JSON.stringify(path)}`);
  frame.keys.add(key);
  return { type, path };
}

/** Go does not check the fields of types that read their own JSON. */
function inner(type: ScannedType, descend: (type: TypeNode) => TypeNode | undefined): ScannedType {
  if (type === undefined || type === null) return type;
  const found = descend(type);
  return found === undefined || found.type === "any" ? null : found;
}
