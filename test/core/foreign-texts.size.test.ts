/** The time of small functions that read external texts, outside of the API server, grows linearly with their length. */
import { test } from "vitest";
import { toProjectName } from "../../src/core/names.js";
import { pluralize } from "../../src/core/plural.js";
import { createStackMapper } from "../../src/core/stack-mapper.js";
import { readTime } from "../../src/core/timestamps.js";
import { printScalar } from "../../src/core/yaml-scalar.js";
import { printComment } from "../../src/import/comment-text.js";
import { toStatus } from "../../src/kube/api-error.js";
import { readLabelRequirements } from "../../src/kube/label-selector.js";
import { findStrayTags } from "../../src/model/tags/stray-tags.js";
import { splitFieldPath } from "../../src/render/field-path.js";
import { createMatcher, isWithin } from "../../src/runtime/cache/selection.js";
import { scanTags } from "../../src/source/comments/scan-tags.js";
import { expectLinear } from "../support/expect-linear.js";

const mapStack = createStackMapper(() => {
  throw new Error("there is no such map");
});
const scan = (text: string): unknown =>
  scanTags({
    ...{ kind: "doc", start: 0, end: text.length },
    lines: text.split("\n").map((line) => ({ text: line, offset: 0 })),
  });

test.each<[string, (text: string) => unknown, string]>([
  ["a name", toProjectName, "-"],
  ["a kind", pluralize, "A"],
  ["a stack", mapStack, "/"],
  ["a stack", mapStack, "file://"],
  ["a stack", mapStack, "/a:1:1:"],
  ["a time", (text) => readTime(`2026-01-01T00:00:00.${text}x`), "0"],
  ["a scalar", (text) => printScalar(`a${text}b`, 2, "a: "), "\n"],
  ["a comment to be printed", (text) => printComment(text, [], ""), "\\"],
  ["an answer in HTML", (text) => toStatus(text, 500), "<"],
  ["a label selector", readLabelRequirements, ","],
  ["a label selector", readLabelRequirements, "a in (b,"],
  ["a selection", (text) => isWithin(text, text), ","],
  ["a selection of fields", (text) => createMatcher({ fields: `a=${text}b` })({ metadata: {} } as never), " "],
  ["a field path", (text) => splitFieldPath(`a${text}b`), "["],
  ["prose with tags", (text) => findStrayTags(`a${text}@`), " "],
  ["prose with tags", findStrayTags, "\\@"],
  ["a comment", (text) => scan(`{@link a ${text}`), " "],
  ["a comment", (text) => scan(text), "{@link a "],
  ["a comment", (text) => scan(text), "\\"],
  ["a comment with a tag", (text) => scan(`@a.${text}/`), "."],
  ["a comment with a marker", (text) => scan(`+a${text}!`), ":"],
  ["a comment with blanks", (text) => scan(`a${text}b`), " "],
])("%s is read in time that grows with its length: %#", (_, read, part) => {
  expectLinear((size) => part.repeat(size), read);
});
