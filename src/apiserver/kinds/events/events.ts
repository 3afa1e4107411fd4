/** Source: kubernetes/pkg/apis/core/validation/events.go, kubernetes/pkg/registry/core/event/strategy.go. */
import type { Json, JsonObject } from "../../../core/json.js";
import { type ApiObject, numberOf, objectOf, textOf } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { immutable } from "../validation/immutable.js";
import type { GroupRules, KindRules } from "../kind-rules.js";
import { must } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { coreNames, eventConversion, type EventNames, groupNames } from "./event-views.js";

const targetFields = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];
const maxLength = 128;
const maxNoteLength = 1024;

export const coreEvents: KindRules = {
  allowsCreateOnUpdate: true,
  validate: (event) => validateEvent(event, coreNames),
  cells: (event, now) => eventCells(event, now, coreNames),
  selectableFields: {
    ...selectableTarget(coreNames),
    ...cell.selectable("reason", "reportingComponent"),
    source: (event) => textOf(objectOf(event, "source"), "component") || textOf(event, "reportingComponent"),
    ...cell.selectable("type"),
  },
};

export const eventsRules: GroupRules = {
  events: {
    allowsCreateOnUpdate: true,
    storageKey: "events",
    conversion: eventConversion,
    validate: (event) => [...validateEvent(event, groupNames), ...validateNewEvent(event)],
    validateUpdate: (event, old) => [...validateEvent(event, groupNames), ...validateEventUpdate(event, old)],
    cells: (event, now) => eventCells(event, now, groupNames),
    selectableFields: {
      ...selectableTarget(groupNames),
      ...cell.selectable("reason", "reportingController", "type"),
    },
  },
};

function selectableTarget({ target }: EventNames): Record<string, (event: ApiObject) => string> {
  return cell.selectable(...targetFields.map((field) => `${target}.${field}`));
}

function validateEvent(event: ApiObject, names: EventNames): FieldError[] {
  const { namespace = "" } = event.metadata;
  const about = textOf(objectOf(event, names.target), "namespace");
  const mismatch = invalid("involvedObject.namespace", about, "does not match event.namespace");
  if (textOf(event, "eventTime") === "") {
    const isMatch = about === "" ? ["", "default"].includes(namespace) : about === namespace;
    return isMatch ? [] : [mismatch];
  }
  const controller = textOf(event, names.controller);
  const faults = about === "" && !["default", "kube-system"].includes(namespace) ? [mismatch] : [];
  if (controller === "") faults.push(required(names.controller));
  faults.push(...must.beQualifiedName(controller, names.controller));
  for (const name of ["reportingInstance", "action", "reason"]) {
    const text = textOf(event, name);
    if (text === "") faults.push(required(name));
    if (Buffer.byteLength(text) > maxLength) {
      faults.push(invalid(name, "", `can have at most ${maxLength} characters`));
    }
  }
  if (Buffer.byteLength(textOf(event, names.message)) > maxNoteLength) {
    faults.push(invalid("message", "", `can have at most ${maxNoteLength} characters`));
  }
  return faults;
}

/** Applies only to events.k8s.io. */
function validateNewEvent(event: ApiObject): FieldError[] {
  const type = textOf(event, "type");
  const faults = validateSeries(objectOf(event, "series"));
  if (textOf(event, "eventTime") === "") faults.push(required("eventTime"));
  if (type !== "Normal" && type !== "Warning") faults.push(invalid("type", "", `has invalid value: ${type}`));
  const unset = (field: string): FieldError => invalid(field, "", "needs to be unset");
  if (textOf(event, groupNames.first) !== "") faults.push(unset("firstTimestamp"));
  if (textOf(event, groupNames.last) !== "") faults.push(unset("lastTimestamp"));
  if ((numberOf(event, groupNames.count) ?? 0) !== 0) faults.push(unset("count"));
  const source = objectOf(event, groupNames.source);
  if (textOf(source, "component") !== "" || textOf(source, "host") !== "") faults.push(unset("source"));
  return faults;
}

function validateSeries(series: JsonObject | undefined): FieldError[] {
  if (series === undefined) return [];
  const faults: FieldError[] = [];
  if ((numberOf(series, "count") ?? 0) < 2) faults.push(invalid("series.count", "", "should be at least 2"));
  if (textOf(series, "lastObservedTime") === "") faults.push(required("series.lastObservedTime"));
  return faults;
}

/** Only the series may change. The paths are core's. */
function validateEventUpdate(event: ApiObject, old: ApiObject): FieldError[] {
  const fields: readonly (readonly [path: string, field: string])[] = [
    ["involvedObject", groupNames.target],
    ["reason", "reason"],
    ["message", groupNames.message],
    ["source", groupNames.source],
    ["firstTimestamp", groupNames.first],
    ["lastTimestamp", groupNames.last],
    ["count", groupNames.count],
    ["type", "type"],
    ["eventTime", "eventTime"],
    ["action", "action"],
    ["related", "related"],
    ["reportingController", groupNames.controller],
    ["reportingInstance", "reportingInstance"],
  ];
  const hasNewSeries = JSON.stringify(event["series"]) !== JSON.stringify(old["series"]);
  return [
    ...(hasNewSeries ? validateSeries(objectOf(event, "series")) : []),
    ...fields.flatMap(([path, field]) => immutable(path, event[field], old[field])),
  ];
}

function eventCells(event: ApiObject, now: number, names: EventNames): Json[] {
  const series = objectOf(event, "series");
  const target = objectOf(event, names.target);
  const source = objectOf(event, names.source);
  const since = (name: string): string => cell.timeSince(event, name, now);
  const first = textOf(event, names.first) === "" ? since("eventTime") : since(names.first);
  const last = textOf(event, names.last) === "" ? first : since(names.last);
  const kind = textOf(target, "kind").toLowerCase();
  const name = textOf(target, "name");
  const count = numberOf(event, names.count) ?? 0;
  const component = textOf(source, "component") || textOf(event, names.controller);
  const instance = textOf(source, "host") || textOf(event, "reportingInstance");
  return [
    series === undefined ? last : cell.timeSince(series, "lastObservedTime", now),
    textOf(event, "type"),
    textOf(event, "reason"),
    name === "" ? kind : `${kind}/${name}`,
    textOf(target, "fieldPath"),
    instance === "" ? component : `${component}, ${instance}`,
    textOf(event, names.message).trim(),
    first,
    series === undefined ? count || 1 : (numberOf(series, "count") ?? 0),
    event.metadata.name ?? "",
  ];
}
