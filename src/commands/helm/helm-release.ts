/** The commands that show a release, and that return to an earlier revision. */
import { readJson } from "../../core/json-fields.js";
import { TsopError } from "../../core/errors.js";
import type { CommandResult, Context } from "../context.js";
import type { HelmRollbackOptions, ReleaseOptions } from "../declared/helm.js";
import { findRelease, helmTime, runHelm, showHelm } from "./helm-program.js";

/** Prints the state of the release. @throws TsopError those of `runHelm` */
export function helmStatus(options: ReleaseOptions, context: Context): Promise<CommandResult> {
  return show("status", options, context);
}

/** Prints the revisions of the release. @throws TsopError those of `runHelm` */
export function helmHistory(options: ReleaseOptions, context: Context): Promise<CommandResult> {
  return show("history", options, context);
}

async function show(command: "status" | "history", options: ReleaseOptions, context: Context): Promise<CommandResult> {
  const { name, namespace, flags } = await findRelease(options, context, "read");
  const does = `reading the release ${name}`;
  if (context.live.format === "json") {
    const value = readJson(await runHelm([command, name, ...flags, "--output", "json"], does, context));
    return { text: "", json: { release: name, namespace, [command]: value } };
  }
  return { text: (await runHelm([command, name, ...flags], does, context)).trimEnd(), json: {} };
}

/**
 * Returns to an earlier revision of the release.
 *
 * @throws TsopError `usage/invalid-argument`, `cluster/not-confirmed`, and those of `runHelm`
 */
export async function helmRollback(options: HelmRollbackOptions, context: Context): Promise<CommandResult> {
  const { revision, dryRun } = options;
  if (revision !== undefined && !/^[1-9]\d{0,8}$/.test(revision)) {
    throw new TsopError("usage/invalid-argument", `${JSON.stringify(revision)} is not the number of a revision`, {
      hint: "`npx tsop helm history` lists the revisions. Without a number, tsop returns to the previous revision.",
    });
  }
  const { name, namespace, flags } = await findRelease(options, context, dryRun === true ? "read" : "change");
  const args = [
    ...["rollback", name, ...(revision === undefined ? [] : [revision]), ...flags],
    ...(options.wait === false ? [] : ["--wait"]),
    ...["--timeout", helmTime(options.timeout)],
  ];
  if (dryRun === true) return showHelm(args);
  const text = await runHelm(args, `rolling back the release ${name}`, context);
  return { text: text.trimEnd(), json: { release: name, namespace, ...(revision === undefined ? {} : { revision }) } };
}
