/** Applies RFC 6902 patches, with the error messages of Kubernetes' library. Source: gopkg.in/evanphx/json-patch.v4. */
import { ownOf, setOwn } from "./own-members.js";
import { copyJson, isJsonObject, isSameJson, type Json } from "./json.js";

/**
 * The maximum total size of all copies in a patch, printed as JSON: kube-apiserver's limit for the library
 * (AccumulatedCopySizeLimit).
 */
const maxCopiedBytes = 3 * 1024 * 1024;

/** An operation `test` whose value is another. */
export class TestFailed extends Error {
  override readonly name = "TestFailed";

  constructor(path: string) {
    super(`testing value ${path} failed: test failed`);
  }
}

/** Changes the document, and returns it or its replacement. */
export function applyJsonPatch(document: Json, operations: readonly Json[]): Json {
  const root = { "": document };
  let copiedBytes = 0;
  for (const operation of operations) {
    const { op, path, from, value } = isJsonObject(operation) ? operation : {};
    if (typeof op !== "string" || typeof path !== "string")
      throw new Error(`Unexpected kind: ${textOf(op) || "unknown"}`);
    if (op === "copy") copiedBytes += bytesOf(valueAt(root, textOf(from), op));
    if (copiedBytes > maxCopiedBytes) {
      throw new Error(
        `Unable to complete the copy, the accumulated size increase of copy is ${copiedBytes}, exceeding the limit ${maxCopiedBytes}`,
      );
    }
    const apply = ownOf(operationsByName, op);
    if (apply === undefined) throw new Error(`Unexpected kind: ${op}`);
    apply(root, { path, from: textOf(from), value: value ?? null });
  }
  return root[""] ?? null;
}

interface Operation {
  readonly path: string;
  readonly from: string;
  readonly value: Json;
}

type Container = Json[] | { [key: string]: Json | undefined };

const operationsByName: Readonly<Record<string, (root: Container, operation: Operation) => void>> = {
  add: (root, { path, value }) => addAt(root, path, copyJson(value)),
  remove: (root, { path }) => removeAt(root, path),
  replace: (root, { path, value }) => replaceAt(root, path, copyJson(value)),
  move: (root, { path, from }) => {
    const moved = valueAt(root, from, "move");
    removeAt(root, from);
    addAt(root, path, moved);
  },
  copy: (root, { path, from }) => addAt(root, path, copyJson(valueAt(root, from, "copy"))),
  test: (root, { path, value }) => testAt(root, path, value),
};

function addAt(root: Container, path: string, value: Json): void {
  const place = find(root, path);
  if (place === undefined)
    throw new Error(`add operation does not apply: doc is missing path: "${path}": missing value`);
  const { container, key } = place;
  if (!Array.isArray(container)) {
    setOwn(container, key, value);
    return;
  }
  const index = key === "-" ? container.length : indexOf(key, container.length + 1);
  container.splice(index, 0, value);
}

function removeAt(root: Container, path: string): void {
  const place = find(root, path);
  if (place === undefined)
    throw new Error(`remove operation does not apply: doc is missing path: "${path}": missing value`);
  const { container, key } = place;
  if (Array.isArray(container)) container.splice(indexOf(key, container.length), 1);
  else if (ownOf(container, key) === undefined) {
    throw new Error(`error in remove for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`);
  } else Reflect.deleteProperty(container, key);
}

function replaceAt(root: Container, path: string, value: Json): void {
  const place = placeOrRoot(root, path);
  if (place === undefined)
    throw new Error(`replace operation does not apply: doc is missing path: ${path}: missing value`);
  const { container, key } = place;
  if (Array.isArray(container)) container[indexOf(key, container.length)] = value;
  else setOwn(container, key, value);
}

function testAt(root: Container, path: string, value: Json): void {
  const place = placeOrRoot(root, path);
  if (place === undefined) throw new Error(`test operation does not apply: is missing path: ${path}: missing value`);
  const found = memberOf(place.container, place.key);
  if (!isSameJson(found ?? null, value)) throw new TestFailed(path);
}

function valueAt(root: Container, path: string, op: string): Json {
  const place = find(root, path);
  const found = place === undefined ? undefined : memberOf(place.container, place.key);
  if (found !== undefined) return found;
  // A key that an object does not have is copied as null.
  if (op === "copy" && place !== undefined && !Array.isArray(place.container)) return null;
  throw new Error(`${op} operation does not apply: doc is missing from path: ${path}: missing value`);
}

/** Finds the position of a path. Ignores the text before the first slash; a path without a slash leads nowhere. */
function find(root: Container, path: string): { container: Container; key: string } | undefined {
  const [, ...keys] = path.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = keys.pop();
  if (key === undefined) return undefined;
  let container = root;
  for (const each of ["", ...keys]) {
    const next = memberOf(container, each);
    if (typeof next !== "object" || next === null) return undefined;
    container = next;
  }
  return { container, key };
}

/** Finds the position of a path, or the document for the empty path, which only these operations allow. */
function placeOrRoot(root: Container, path: string): { container: Container; key: string } | undefined {
  return path === "" ? { container: root, key: "" } : find(root, path);
}

function memberOf(container: Container, key: string): Json | undefined {
  if (Array.isArray(container)) return /^\d+$/.test(key) ? container[Number(key)] : undefined;
  return ownOf(container, key);
}

function indexOf(key: string, length: number): number {
  const index = Number(key);
  if (!/^-?\d+$/.test(key)) throw new Error(`strconv.Atoi: parsing "${key}": invalid syntax`);
  if (index < 0 || index >= length) throw new Error(`Unable to access invalid index: ${key}: invalid index referenced`);
  return index;
}

function bytesOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
