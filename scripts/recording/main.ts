/**
 * Records `tsop dev` in a terminal and draws docs/pictures/dev.svg: `npm run docs:recording`. It scaffolds an operator,
 * starts it on the embedded API server, saves a type with a typing mistake in a tag, corrects the mistake, and stops. It
 * needs `script` of util-linux, which provides the terminal.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { bin, checkout, linkCheckout, runTsop } from "../demo-project.js";
import { drawTerminal, type ScreenLine } from "./svg.js";

const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-recording-"));
const project = path.join(folder, "operator-demo");
const types = path.join(project, "api/v1/bar_types.ts");

/** The steps of the recording: when a line matches, the change is saved, and the screen shows the comment. */
const steps: readonly {
  readonly after: RegExp;
  readonly comment: string;
  readonly change: (text: string) => string;
}[] = [
  {
    after: /status changed/,
    comment: "# save api/v1/bar_types.ts with a typing mistake: @minimun",
    change: (text) => text.replace("@minimum", "@minimun"),
  },
  {
    after: /waiting for the next save/,
    comment: "# correct it, and save",
    change: (text) => text.replace("@minimun", "@minimum"),
  },
];

try {
  scaffold();
  const lines = await record();
  writeFileSync(path.join(checkout, "docs/pictures/dev.svg"), drawTerminal("A terminal that runs npm run dev", lines));
  process.stdout.write(`${lines.map(({ text }) => text).join("\n")}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function scaffold(): void {
  tsop("init", project, "--domain", "abc.com", "--license", "none", "--no-install");
  linkCheckout(project);
  tsop("-C", project, "create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar");
}

async function record(): Promise<ScreenLine[]> {
  const start = Date.now();
  const lines: ScreenLine[] = [{ text: "$ npm run dev", at: 0 }];
  const show = (text: string): void => void lines.push({ text, at: Date.now() - start });
  const command = `${process.execPath} ${bin} -C ${project} dev`;
  const running = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, COLUMNS: "110" },
  });
  const ended = new Promise<number | null>((resolve) => running.once("close", resolve));
  const giveUp = setTimeout(() => running.kill("SIGTERM"), 120_000);
  let next = 0;
  for await (const line of createInterface({ input: running.stdout })) {
    show(line.replaceAll(project, "~/operator-demo").trimEnd());
    const step = steps[next];
    if (step?.after.test(line) === true) {
      next += 1;
      show(`\x1b[34m${step.comment}\x1b[39m`);
      writeFileSync(types, step.change(readFileSync(types, "utf8")));
    } else if (next === steps.length && /sources are/.test(line)) {
      running.stdin.write("\x03"); // Ctrl-C
    }
  }
  clearTimeout(giveUp);
  await ended;
  if (next < steps.length) {
    throw new Error(`the run ended early:\n${lines.map(({ text }) => text).join("\n")}`);
  }
  return lines;
}

function tsop(...args: readonly string[]): void {
  runTsop(args, ["ignore", "ignore", "inherit"]);
}
