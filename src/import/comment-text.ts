/** Prints comments that contain exactly the given text: no text ends them early, and no line of prose becomes a tag. */
import { escapeStrayTags } from "../model/tags/stray-tags.js";
import { printTag, type TagText } from "./tag-text.js";

/** Prints a doc comment, or no line at all. @param indent - the indentation of each line */
export function printComment(description: string, tags: readonly TagText[], indent: string): string[] {
  const lines = [...descriptionLines(description), ...tags.flatMap((each) => escapeEnd(printTag(each)).split("\n"))];
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1 && indent.length + only.length <= 113) return [`${indent}/** ${only} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

function descriptionLines(description: string): string[] {
  const text = toVisible(description).trim();
  if (text === "") return [];
  const lines = text.split("\n").map((line) => escapeEnd(line.trimEnd()).replaceAll(/(?<!\\)\\*\{@link/g, "\\$&"));
  // An unclosed fence would hide the tags below it.
  const hasOpenFence = lines.filter((line) => fence.test(line)).length % 2 === 1;
  let isFenced = false;
  return lines.map((line) => {
    const isFence = fence.test(line);
    if (isFence && !hasOpenFence) isFenced = !isFenced;
    // An unclosed fence gets a backslash, which turns it into prose.
    const isProse = !isFenced && (!isFence || hasOpenFence);
    const text = isProse ? escapeStrayTags(line) : line;
    return isProse && special.test(text) ? text.replace(/^\s*/, "$&\\") : text;
  });
}

const fence = /^\s*(?:```|~~~)/;

/** Matches lines that a reader treats as a tag, a marker, the end of the text, a reminder, or an escape of these. */
const special = /^\s*\\*(?:@[A-Za-z]|\+\s*[A-Za-z]|---|TODO|```|~~~)/;

/** Escapes the end of a comment within a comment. The reader of comments removes one backslash again. */
function escapeEnd(line: string): string {
  return line.replaceAll(/\*(\\*)\//g, "*\\$1/");
}

/** Returns the text with uniform line breaks and without characters that editors do not show. */
function toVisible(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[\p{Cs}\p{Co}]/gu, "\ufffd")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "");
}
