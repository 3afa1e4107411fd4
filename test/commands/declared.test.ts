/** The type of a command's options follows from its declaration: most of these tests fail when they are compiled. */
import { expect, expectTypeOf, test } from "vitest";
import { commands, declarations } from "../../src/commands/declared/all.js";
import { declare } from "../../src/commands/declared/declare.js";
import {
  type Input,
  list,
  longFlag,
  negation,
  type OptionsOf,
  parsed,
  text,
  toggle,
  yesNo,
} from "../../src/commands/declared/flags.js";
import { graph } from "../../src/commands/declared/generate.js";
import { duration } from "../../src/commands/declared/values.js";
import { recordingContext } from "../support/recording-context.js";

const said = { path: "say", summary: "say something", description: "Says something." };
const input = {
  argument: "[words...]",
  flags: {
    loud: toggle("shout"),
    echo: negation("say it once"),
    twice: yesNo("say it again"),
    voice: text("<name>", "whose"),
    pause: parsed("<duration>", duration, "between two words"),
    tone: { kind: "choice", value: "<tone>", help: "how", choices: ["high", "low"], default: "low" },
    pitch: { kind: "choice", value: "<pitch>", help: "how", choices: ["a", "c"] },
    also: list("<word>", "what else"),
  },
} as const satisfies Input;
type SayOptions = OptionsOf<typeof input>;

test("each kind of flag gives an option of its type", () => {
  expectTypeOf<Pick<SayOptions, "loud" | "echo" | "twice">>().toEqualTypeOf<{
    readonly loud?: boolean;
    readonly echo?: boolean;
    readonly twice?: boolean;
  }>();
  expectTypeOf<SayOptions["voice"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<SayOptions["pause"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<SayOptions["pitch"]>().toEqualTypeOf<"a" | "c" | undefined>();
  expectTypeOf<SayOptions["also"]>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<SayOptions["words"]>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<
    OptionsOf<{ readonly argument: "[dir]"; readonly flags: object & Input["flags"] }>["dir"]
  >().toEqualTypeOf<string | undefined>();
});

test("what has a default is always there", () => {
  expectTypeOf<SayOptions["tone"]>().toEqualTypeOf<"high" | "low">();
});

test("a command cannot read what its record does not declare", () => {
  // @ts-expect-error -- there is no flag --whisper
  const whispers = ({ whisper }: SayOptions) => ({ text: String(whisper), json: {} });
  const counts = ({ voice = 1 }: { readonly voice?: number }) => ({ text: String(voice), json: {} });
  const needs = ({ voice }: { readonly voice: string }) => ({ text: voice, json: {} });
  declare({ ...said, input, load: () => Promise.resolve(whispers) });
  // @ts-expect-error -- --voice is a text
  declare({ ...said, input, load: () => Promise.resolve(counts) });
  // @ts-expect-error -- --voice may be absent
  declare({ ...said, input, load: () => Promise.resolve(needs) });
  const contradictions = [{ option: "loud", others: ["whisper"], reason: "" }] as const;
  // @ts-expect-error -- there is no flag --whisper
  declare({ ...said, input, contradictions, load: () => Promise.resolve(whispers) });
});

test("what contradicts itself is refused before anything is loaded", async () => {
  const say = declare({
    ...said,
    input,
    contradictions: [{ option: "loud", others: ["pause", "twice"], reason: "nobody can" }],
    load: () => Promise.reject(new Error("it was loaded")),
  });
  const run = (given: SayOptions): Promise<unknown> => say.run(given, recordingContext({ cwd: "/" }));
  await expect(run({ tone: "low", loud: true, twice: true })).rejects.toMatchObject({
    code: "usage/invalid-argument",
    message: "--loud cannot be used with --twice: nobody can",
    hint: "Omit --loud or --twice.",
  });
  await expect(run({ tone: "low", loud: true, twice: false })).rejects.toThrow("it was loaded");
  await expect(run({ tone: "low", pause: 1, twice: true })).rejects.toThrow("it was loaded");
});

test("no command is declared twice, and each follows its group", () => {
  const paths = declarations.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { path } of commands) {
    const group = path.split(" ").slice(0, -1).join(" ");
    if (group !== "") expect(paths.slice(0, paths.indexOf(path))).toContain(group);
  }
});

test("no flag of a command has the name of a flag that all commands have", () => {
  const names = commands.flatMap(({ path, input: { flags } }) =>
    Object.entries(flags).map(([option, flag]) => `${path} ${longFlag(option, flag)}`),
  );
  expect(names.filter((name) => /--(?:output|directory|help)$/.test(name))).toEqual([]);
});

test("a picture that is printed cannot go with a SARIF log, and no flag is named that tsop graph does not have", () => {
  expect(graph.withoutSarif({})).toEqual({
    what: "tsop graph without --out",
    reason: "both write to stdout",
    hint: "Omit --output sarif, or name a file with --out.",
  });
  expect(graph.withoutSarif({ out: ["README.md"] })).toBeUndefined();
});
