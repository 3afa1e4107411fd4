/** What the API server would refuse of a webhook, and what would never do what its author meant. */
import { nearest } from "../../core/suggest.js";
import type { WebhookModel } from "../../model/webhooks.js";
import type { Reporter } from "../reporter.js";
import { choices, chosen } from "./choices.js";
import { checkAgainstCode } from "./check-against-code.js";
import { checkRule } from "./check-rule.js";
import { checkClient } from "./check-client.js";
import { type Draft, settingsOf, subjectOf, tagsFor, type WebhookFault } from "./draft.js";
import { isSubdomain } from "../../core/name-forms.js";

export function checkDrafts(
  { reporter }: { readonly reporter: Reporter },
  models: readonly WebhookModel[],
  drafts: readonly Draft[],
): void {
  for (const draft of drafts) {
    const faults = [...checkChoices(draft), ...checkOwn(draft), ...checkRule(draft.rule), ...checkClient(draft)];
    for (const { message, hint } of faults) {
      reporter.error("webhook/invalid", draft.at, `${subjectOf(draft)}: ${message}`, hint);
    }
    checkAgainstCode(reporter, draft);
  }
  checkNames(reporter, drafts);
  checkUnused(reporter, models);
}

function checkChoices({ settings, isMutating }: Draft): WebhookFault[] {
  const fields = ["failurePolicy", "matchPolicy", "sideEffects", "reinvocationPolicy", "scope"] as const;
  const faults = fields.flatMap((field): WebhookFault[] => {
    const values: readonly string[] = choices[field];
    const given = settings[field];
    if (given === undefined || values.includes(chosen(values, given) ?? "")) return [];
    const near = nearest(given, values);
    const hint = `${near === undefined ? "" : `Did you mean ${near}? `}One of ${values.join(", ")}.`;
    return [
      {
        message: `unknown ${field} ${JSON.stringify(given)}`,
        hint: field === "sideEffects" ? `${hint} ${whySideEffects}` : hint,
      },
    ];
  });
  if (isMutating || settings.reinvocationPolicy === undefined) return faults;
  const message = "reinvocationPolicy is for webhooks that change objects, and this one judges them";
  return [...faults, { message, hint: "Remove it." }];
}

const whySideEffects = "The API server takes no webhook whose side effects a dry run would have.";

const reviewVersions = ["v1", "v1beta1"];

function checkOwn({ settings, name }: Draft): WebhookFault[] {
  const { timeoutSeconds: timeout, admissionReviewVersions: reviews = ["v1"], webhookVersions = ["v1"] } = settings;
  const faults: WebhookFault[] = [];
  if (timeout !== undefined && (timeout < 1 || timeout > 30)) {
    faults.push({ message: `timeoutSeconds=${timeout} is not between 1 and 30`, hint: "Leave it out for 10 seconds." });
  }
  if (!isSubdomain(name) || name.split(".").length < 3) {
    const hint = "A name is a domain of at least three parts, in lower case: name=check.bar.example.com";
    faults.push({ message: `${JSON.stringify(name)} cannot be the name of a webhook`, hint });
  }
  const unknown = reviews.find((version) => !reviewVersions.includes(version));
  if (reviews.length === 0 || unknown !== undefined) {
    const hint = "Leave it out for v1.";
    faults.push({
      message: `admissionReviewVersions: the operator answers ${reviewVersions.join(" and ")}, not ${JSON.stringify(unknown ?? "")}`,
      hint,
    });
  }
  if (new Set(reviews).size < reviews.length) {
    faults.push({ message: "admissionReviewVersions has a version twice", hint: "Keep one of each." });
  }
  const old = webhookVersions.find((version) => version !== "v1");
  if (old !== undefined) {
    faults.push({ message: `webhookVersions: there is only v1, not ${JSON.stringify(old)}`, hint: "Remove it." });
  }
  return faults;
}

function checkNames(reporter: Reporter, drafts: readonly Draft[]): void {
  const taken = new Set<string>();
  for (const draft of drafts) {
    const key = `${draft.isMutating} ${draft.name}`;
    if (taken.has(key)) {
      const hint =
        draft.tag === undefined
          ? "Register one for each kind; or give them names: @webhook name=… above each handler."
          : "Say everything in one @webhook; or, for two webhooks of one handler, give each a name=….";
      reporter.error(
        "webhook/invalid",
        draft.at,
        `${subjectOf(draft)}: there is a webhook ${draft.name} already`,
        hint,
      );
    }
    taken.add(key);
  }
}

/** A tag that says mutating=… of a handler that is not. */
function checkUnused(reporter: Reporter, models: readonly WebhookModel[]): void {
  const used = new Set(models.flatMap((model) => tagsFor(model)));
  for (const model of models) {
    for (const tag of model.tags.filter((each) => each.record.effect.kind === "webhook" && !used.has(each))) {
      const { mutating } = settingsOf(tag);
      const message = `${tag.spelling}: mutating=${String(mutating)}, and ${model.why} makes it a ${model.handler}`;
      reporter.error("tag/conflict", tag.at, message, "Leave mutating out: the code says it.");
    }
  }
}
