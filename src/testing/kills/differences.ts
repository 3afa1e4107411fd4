import type { State } from "./state.js";

/** What is not as it is undisturbed, a line each. */
export function differences(undisturbed: State, killed: State): string[] {
  const keys = [...new Set([...undisturbed.keys(), ...killed.keys()])].sort();
  return keys.flatMap((key) => {
    if (!killed.has(key)) return [`${key} is missing`];
    if (!undisturbed.has(key)) return [`${key} is not there undisturbed`];
    return fieldDifferences(`${key} `, undisturbed.get(key), killed.get(key));
  });
}

function fieldDifferences(place: string, undisturbed: unknown, killed: unknown): string[] {
  if (isRecord(undisturbed) && isRecord(killed)) {
    const names = [...new Set([...Object.keys(undisturbed), ...Object.keys(killed)])].sort();
    return names.flatMap((name) => fieldDifferences(`${place}.${name}`, undisturbed[name], killed[name]));
  }
  if (Array.isArray(undisturbed) && Array.isArray(killed) && undisturbed.length === killed.length) {
    return undisturbed.flatMap((item, index) => fieldDifferences(`${place}[${index}]`, item, killed[index] as unknown));
  }
  if (JSON.stringify(undisturbed) === JSON.stringify(killed)) return [];
  return [`${place}: ${show(undisturbed)} undisturbed, ${show(killed)} here`];
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
