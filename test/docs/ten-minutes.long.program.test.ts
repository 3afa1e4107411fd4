/** Follows docs/start/ten-minutes.md: its commands, its edits, and the output that it shows. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { createLiveClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { unstructured } from "../../src/kube/objects.js";
import { startTsop, tsopProgram } from "../support/dev-process.js";
import { succeed } from "../support/shell.js";
import { eventually } from "../support/eventually.js";
import { tempFolder } from "../support/temp-folder.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const pageFile = path.join(checkout, "docs/start/ten-minutes.md");
const page = readFileSync(pageFile, "utf8");
const key = { namespace: "default", name: "bar-sample" };
const Bar = unstructured("foo.abc.com/v1", "Bar");
const ConfigMap = unstructured("v1", "ConfigMap");

/** The fenced blocks of a section, without the commands in them. */
function fences(section: string, language: string): string[] {
  const [, text = ""] = new RegExp(`^## ${section}\\n([^]*?)(?=^## |$(?![^]))`, "m").exec(page) ?? [];
  const found = [...text.matchAll(new RegExp("```" + language + "\\n([^]*?)```", "g"))].map(([, code = ""]) => code);
  if (found.length === 0) throw new Error(`no ${language} in section ${section}`);
  return found;
}

/** The arguments of `tsop` in the commands of a section. */
function commandsOf(section: string): string[][] {
  const lines = fences(section, "console").join("").split("\n");
  return lines.flatMap((line) => {
    const [, args] = /^\$ npx (?:--yes --package \S+ tsop|tsop) (.*)$/.exec(line) ?? [];
    return args === undefined ? [] : [args.split(" ")];
  });
}

/**
 * Returns output without what differs from run to run. Lines of the operator and of tsop may change places, two changes may
 * cause one run or two, and the sample may exist before the operator lists it or after.
 */
function comparable(output: string): string[] {
  const plain = output
    .replaceAll(/^\d\d:\d\d:\d\d\.\d{3}/gm, "TIME")
    .replaceAll("initial list: Bar", "Bar created")
    .replaceAll(/node=v[\d.]+/g, "VERSION")
    .replaceAll(/127\.0\.0\.1:\d+/g, "ADDRESS")
    .replaceAll(/\d+(?:\.\d+)? m?s\b/g, "DURATION")
    .replaceAll(/"?\d{4}-\d\d-\d\dT[\d:]+Z"?/g, "DATE");
  const lines = plain.trimEnd().split("\n").flatMap(perCause);
  return [...new Set(lines)].toSorted();
}

/** Returns the line of a run once for each of its causes. */
function perCause(line: string): string[] {
  const [, run = "", causes] = /^(.* reconciled in DURATION) +\((.*)\)$/.exec(line) ?? [];
  return causes === undefined ? [line] : causes.split("; ").map((cause) => `${run} ${cause}`);
}

/** Compares output with the last block of a section, which shows it. */
function expectShown(section: string, output: string): void {
  const block = fences(section, "console").at(-1) ?? "";
  const commands = /^(?:\$ .*\n)*/.exec(block)?.[0] ?? "";
  if (process.env["UPDATE_GOLDEN"] !== undefined) {
    writeFileSync(
      pageFile,
      readFileSync(pageFile, "utf8").replace(block, () => commands + output),
    );
  } else {
    expect(comparable(output)).toEqual(comparable(block.slice(commands.length)));
  }
}

test("a reader who follows the page sees what it shows", async () => {
  const folder = path.join(tempFolder(), "operator-demo");
  mkdirSync(path.join(folder, "node_modules"), { recursive: true });
  symlinkSync(checkout, path.join(folder, "node_modules/tsop"), "junction");
  const [init = []] = commandsOf("1. Create the project");
  const [createApi = []] = commandsOf("2. Add a kind");
  await succeed(process.execPath, [tsopProgram, ...init, "--no-install"], { cwd: folder });
  await succeed(process.execPath, [tsopProgram, ...createApi], { cwd: folder });
  const edit = (file: string, change: (text: string) => string): void => {
    const place = path.join(folder, file);
    const text = readFileSync(place, "utf8");
    const changed = change(text);
    expect(changed, file).not.toBe(text);
    writeFileSync(place, changed);
  };

  const dev = startTsop(folder, ["dev"]);
  let read = 0;
  /** A reader looks at the output before the next step: until no line has come for longer than tsop counts equal lines. */
  const silence = async (): Promise<void> => {
    let before = { length: -1, at: 0 };
    await eventually(() => {
      if (dev.output.length !== before.length) before = { length: dev.output.length, at: performance.now() };
      expect(performance.now() - before.at).toBeGreaterThan(1_500);
    });
  };
  /** Waits for the last line of a step, and returns the output of the step. */
  const step = async (last: RegExp): Promise<string> => {
    await eventually(() => expect(dev.output.slice(read)).toMatch(last));
    await silence();
    const output = dev.output.slice(read).replaceAll(folder, "/home/me/operator-demo");
    read = dev.output.length;
    return output;
  };

  expectShown("3. Run it", await step(/first reconcile .*\n/));

  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: path.join(folder, ".tsop/kubeconfig") }));
  try {
    const { spec, status } = await client.getOrThrow(Bar, key);
    const text = stringify({ spec, status }, { indentSeq: false, sortMapEntries: true });
    expectShown("4. Look at the object", `…\n${text.replace(/Time: (\S+)/, 'Time: "$1"')}`);

    const [imports = "", logic = "", setup = ""] = fences("5. Give it something to do", "ts");
    edit(
      "controllers/bar_controller.ts",
      (text) =>
        imports +
        text
          .replace(/ {4}\/\/ YOUR LOGIC GOES HERE[^]*?\n\n/, `${logic}\n`)
          .replace(/ {4}manager\.controller\(.*\n/, setup),
    );
    expectShown("5. Give it something to do", await step(/first reconcile .*\n/));
    expect(await client.getOrThrow(ConfigMap, key)).toMatchObject({ data: { replicas: "1" } });

    const sample = "config/samples/foo_v1_bar.yaml";
    edit(sample, (text) => text.replace(/replicas: \d+/, "replicas: 3"));
    expectShown("6. Change the object", await step(/ConfigMap .*changed\)\n/));
    expect(await client.getOrThrow(ConfigMap, key)).toMatchObject({ data: { replicas: "3" } });

    await client.delete(ConfigMap, key);
    expectShown("7. Delete the ConfigMap", await step(/ConfigMap .*created\)\n/));

    edit(sample, (text) => text.replace("replicas: 3", "replicas: 11"));
    expectShown("8. Break a rule", await step(/11[^]*\n/));
  } finally {
    client.close();
  }
  expect(await dev.end("SIGINT")).toBe(130);
});
