import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.js";
import { scaffold, bar } from "../support/scaffolds.js";

const program = fileURLToPath(new URL("../../bin/tsop.js", import.meta.url));
const root = tempFolder(await scaffold({ apis: [bar] }));
const programs = tempFolder();
execFileSync("ln", ["-s", program, path.join(programs, "tsop")]);
const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env["PATH"] ?? ""}` };

function has(shell: string): boolean {
  return spawnSync(shell, ["-c", "exit 0"]).status === 0;
}

/** Runs a script in a shell that has loaded the completion of tsop. */
function run(shell: string, args: readonly string[], script: string): string {
  return execFileSync(shell, [...args, "-c", script], { cwd: root, env, encoding: "utf8" }).trim();
}

describe.skipIf(!has("bash"))("bash", () => {
  function complete(...words: string[]): string {
    const quoted = words.map((word) => `'${word}'`).join(" ");
    return run(
      "bash",
      ["--norc"],
      `source <(tsop completion bash); COMP_WORDS=(tsop ${quoted}); COMP_CWORD=${words.length}; _tsop; echo "\${COMPREPLY[*]}"`,
    );
  }

  test.each([
    [["cre"], "create"],
    [["create", ""], "api webhook apiserver"],
    [["create", "api", "--kind", "B"], "Bar"],
    [["create", "api", "--kind", "=", "B"], "Bar"],
    [["create", "api", "--namespaced", "="], "true false"],
    [["nonsense", ""], ""],
  ])("%j", (words, expected) => {
    expect(complete(...words)).toBe(expected);
  });
});

describe.skipIf(!has("fish"))("fish", () => {
  test.each([
    ["tsop cre", "create\tadd an API or a webhook to the project"],
    ["tsop create api --kind B", "Bar\tfoo.abc.com"],
    ["tsop create api --namespaced=f", "--namespaced=false"],
    ["tsop render conf", "config/\tDirectory"],
    ["tsop nonsense ", ""],
  ])("%s", (line, expected) => {
    expect(run("fish", ["--no-config"], `source (tsop completion fish | psub); complete -C '${line}'`)).toBe(expected);
  });
});

describe.skipIf(!has("zsh"))("zsh", () => {
  test("passes the words to tsop, and the values to compadd", () => {
    const script = `
      compdef() { : }
      compadd() { shift 3; shift; print -r -- "\${(P)1}" }
      source <(tsop completion zsh)
      words=(tsop create api --kind B); CURRENT=5; _tsop`;
    expect(run("zsh", ["-f"], script)).toBe("Bar");
  });
});
