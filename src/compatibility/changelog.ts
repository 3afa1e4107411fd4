/** Writes the section of a changelog about the changes of an API. */
import type { Change } from "./change.js";
import { describeChange, describePlace } from "./describe-change.js";

/** A change with its weight. */
export interface ChangelogEntry {
  readonly kind: string;
  readonly change: Change;
  readonly severity: "error" | "warning" | "info";
}

/** Returns Markdown. Omits documentation, which is part of the API itself. */
export function changelogOf(entries: readonly ChangelogEntry[]): string {
  const shown = entries.filter(({ change }) => change.detail.kind !== "documentation-changed");
  const section = (title: string, severity: ChangelogEntry["severity"]): string[] => {
    const own = shown.filter((each) => each.severity === severity);
    return own.length === 0 ? [] : [`### ${title}`, "", ...own.map(toItem), ""];
  };
  const lines = [
    ...section("Breaking changes of the API", "error"),
    ...section("Changes of the API that break some clients or objects", "warning"),
    ...section("Other changes of the API", "info"),
  ];
  return lines.length === 0 ? "The API is unchanged." : lines.join("\n").trimEnd();
}

function toItem({ kind, change, severity }: ChangelogEntry): string {
  const place = describePlace(change);
  const what = code(describeChange(change.detail));
  const { objects, clients } = change.verdicts;
  const why = severity === "info" ? "" : ` ${objects.level === "compatible" ? clients.why : objects.why}`;
  return `- \`${kind}\`${place === "" ? "" : ` ${code(place)}`}: ${what}.${why}`;
}

/** Returns a text as code, with as many backticks around it as it needs. */
function code(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
