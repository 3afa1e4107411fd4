/** Source: pkg/registry/batch/cronjob/strategy.go, pkg/apis/batch/v1/defaults.go, pkg/apis/batch/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { ensureObject, isSet, listOf, objectOf, setDefault, textOf } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { formatSelector } from "../tables/selector-text.js";
import { ageOf, timeSince } from "../table-times.js";
import { validateAllNonnegative, validateChoice } from "../validation/values.js";
import * as parts from "../workload-parts.js";
import { findScheduleFault, isTimeZone } from "./cron-schedule.js";
import { setJobSpecDefaults } from "./job.js";
import { validateJobSpec } from "./validate-job.js";
import { jobWarnings } from "./job-warnings.js";

export const cronJob: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    if (textOf(spec, "concurrencyPolicy") === "") spec["concurrencyPolicy"] = "Allow";
    setDefault(spec, "suspend", false);
    setDefault(spec, "successfulJobsHistoryLimit", 3);
    setDefault(spec, "failedJobsHistoryLimit", 1);
    setJobSpecDefaults(ensureObject(ensureObject(spec, "jobTemplate"), "spec"), false);
  },
  generationOf: parts.generationOfSpec,
  validate: (object) => {
    const { name = "" } = object.metadata;
    const faults = validateSpec(parts.specOf(object), undefined);
    return name.length > 52
      ? [...faults, invalid("metadata.name", name, "must be no more than 52 characters")]
      : faults;
  },
  validateUpdate: (object, old) => validateSpec(parts.specOf(object), parts.specOf(old)),
  warnings: (object, old) => [
    ...parts.nameMakesPodNames(object, old),
    ...jobWarnings(
      objectOf(objectOf(parts.specOf(object), "jobTemplate"), "spec") ?? {},
      "spec.jobTemplate.spec",
      object,
      old,
    ),
    ...warnOfZone(parts.specOf(object)),
  ],
  cells: cronJobCells,
};

function validateSpec(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  const schedule = textOf(spec, "schedule");
  const template = objectOf(objectOf(spec, "jobTemplate"), "spec") ?? {};
  const path = "spec.jobTemplate.spec";
  return [
    ...(schedule === "" ? [required("spec.schedule")] : validateSchedule(spec, schedule, old)),
    ...validateAllNonnegative(spec, ["startingDeadlineSeconds"], "spec"),
    ...(old === undefined || old["timeZone"] !== spec["timeZone"] ? validateTimeZone(spec) : []),
    ...validateChoice(textOf(spec, "concurrencyPolicy"), ["Allow", "Forbid", "Replace"], "spec.concurrencyPolicy"),
    ...validateJobSpec(template, path),
    ...(objectOf(template, "selector") === undefined
      ? []
      : [invalid(`${path}.selector`, template["selector"], "`selector` will be auto-generated")]),
    ...(isSet(template, "manualSelector") ? [notSupported(`${path}.manualSelector`, true, ["nil", "false"])] : []),
    ...validateAllNonnegative(spec, ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"], "spec"),
  ];
}

function validateSchedule(spec: JsonObject, schedule: string, old: JsonObject | undefined): FieldError[] {
  const fault = findScheduleFault(schedule);
  const hadZone = textOf(old, "schedule").includes("TZ");
  const both = "cannot use both timeZone field and TZ or CRON_TZ in schedule";
  const instead = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
  const hasZone = schedule.includes("TZ");
  return [
    ...(fault === undefined ? [] : [invalid("spec.schedule", schedule, fault)]),
    ...(hasZone && hadZone && typeof spec["timeZone"] === "string" ? [invalid("spec.schedule", schedule, both)] : []),
    ...(hasZone && !hadZone ? [invalid("spec.schedule", schedule, instead)] : []),
  ];
}

function validateTimeZone(spec: JsonObject): FieldError[] {
  const zone = spec["timeZone"];
  const path = "spec.timeZone";
  if (typeof zone !== "string") return [];
  if (zone === "") return [invalid(path, zone, "timeZone must be nil or non-empty string")];
  const isWellFormed = zone.split("/").every((part) => /^(?!\.{1,2}$|-)[A-Za-z._0-9+-]{1,14}$/.test(part));
  if (!isWellFormed) return [invalid(path, zone, `unknown time zone ${zone}`)];
  const isLocal = zone.toLowerCase() === "local";
  const explicit = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  return [
    ...(isLocal ? [invalid(path, zone, explicit)] : []),
    ...(isTimeZone(zone) ? [] : [invalid(path, zone, `unknown time zone ${zone}`)]),
  ];
}

/** The path is Kubernetes' own. */
function warnOfZone(spec: JsonObject): string[] {
  if (!textOf(spec, "schedule").includes("TZ")) return [];
  const more = "see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details";
  return [`cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, ${more}`];
}

function cronJobCells(object: ApiObject, now: number) {
  const spec = parts.specOf(object);
  const status = parts.statusOf(object);
  const jobSpec = objectOf(objectOf(spec, "jobTemplate"), "spec");
  const last = textOf(status, "lastScheduleTime");
  return [
    object.metadata.name ?? "",
    textOf(spec, "schedule"),
    textOf(spec, "timeZone") || "<none>",
    isSet(spec, "suspend") ? "True" : "False",
    listOf(status, "active").length,
    last === "" ? "<none>" : timeSince(status, "lastScheduleTime", now),
    ageOf(object, now),
    ...parts.containerCells(objectOf(jobSpec, "template")),
    formatSelector(objectOf(jobSpec, "selector")),
  ];
}
