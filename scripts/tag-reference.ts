/** Prints the reference of all tags as Markdown, from the registry, so that it matches the program. */
import type { ArgumentGrammar, TagPlace, TagRecord } from "../src/model/tag-record.js";
import { foreignTags } from "../src/model/tags/foreign-tags.js";
import { fileTags } from "../src/model/tags/file-tags.js";
import { kindTags } from "../src/model/tags/kind-tags.js";
import { schemaTags } from "../src/model/tags/schema-tags.js";
import { validationTags } from "../src/model/tags/validation-tags.js";
import { webhookTags } from "../src/model/tags/webhook-tags.js";

export function printTagReference(): string {
  return `${[
    "# Tags",
    "",
    "<!-- Written from the registry in src/model/tags: `UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/model`. -->",
    "",
    "What TypeScript's types cannot say, tags in comments say. A tag starts a line of the comment above the field, the",
    "type or the interface of the kind that it speaks about. Everything else in a `/** … */` comment is the description.",
    "Every tag has kubebuilder's spelling too, which works in `//` comments as well. A tag that is unknown, misplaced or",
    "ill-formed is an error, also in the middle of a line: write `\\@name` where the word is meant. TSDoc's own tags",
    "(`@remarks`, `@see`, `@param` …) are left to TSDoc.",
    "",
    "`@items.` before a tag about values speaks of the items of a list, `@values.` of the values of a map, to any depth:",
    "`@items.maxLength 63`, `@values.items.minimum 1`. In kubebuilder's spelling: `+kubebuilder:validation:items:MaxLength=63`.",
    "Of the keys of a map, `@keys.minLength`, `@keys.maxLength`, `@keys.pattern` and `@keys.enum` speak; they become rules in CEL.",
    "",
    "A comment that starts with `@macro` gives the tags below it a name, for use wherever they could stand themselves, also as",
    "`@items.dnsLabel`:",
    "",
    "```ts",
    "/**",
    " * @macro dnsLabel",
    " * @minLength 1",
    " * @maxLength 63",
    " * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
    " */",
    "```",
    "",
    "A line of dashes (`---`) ends the description, and a line that starts with `TODO` is left out. Inside a fence of",
    "backticks nothing is a tag. Write `*\\/` where a value has an end of comment in it.",
    "",
    "Numbers keep their digits: `@default 9007199254740993` is that number, also inside of JSON, and `@enum 1.10;1.9` on a string the texts `1.10`",
    "and `1.9`. The API server keeps `@minimum`, `@maximum` and `@multipleOf` as doubles, and tsop warns where it would round them.",
    "",
    "`@default ref(Name)`, or Go's `+default=ref(Name)`, takes the value of a constant: one that the file declares or imports (`ref(replicas)`), a member of an enum (`ref(Protocol.TCP)`), or",
    'what a namespace import has (`ref(shared.retries)`). `+default="ref(quoted)"` is the text itself.',
    "",
    section("Values", validationTags),
    section("Fields and types", schemaTags),
    section("Kinds", [...kindTags, ...fileTags]),
    section("Webhooks", webhookTags),
    "What the code says (kind, operations, path) needs no tag: [webhooks](../how-to/webhooks.md). In `//` comments above a call, these tags work too.",
    "",
    "## Markers from Go",
    "",
    "| marker | what happens |",
    "|---|---|",
    ...foreignTags.map((record) => `| ${markersOf(record)} | ${escape(foreignEffect(record))} |`),
  ].join("\n")}\n`;
}

function foreignEffect({ effect, summary }: TagRecord): string {
  return effect.kind === "refused" ? `An error. ${summary}` : `Passed over. ${summary}`;
}

function section(title: string, records: readonly TagRecord[]): string {
  const rows = records.map((record) =>
    [
      namesOf(record),
      argumentOf(record.argument),
      placesOf(record),
      markersOf(record),
      `${record.summary} \`${record.example}\``,
    ]
      .map(escape)
      .join(" | "),
  );
  return [
    `## ${title}`,
    "",
    "| tag | argument | on | kubebuilder | meaning |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
    "",
  ].join("\n");
}

function namesOf({ name, aliases, repeatable }: TagRecord): string {
  const names = [name, ...(aliases ?? [])].map((each) => `\`@${each}\``).join(", ");
  return repeatable === true ? `${names} (repeatable)` : names;
}

function markersOf({ markers }: TagRecord): string {
  return markers.map((marker) => `\`+${typeof marker === "string" ? marker : marker.name}\``).join(", ");
}

const places: Readonly<Record<TagPlace, string>> = {
  field: "field",
  type: "type",
  kind: "kind",
  handler: "handler",
  anywhere: "any comment",
};

function placesOf(record: TagRecord): string {
  return record.places.map((place) => places[place]).join(", ");
}

function argumentOf(grammar: ArgumentGrammar): string {
  switch (grammar.kind) {
    case "none":
      return "–";
    case "flag":
      return "`true` (default) or `false`";
    case "number":
      return "a number";
    case "count":
      return "a whole number from zero";
    case "text":
      return grammar.optional === true ? "a text, or nothing" : "a text";
    case "word":
      return grammar.values === undefined
        ? "a word"
        : `one of ${grammar.values.map((value) => `\`${value}\``).join(", ")}`;
    case "words":
      return grammar.assignments === true ? "`name=value;…`" : "`a;b;c`";
    case "value":
      return "JSON, or kubebuilder's shorthand";
    case "values":
      return "`a;b;c`, or a list in JSON";
    case "record":
      return Object.entries(grammar.fields)
        .map(([name, { required }]) => `\`${name}=\`${required === true ? " (needed)" : ""}`)
        .join(" ");
    case "cel":
      return "a rule, a message in quotes";
  }
}

function escape(text: string): string {
  return text.replaceAll("|", "\\|");
}
