import { describe, expect, test } from "vitest";
import { readComments } from "../../../src/source/comments/comment.js";
import { scanTags } from "../../../src/source/comments/scan-tags.js";

function scan(text: string): { description: string; tags: string[] } {
  const [comment] = readComments(text, 0, text.length);
  const { description, tags } = scanTags(comment!);
  // The position of each tag is the position of its sign.
  expect(tags.filter(({ sign, offset }) => text.charAt(offset) !== sign)).toEqual([]);
  return { description, tags: tags.map(({ sign, name, text: rest }) => `${sign}${name}|${rest}`) };
}

function doc(...lines: string[]): string {
  return ["/**", ...lines.map((line) => ` * ${line}`), " */"].join("\n");
}

describe("a comment", () => {
  test.each([
    ["on one line", "/** Text. */", "Text.", []],
    ["with a tag alone", "/** @minimum 1 */", "", ["@minimum|1"]],
    ["with text around tags", doc("One.", "@minimum 1", "Two."), "One.\nTwo.", ["@minimum|1"]],
    ["with an empty line", doc("One.", "", "Two."), "One.\n\nTwo.", []],
    ["with an indented line", doc("One:", "  - two"), "One:\n  - two", []],
    [
      "with both spellings",
      doc("@minLength 1", "+kubebuilder:validation:MaxLength=2"),
      "",
      ["@minLength|1", "+kubebuilder:validation:MaxLength|2"],
    ],
    [
      "with a fence",
      doc("```", "@not 1", "+not", "---", "```", "@minimum 1"),
      "```\n@not 1\n+not\n---\n```",
      ["@minimum|1"],
    ],
    [
      "with lines that look like tags and are prose",
      doc("\\@minimum 1", "  \\+optional", "\\---", "\\TODO one", "\\```", "\\\\@two", "\\three", "@minimum 1"),
      "@minimum 1\n  +optional\n---\nTODO one\n```\n\\@two\n\\three",
      ["@minimum|1"],
    ],
    [
      "with the end of a comment in it",
      doc("a*\\/b", "c*\\\\/d", "@pattern ^e*\\/"),
      "a*/b\nc*\\/d",
      ["@pattern|^e*/"],
    ],
    ["with a link that is none", "/** {@link One} \\{@link Two} */", "One {@link Two}", []],
    ["with a line of dashes", doc("One.", "---", "Two.", "@minimum 1"), "One.", ["@minimum|1"]],
    ["with a reminder", doc("TODO: write this", "One."), "One.", []],
    ["with TSDoc's tags", doc("One.", "@remarks two", "three", "@minimum 1", "@see four"), "One.", ["@minimum|1"]],
    ["with an example of TSDoc", doc("One.", "@example", "```ts", "@x", "```", "@minimum 1"), "One.", ["@minimum|1"]],
    ["with an example of ours", doc("@example 5"), "", ["@example|5"]],
    ["with prose behind a plus", doc("+1 for this", "+ and this"), "+1 for this\n+ and this", []],
    ["with a package's name", doc("@acme/lib does it"), "@acme/lib does it", []],
    [
      "with a value over several lines",
      doc("@default {", '  "a": 1', "}", "Text."),
      "Text.",
      ['@default|{\n  "a": 1\n}'],
    ],
    ["with a value that is never closed", doc("@default {", "Text."), "Text.", ["@default|{"]],
    ["with links", doc("See {@link Foo}, {@link Bar | the bar} and {@linkcode Baz}."), "See Foo, the bar and Baz.", []],
    ["with an end of comment in it", String.raw`/** @pattern a*\/b */`, "", ["@pattern|a*/b"]],
    ["of slashes", "// +optional", "", ["+optional|"]],
    ["of slashes with our tag", "// @rbac groups=a", "", ["@rbac|groups=a"]],
    ["of slashes with a directive", "// @ts-expect-error and @minimum", "", []],
    ["of slashes with someone's tag", "// @todo this", "", []],
    ["that is no documentation", "/* Text. */", "", []],
    ["that is empty", "/***/", "", []],
    ["with carriage returns", "/**\r\n * Text.\r\n * @minimum 1\r\n */", "Text.", ["@minimum|1"]],
  ])("%s", (_, text, description, tags) => {
    expect(scan(text)).toEqual({ description, tags });
  });

  test.each([
    ['+kubebuilder:printcolumn:name="Age",type=date', '+kubebuilder:printcolumn|name="Age",type=date'],
    ["+kubebuilder:validation:items:MaxLength=3", "+kubebuilder:validation:items:MaxLength|3"],
    ["+kubebuilder:default:=1", "+kubebuilder:default|1"],
    ["+kubebuilder:resource:shortName:=br", "+kubebuilder:resource|shortName:=br"],
    ["+kubebuilder:validation:MaxLength = 5", "+kubebuilder:validation:MaxLength|5"],
    ["+ kubebuilder:validation:MaxLength=5", "+kubebuilder:validation:MaxLength|5"],
    ["+kubebuilder:subresource:status", "+kubebuilder:subresource:status|"],
    ["+kubebuilder:rbac:groups=apps,resources=x,verbs=get", "+kubebuilder:rbac|groups=apps,resources=x,verbs=get"],
    ["+kubebuilder:nothing:of=this", "+kubebuilder:nothing:of|this"],
    ["+listType=map", "+listType|map"],
  ])("in kubebuilder's spelling, %s", (text, tag) => {
    expect(scan(`// ${text}`).tags).toEqual([tag]);
  });
});
