/**
 * What JSON.parse does not tell of a text: fields that come twice or that the type does not have, in the order of the text,
 * and why it is no JSON, in the words of Go. Source: sigs.k8s.io/json (internal/golang/encoding/json).
 */
import { maxDepth } from "./json-depth.js";
import { JsonReader, JsonSyntaxFault } from "./json-reader.js";
import type { TypeNode } from "./type-node.js";

export interface JsonScan {
  /** `unknown field "spec.foo"`, `duplicate field "spec.replicas"`; no more than a hundred, none twice. */
  readonly strictErrors: readonly string[];
}

/** Undefined: an object without a type, in which any field may stand. Null: nobody looks into it. */
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
 * @param type undefined: any field may stand anywhere
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
    // After a value: close what ends here, until there is a next member.
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

/** Go does not look into what reads its own JSON. */
function inner(type: ScannedType, descend: (type: TypeNode) => TypeNode | undefined): ScannedType {
  if (type === undefined || type === null) return type;
  const found = descend(type);
  return found === undefined || found.type === "any" ? null : found;
}
