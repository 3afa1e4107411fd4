/** Tags that contradict the code: the webhook would be asked what nobody answers, or never be asked. */
import { parseApiVersion } from "../../core/gvk.js";
import { nearest } from "../../core/suggest.js";
import type { Reporter } from "../reporter.js";
import { choices, chosen, type Draft, subjectOf } from "./draft.js";

export function checkAgainstCode(reporter: Reporter, draft: Draft): void {
  const { settings, model, path, rule, at } = draft;
  const contradict = (message: string, hint: string): void => {
    reporter.error("tag/conflict", at, `${subjectOf(draft)}: ${message}`, hint);
  };
  if (settings.path !== undefined && settings.path !== path) {
    contradict(
      `path=${settings.path}, and the operator answers at ${path}`,
      `Leave path out; or serve it there: { path: ${JSON.stringify(settings.path)} } behind the handler.`,
    );
  }
  if (settings.path !== undefined && settings.url !== undefined)
    contradict("path and url contradict each other", "Keep one of them.");
  if (model.operations?.length === 0) {
    const hint = "Implement validateCreate, validateUpdate or validateDelete.";
    reporter.error("webhook/invalid", model.at, `${model.why}: the validator has no method that is asked`, hint);
  }
  checkKind(draft, contradict);
  const unanswered = rule.operations.filter(
    (verb) => verb !== "*" && model.operations?.includes(verb as never) === false,
  );
  if (unanswered.length === 0 || model.operations?.length === 0) return;
  const message = `${subjectOf(draft)}: ${unanswered.join(", ")} is asked about, and the handler lets it pass unseen`;
  reporter.warn("webhook/unanswered", at, message, "Leave verbs out: they follow the methods that there are.");
}

/** What a handler for a kind is asked about has to be of that kind. */
function checkKind(
  { model, rule, resource, settings }: Draft,
  contradict: (message: string, hint: string) => void,
): void {
  if (model.kind === undefined || resource === undefined) return;
  const { group, version } = parseApiVersion(model.kind.apiVersion);
  const { name, namespaced } = resource;
  const lacks = (given: readonly string[], wanted: string): boolean => !given.includes(wanted) && !given.includes("*");
  const isFor = `the handler is for ${model.kind.kind} of ${model.kind.apiVersion}`;
  if (lacks(rule.groups, group)) {
    contradict(`groups=${rule.groups.join(";")}, and ${isFor}`, "Leave groups out: the code says it.");
  }
  if (lacks(rule.versions, version)) {
    contradict(`versions=${rule.versions.join(";")}, and ${isFor}`, "Leave versions out: the code says it.");
  }
  if (!rule.resources.some((each) => ["*", "*/*", name].includes(each) || each.startsWith(`${name}/`))) {
    const near = rule.resources.find((each) => nearest(each, [name]) !== undefined);
    const hint = near === undefined ? "Leave resources out: the code says it." : `Did you mean ${name}?`;
    contradict(`resources=${rule.resources.join(";")}, and ${isFor}`, hint);
  }
  const scope = chosen(choices.scope, settings.scope);
  const actual = namespaced ? "Namespaced" : "Cluster";
  if ((scope === "Namespaced" || scope === "Cluster") && scope !== actual) {
    contradict(`scope=${scope}, and ${model.kind.kind} is ${actual}: it would never be asked`, "Leave scope out.");
  }
}
