/** Adds mistakes to objects of built-in kinds: most keep the type of the value, because otherwise only decoding would be tested. */
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.js";

type Random = () => number;

const identityKeys = ["apiVersion", "kind", "metadata"];

interface Place {
  readonly parent: Record<string, Json | undefined>;
  readonly key: string;
}

const texts = [
  ...["", "a", "A_", "Example-1", "a b", "a.b", "a/b", "example.com/a", "example.com", "/x/..", "..", "../x", "a:b"],
  ...[
    "x".repeat(70),
    "x".repeat(300),
    "é",
    "*",
    "-1",
    "0",
    "5",
    "70000",
    "100%",
    "101%",
    "1Gi",
    "0.5",
    "1500m",
    "-1Gi",
  ],
  ...["1.2.3.4", "010.0.0.1", "127.0.0.1", "::1", "::ffff:1.2.3.4", "10.0.0.0/8", "10.0.0.1/8", "fd00::/8", "a\nb"],
  ...[
    "2020-01-01T00:00:00Z",
    "In",
    "Exists",
    "Always",
    "Never",
    "All",
    "Local",
    "None",
    "TCP",
    "kubernetes.io/x",
    "cpu",
    "memory",
    "storage",
    "pods",
  ],
];
const numbers = [0, 1, -1, 2, 5, 70_000, 2_147_483_647, 100, 101, 1.5];
const others: readonly Json[] = [null, [], {}, "a", 1, true, ["a"], { a: "b" }];

/** Returns a copy with up to `most` mistakes. */
export function mutateObject(random: Random, object: JsonObject, most: number): JsonObject {
  const copy = structuredClone(object);
  for (let left = 1 + Math.floor(random() * most); left > 0; left -= 1) {
    const place = pick(random, placesIn(copy));
    if (place !== undefined) change(random, place);
  }
  return copy;
}

function change(random: Random, { parent, key }: Place): void {
  const value = parent[key];
  const kind = random();
  if (kind < 0.12) remove(parent, key);
  else if (kind < 0.24 && Array.isArray(parent)) parent.push(structuredClone(value ?? null));
  else if (kind < 0.3) parent[key] = structuredClone(pick(random, others) ?? null);
  else parent[key] = another(random, value);
}

/** Returns another value of the same type. */
function another(random: Random, value: Json | undefined): Json {
  if (typeof value === "string") return pick(random, texts) ?? "";
  if (typeof value === "number") return pick(random, numbers) ?? 0;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value))
    return random() < 0.5 ? [] : [...value, ...value.slice(0, 1)].map((each) => structuredClone(each));
  if (!isJsonObject(value)) return null;
  const [name] = Object.keys(value);
  if (name === undefined || random() < 0.5) return {};
  return { ...value, [pick(random, texts) ?? "a"]: structuredClone(value[name] ?? null) };
}

function remove(parent: Place["parent"], key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

/** Returns all locations except those that name the object. */
function placesIn(value: JsonObject): Place[] {
  const places: Place[] = [];
  const visit = (parent: Place["parent"], isRoot: boolean): void => {
    for (const [key, member] of Object.entries(parent).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (isRoot && identityKeys.includes(key)) continue;
      places.push({ parent, key });
      if (typeof member === "object" && member !== null) visit(member as Place["parent"], false);
    }
  };
  visit(value, true);
  return places;
}

function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}
