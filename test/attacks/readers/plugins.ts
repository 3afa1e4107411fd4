/** Readers of the results of plugins, of the keys that name plugins, and of the packages with kinds of other projects. */
import { checkResult } from "../../../src/commands/plugins/check-result.js";
import { keysIn, readPluginKey } from "../../../src/commands/plugins/plugin-key.js";
import { checkExternalPath, parseExternalModule } from "../../../src/project/external.js";
import { readPlugins } from "../../../src/project/plugins.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

export const plugins: SizeCases = {
  "project/external.ts": [
    ...ofText((text) => checkExternalPath(text), "a", "a/", "@a/", "./", "../", "/a.", "~", "-", "é"),
    ...ofText((text) => parseExternalModule(`a@${text}`), "1", "1.", ">=1 ", "|| ", "^", "- ", "file:a/", "https://a"),
  ],
  "commands/plugins/check-result.ts": [
    ofInput(
      "of actions",
      (size) => ({ actions: Array.from({ length: size }, (_, at) => ({ type: "configure", value: { at } })) }),
      (result) => checkResult("a", result, "/"),
    ),
    ofInput(
      "of a configuration",
      (size) => ({ actions: [{ type: "configure", value: Array.from({ length: size }, () => "a") }] }),
      (result) => checkResult("a", result, "/"),
    ),
  ],
  "commands/plugins/plugin-key.ts": ofText(
    (text) => keysIn([text]).map(readPluginKey),
    "a",
    "a/",
    "a,",
    "@a/",
    "./",
    "a-.",
    "-alpha",
  ),
  "project/plugins.ts": ofText((text) => readPlugins(`plugins:\n${text}`), "  ? [a]\n", "  - a\n", " {", "# a\n"),
};
