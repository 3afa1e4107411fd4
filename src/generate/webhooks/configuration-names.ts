import type { Tag } from "../../model/annotations.js";
import type { Reporter } from "../reporter.js";
import { recordOf } from "../tags/context.js";
import type { Draft } from "./draft.js";
import { isSubdomain } from "../../core/name-forms.js";

export interface ConfigurationNames {
  readonly mutating: string;
  readonly validating: string;
}

/** kubebuilder's names, or those that `@webhookConfiguration` gives. */
export function configurationNames(
  reporter: Reporter,
  tags: readonly Tag[],
  drafts: readonly Draft[],
): ConfigurationNames {
  const nameOf = (isMutating: boolean): string => {
    const type = isMutating ? "mutating" : "validating";
    const [first, second] = tags.filter((tag) => recordOf(tag)["mutating"] === isMutating);
    if (first === undefined) return `${type}-webhook-configuration`;
    const name = String(recordOf(first)["name"]);
    if (second !== undefined) {
      const message = `${second.spelling}: the ${type} configuration has a name already`;
      const hint = "Keep one of them: an operator has one configuration of each type.";
      reporter.error("tag/conflict", second.at, message, hint);
    }
    if (!isSubdomain(name)) {
      const message = `${first.spelling}: ${JSON.stringify(name)} cannot be the name of a configuration`;
      reporter.error("webhook/invalid", first.at, message, 'Lower case letters, digits, "-" and ".": name=bar-rules');
    } else if (!drafts.some((draft) => draft.isMutating === isMutating)) {
      const message = `${first.spelling}: there is no ${type} webhook`;
      reporter.error("tag/conflict", first.at, message, "Remove it, or correct mutating=.");
    }
    return name;
  };
  return { mutating: nameOf(true), validating: nameOf(false) };
}
