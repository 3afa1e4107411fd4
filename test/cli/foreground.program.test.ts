import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { bundleModule } from "../support/bundle.js";
import { tempFolder } from "../support/temp-folder.js";

/** Says "ready", says "SIGTERM" or "SIGINT" for each signal it gets, and ends with 7 at the second or when its time is up. */
const program = `
let count = 0;
for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => {
  console.log(name);
  if (process.argv[2] === "stubborn" ? ++count === 2 : true) process.exit(7);
});
setInterval(() => {}, 1000);
console.log("ready");
`;

const runner = `
import { runInForeground } from "./foreground.mjs";
const code = await runInForeground(process.execPath, [...process.argv.slice(2)], { cwd: process.cwd(), env: process.env });
console.log("code " + code);
`;

const cwd = tempFolder({ "program.mjs": program, "runner.mjs": runner });
beforeAll(() => bundleModule("src/cli/foreground.ts", cwd));

/** Collects what a process and its children print; `said` waits until a text has come. */
function listen(child: ChildProcess): { said(text: string): Promise<string> } {
  let output = "";
  const waiting = new Set<() => void>();
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    for (const check of waiting) check();
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    said: (text) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!output.includes(text)) return;
          waiting.delete(check);
          resolve(output);
        };
        waiting.add(check);
        check();
      }),
  };
}

test("a signal reaches the program once, and its exit code comes back", async () => {
  const child = spawn(process.execPath, ["runner.mjs", "program.mjs"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const output = listen(child);
  await output.said("ready");
  child.kill("SIGTERM");
  expect(await output.said("code")).toBe("ready\nSIGTERM\ncode 7\n");
});

test("a second signal is passed on too", async () => {
  const args = ["runner.mjs", "program.mjs", "stubborn"];
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const output = listen(child);
  await output.said("ready");
  child.kill("SIGTERM");
  await output.said("SIGTERM");
  child.kill("SIGINT");
  expect(await output.said("code")).toBe("ready\nSIGTERM\nSIGINT\ncode 7\n");
});

test("when the shell that started us is gone, the program is told to end", async () => {
  const script = `"${process.execPath}" runner.mjs program.mjs; true`;
  const shell = spawn("sh", ["-c", script], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const output = listen(shell);
  await output.said("ready");
  shell.kill("SIGKILL");
  expect(await output.said("code")).toBe("ready\nSIGTERM\ncode 7\n");
});

test("a program that is not there is an error", async () => {
  writeFileSync(
    path.join(cwd, "missing.mjs"),
    `import { runInForeground } from "./foreground.mjs";
     await runInForeground("./no-such-program", [], { cwd: ".", env: {} }).catch((error) => console.log(error.code));`,
  );
  const child = spawn(process.execPath, ["missing.mjs"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  expect(await listen(child).said("\n")).toBe("ENOENT\n");
});
