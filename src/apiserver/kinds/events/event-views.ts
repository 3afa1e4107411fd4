/** One event in two groups, stored as core/v1. Source: kubernetes/pkg/apis/events/v1/conversion.go. */
import type { ApiObject } from "../../api-object.js";
import type { Conversion } from "../../resource.js";

/** The field names that differ between core and events.k8s.io. */
const renamed = {
  target: ["involvedObject", "regarding"],
  source: ["source", "deprecatedSource"],
  message: ["message", "note"],
  first: ["firstTimestamp", "deprecatedFirstTimestamp"],
  last: ["lastTimestamp", "deprecatedLastTimestamp"],
  count: ["count", "deprecatedCount"],
  controller: ["reportingComponent", "reportingController"],
} as const;

/** The names of the fields in a group. */
export type EventNames = Readonly<Record<keyof typeof renamed, string>>;

function namesIn(group: 0 | 1): EventNames {
  const names = Object.entries(renamed).map(([field, both]) => [field, both[group]]);
  return Object.fromEntries(names) as EventNames; // the entries of all fields
}

export const coreNames = namesIn(0);
export const groupNames = namesIn(1);

/** The strings that core always shows, and events.k8s.io only if they are set. */
const alwaysInCore = ["reportingComponent", "reportingInstance"];

export const eventConversion: Conversion = {
  storedApiVersion: "v1",
  toServed: (objects) => Promise.resolve(objects.map(toServed)),
  toStored: (objects) => Promise.resolve(objects.map(toStored)),
};

function toServed(event: ApiObject): ApiObject {
  const served = rename(event, "events.k8s.io/v1", Object.values(renamed));
  for (const name of ["reportingController", "reportingInstance"]) {
    if (served[name] === "") Reflect.deleteProperty(served, name);
  }
  return { ...served, eventTime: event["eventTime"] ?? null, regarding: event["involvedObject"] ?? {} };
}

function toStored(event: ApiObject): ApiObject {
  const stored = rename(
    event,
    "v1",
    Object.values(renamed).map(([core, events]) => [events, core]),
  );
  for (const name of alwaysInCore) stored[name] ??= "";
  stored["involvedObject"] ??= {};
  stored["source"] ??= {};
  for (const name of ["firstTimestamp", "lastTimestamp", "eventTime"]) stored[name] ??= null;
  return stored;
}

function rename(event: ApiObject, apiVersion: string, names: readonly (readonly [string, string])[]): ApiObject {
  const table = new Map(names);
  const entries = Object.entries(event).map(([name, value]) => [table.get(name) ?? name, value] as const);
  return { ...(Object.fromEntries(entries) as ApiObject), apiVersion };
}
