/** Prints the reference of all tags as Markdown, from the registry, so that it matches the program. */
import type { ArgumentGrammar, TagPlace, TagRecord } from "../src/model/tag-record.js";
import { foreignTags } from "../src/model/tags/foreign-tags.js";
import { fileTags } from "../src/model/tags/file-tags.js";
import { kindTags } from "../src/model/tags/kind-tags.js";
import { schemaTags } from "../src/model/tags/schema-tags.js";
import { validationTags } from "../src/model/tags/validation-tags.js";
import { csvTags } from "../src/model/tags/csv-tags.js";
import { webhookTags } from "../src/model/tags/webhook-tags.js";

export function printTagReference(): string {
  return `${[
    "# Tags",
    "",
    "<!-- Written from the registry in src/model/tags: `UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/model`. -->",
    "",
    "Tags in comments express what TypeScript's types cannot. A tag starts a line of the comment above a field, a type or",
    "the interface of a kind, and applies to it. All other text of a `/** … */` comment is the description. tsop also reads",
    "kubebuilder's spelling of every tag, in `/** … */` and in `//` comments. tsop rejects a tag that is unknown, misplaced or",
    "malformed, even in the middle of a line: write `\\@name` for plain text. It ignores TSDoc's tags (`@remarks`, `@see`,",
    "`@param` …).",
    "",
    "To apply a tag to the items of a list, put `@items.` before it, and `@values.` for the values of a map. You can nest them:",
    "`@items.maxLength 63`, `@values.items.minimum 1`. kubebuilder's spelling is `+kubebuilder:validation:items:MaxLength=63`.",
    "`@keys.minLength`, `@keys.maxLength`, `@keys.pattern` and `@keys.enum` restrict the keys of a map. tsop generates CEL rules",
    "from them.",
    "",
    "A comment that starts with `@macro` names the tags below it. You can use the name wherever the tags are valid, also as",
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
    "A line of dashes (`---`) ends the description. tsop omits lines that start with `TODO`, and reads no tags inside a fence of",
    "backticks. If a value contains the end of a comment, write `*\\/`.",
    "",
    "tsop preserves the digits of numbers: `@default 9007199254740993` is exactly that number, also inside JSON. On a string,",
    "`@enum 1.10;1.9` allows the strings `1.10` and `1.9`. The API server stores `@minimum`, `@maximum` and `@multipleOf` as",
    "doubles, and tsop warns if it would round them.",
    "",
    "`@default ref(Name)`, or Go's `+default=ref(Name)`, uses the value of a constant: a constant that the file declares or",
    "imports (`ref(replicas)`), a member of an enum (`ref(Protocol.TCP)`), or an export of a namespace import",
    '(`ref(shared.retries)`). `+default="ref(quoted)"` is the string itself.',
    "",
    section("Values", validationTags),
    section("Fields and types", schemaTags),
    section("Kinds", [...kindTags, ...fileTags]),
    section("Webhooks", webhookTags),
    "tsop derives the kind, the operations and the path from the code: see [webhooks](../how-to/webhooks.md). These tags also work in `//` comments above a call.",
    "",
    section("OLM bundles", csvTags),
    "See [OLM bundles](../how-to/olm.md#generated-fields).",
    "",
    "## Markers from Go",
    "",
    "| marker | effect |",
    "|---|---|",
    ...foreignTags.map((record) => `| ${markersOf(record)} | ${escape(foreignEffect(record))} |`),
  ].join("\n")}\n`;
}

function foreignEffect({ effect, summary }: TagRecord): string {
  return effect.kind === "refused" ? `tsop rejects it. ${summary}` : `tsop ignores it. ${summary}`;
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
      return "an integer from zero";
    case "text":
      return grammar.optional === true ? "a string, or nothing" : "a string";
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
        .map(([name, { required }]) => `\`${name}=\`${required === true ? " (required)" : ""}`)
        .join(" ");
    case "cel":
      return "a rule, and a message in quotes";
  }
}

function escape(text: string): string {
  return text.replaceAll("|", "\\|");
}
