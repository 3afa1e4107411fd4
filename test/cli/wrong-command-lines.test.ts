import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { explainCommanderError } from "../../src/cli/commander-error.js";
import { declarations } from "../../src/commands/declared/all.js";
import { describeManagerFlags } from "../../src/runtime/manager-flags.js";
import { type Call, parse, programFor } from "./program-calls.js";

describe("a wrong command line", () => {
  test.each<[string[], string, string]>([
    [["initt"], 'there is no command "initt"', "Did you mean `tsop init`?"],
    [["helm-deploy"], 'there is no command "helm-deploy"', "Did you mean `tsop helm deploy`?"],
    [
      ["create"],
      "tsop create needs a command after it",
      "One of: tsop create api, tsop create webhook, tsop create apiserver.",
    ],
    [["create", "apy"], 'there is no command "create apy"', "Did you mean `tsop create api`?"],
    [["zzzzzzzzzz"], 'there is no command "zzzzzzzzzz"', "See `tsop --help` for the list."],
    [["init", "--domian", "abc.com"], "unknown option '--domian'", "Did you mean --domain? See `tsop init --help`."],
    [["init", "--domain"], "option '--domain <domain>' argument missing", "See `tsop init --help`."],
    [["init", "a", "b"], "too many arguments for 'init'. Expected 1 argument but got 2.", "See `tsop init --help`."],
    [
      ["create", "api", "--resource=maybe"],
      "option '--resource [boolean]' argument 'maybe' is invalid. Write it without a value, or with =true or =false.",
      "See `tsop create api --help`.",
    ],
    [
      ["--output", "xml", "version"],
      "option '--output <format>' argument 'xml' is invalid. Allowed choices are text, json, sarif.",
      "See `tsop version --help`.",
    ],
    [
      ["dev", "--port", "70000"],
      "option '--port <port>' argument '70000' is invalid. Write a number from 0 (a free port) to 65535.",
      "See `tsop dev --help`.",
    ],
    [
      ["deploy", "--timeout", "soon"],
      "option '--timeout <duration>' argument 'soon' is invalid. Write a time above zero, such as 90s, 5m or 1h30m.",
      "See `tsop deploy --help`.",
    ],
    [["deploy", "--imgg=x"], "unknown option '--imgg=x'", "Did you mean --img? See `tsop deploy --help`."],
    [
      ["rename", "kind", "Bar", "Baz"],
      "too many arguments for 'kind'. Expected 0 arguments but got 2.",
      "It has --from, --to, --group, --version, and others. See `tsop rename kind --help`.",
    ],
    [
      ["rename", "kind", "--kind", "Bar"],
      "unknown option '--kind'",
      "It has --from, --to, --group, --version, and others. See `tsop rename kind --help`.",
    ],
    [["envtest"], "tsop envtest needs a command after it", "One of: tsop envtest setup, tsop envtest list."],
    [
      ["install-crds", "--dry-run=cluster"],
      "option '--dry-run [where]' argument 'cluster' is invalid. Allowed choices are client, server.",
      "See `tsop install-crds --help`.",
    ],
  ])("%j is refused with exit code 2 and what to type instead", async (argv, message, hint) => {
    const calls: Call[] = [];
    const program = programFor(calls);
    const error: unknown = await program.parseAsync(argv, { from: "user" }).catch((thrown: unknown) => thrown);
    if (!(error instanceof CommanderError)) throw new Error(`${argv.join(" ")} was accepted`);
    const explained = explainCommanderError(error, program, argv);
    expect({ message: explained.message, hint: explained.hint, exitCode: explained.exitCode }).toEqual({
      message,
      hint,
      exitCode: 2,
    });
    expect(calls).toEqual([]);
  });
});

describe("flags that go on to the operator", () => {
  test.each([
    [["dev", "--prot", "6443"], "tsop dev has no flag --prot", "Did you mean --port?"],
    [["dev", "--simulate-workload"], "tsop dev has no flag --simulate-workload", "Did you mean --simulate-workloads?"],
    [["dev", "--no-sample", "--log-level", "debug"], "tsop dev has no flag --no-sample", "Did you mean --no-samples?"],
    [["dev", "--log-level=debug", "--contxt=kind"], "tsop dev has no flag --contxt", "Did you mean --context?"],
    [["start", "--kubeconfg", "k"], "tsop start has no flag --kubeconfg", "tsop start -- --kubeconfg"],
  ])("%j is a typing mistake", async (argv, message, hint) => {
    const calls: Call[] = [];
    await expect(programFor(calls).parseAsync(argv, { from: "user" })).rejects.toMatchObject({
      ...{ code: "usage/invalid-argument", message, exitCode: 2 },
      hint: expect.stringContaining(hint) as string,
    });
    expect(calls).toEqual([]);
  });

  test.each(["dev", "start"])("after --, tsop does not check them: tsop %s", async (command) => {
    expect((await parse(command, "--", "--contxt")).options).toMatchObject({ args: ["--contxt"] });
    const after = (await parse(command, "--context", "x", "--", "--contxt")).options;
    expect(after).toMatchObject({ context: "x", args: ["--contxt"] });
  });

  test.each(["dev", "start"])("all that every operator has pass: tsop %s", async (command) => {
    const flags = [...describeManagerFlags().matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = ""]) => flag);
    const args = flags.filter((flag) => !["--kubeconfig", "--context"].includes(flag)).map((flag) => `${flag}=x`);
    expect(args.length).toBeGreaterThan(8);
    expect((await parse(command, ...args)).options).toMatchObject({ args });
  });
});

describe("--help", () => {
  test.each(declarations.map(({ path }) => path))(
    "of %s says what it does and fits a terminal of 100 columns",
    async (command) => {
      const written: string[] = [];
      const program = programFor([], written);
      await program.parseAsync([...command.split(" "), "--help"], { from: "user" }).catch(() => undefined);
      const help = written.join("");
      expect(help).toContain(`Usage: tsop ${command}`);
      expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
    },
  );
});
