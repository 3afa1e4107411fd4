/** Source: pkg/registry/batch/cronjob/strategy.go, pkg/apis/batch/v1/defaults.go, pkg/apis/batch/validation/validation.go. */
import type { CronJob, CronJobSpec, JobSpec } from "../../../k8s/batch/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, ensureObject, isSet, listOf, objectOf, setDefaults, textOf } from "../../api-object.js";
import { invalid, notSupported } from "../../../core/field-error.js";
import type { KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import * as parts from "../workload-parts.js";
import { findScheduleFault, isTimeZone } from "./cron-schedule.js";
import { jobWarnings, setJobSpecDefaults } from "./job.js";
import { validateJobSpec } from "./validate-job.js";

const templateSpec: rule.Table<JobSpec> = [
  ({ object, path }) => validateJobSpec(object, path),
  rule.invalidIf("selector", "`selector` will be auto-generated", (spec) => objectOf(spec, "selector") !== undefined),
  ({ object, path }) =>
    isSet(object, "manualSelector") ? [notSupported(`${path}.manualSelector`, true, ["nil", "false"])] : [],
];

const spec: rule.Table<CronJobSpec> = [
  rule.text("schedule", must.beSet(), validateSchedule),
  rule.nonnegative("startingDeadlineSeconds"),
  rule.when(
    (object, { old }) => old === undefined || old["timeZone"] !== object["timeZone"],
    rule.textPointer("timeZone", validateTimeZone),
  ),
  rule.text("concurrencyPolicy", must.choose("Allow", "Forbid", "Replace")),
  rule.object("jobTemplate", [rule.object("spec", templateSpec)]),
  rule.nonnegative("successfulJobsHistoryLimit", "failedJobsHistoryLimit"),
];

const cronJobRules: rule.Table<CronJob> = [rule.object("spec", spec)];

export const cronJob: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    if (textOf(spec, "concurrencyPolicy") === "") spec["concurrencyPolicy"] = "Allow";
    setDefaults(spec, { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 });
    setJobSpecDefaults(ensureObject(ensureObject(spec, "jobTemplate"), "spec"), false);
  },
  generationOf: parts.generationOfSpec,
  validate: rule.validator<CronJob>([
    ...cronJobRules,
    rule.object("metadata", [rule.text("name", [(name) => name.length <= 52, "must be no more than 52 characters"])]),
  ]),
  validateUpdate: rule.validator(cronJobRules),
  warnings: (object, old) => [
    ...parts.nameMakesPodNames(object, old),
    ...jobWarnings(jobSpecOf(object) ?? {}, "spec.jobTemplate.spec", object, old),
    ...warnOfZone(parts.specOf(object)),
  ],
  cells: cell.row(
    cell.nameOf,
    "spec.schedule",
    cell.text("spec.timeZone", "<none>"),
    (object) => (isSet(parts.specOf(object), "suspend") ? "True" : "False"),
    (object) => listOf(parts.statusOf(object), "active").length,
    (object, now) => {
      const status = parts.statusOf(object);
      return textOf(status, "lastScheduleTime") === "" ? "<none>" : cell.timeSince(status, "lastScheduleTime", now);
    },
    cell.ageOf,
    ...cell.containers("spec.jobTemplate.spec.template"),
    cell.selector("spec.jobTemplate.spec.selector"),
  ),
};

function jobSpecOf(object: ApiObject): JsonObject | undefined {
  return objectOf(objectOf(parts.specOf(object), "jobTemplate"), "spec");
}

function validateSchedule(schedule: string, path: string, { object, old }: rule.Place<unknown>): rule.Faults {
  const fault = findScheduleFault(schedule);
  const hadZone = textOf(old, "schedule").includes("TZ");
  const hasZone = schedule.includes("TZ");
  const both = "cannot use both timeZone field and TZ or CRON_TZ in schedule";
  const instead = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
  return [
    ...(fault === undefined ? [] : [fault]),
    ...(hasZone && hadZone && typeof object["timeZone"] === "string" ? [both] : []),
    ...(hasZone && !hadZone ? [instead] : []),
  ].map((detail) => invalid(path, schedule, detail));
}

function validateTimeZone(zone: string, path: string): rule.Faults {
  if (zone === "") return [invalid(path, zone, "timeZone must be nil or non-empty string")];
  const isWellFormed = zone.split("/").every((part) => /^(?!\.{1,2}$|-)[A-Za-z._0-9+-]{1,14}$/.test(part));
  const isLocal = isWellFormed && zone.toLowerCase() === "local";
  const explicit = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  return [
    ...(isLocal ? [invalid(path, zone, explicit)] : []),
    ...(isWellFormed && isTimeZone(zone) ? [] : [invalid(path, zone, `unknown time zone ${zone}`)]),
  ];
}

/** Kubernetes uses this path. */
function warnOfZone(spec: JsonObject): string[] {
  if (!textOf(spec, "schedule").includes("TZ")) return [];
  const more = "see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details";
  return [`cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, ${more}`];
}
