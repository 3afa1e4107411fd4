import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { ChangeSource } from "../../src/commands/file-changes.js";
import { planManifests } from "../../src/commands/manifests-options.js";
import { watchManifests } from "../../src/commands/watch-manifests.js";
import { TsopError } from "../../src/core/errors.js";
import { barProject, types } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { eventually } from "../support/eventually.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

const crd = "config/crd/bases/foo.abc.com_bars.yaml";
const full = "config/samples/variants/foo_v1_bar_full.yaml";
const schema = "config/schemas/foo_v1_bar.json";

/** A watch whose changes the test announces. */
function watching(files: Readonly<Record<string, string>> = barProject) {
  const cwd = tempFolder(files);
  const stop = new AbortController();
  const context = recordingContext({ cwd, signal: stop.signal });
  const ignore: (error: Error) => void = () => undefined;
  const announced = { change: (): void => undefined, error: ignore, isClosed: false };
  const source: ChangeSource = {
    open: (onChange, onError) => {
      Object.assign(announced, { change: onChange, error: onError });
      return Promise.resolve();
    },
    close: () => {
      announced.isClosed = true;
      return Promise.resolve();
    },
  };
  const { reports } = context.recording;
  const ended = watchManifests(planManifests({ watch: true }, cwd), { watch: true }, context, source);
  const reported = async (count: number): Promise<string> => {
    await eventually(() => expect(reports).toHaveLength(count));
    const last = reports[count - 1];
    return last instanceof TsopError ? `${last.code} ${last.message}` : (last?.text ?? "");
  };
  const save = (text: string): void => {
    writeFiles(cwd, { "api/v1/bar_types.ts": text });
    announced.change();
  };
  const finish = async () => {
    stop.abort("SIGINT");
    return ended;
  };
  return { cwd, context, announced, reported, save, finish, ended };
}

test("generates at once and after each change, and ends without a word", async () => {
  const { cwd, announced, reported, save, finish } = watching();
  expect(await reported(1)).toContain(`create     ${crd}`);
  save(types.replace("@minimum 1", "@minimum 2"));
  expect(await reported(2)).toBe(
    `${[crd, full, schema].map((file) => `overwrite  ${file}`).join("\n")}\n2 files are up to date`,
  );
  expect(readFileSync(path.join(cwd, crd), "utf8")).toContain("minimum: 2");
  expect(await finish()).toEqual({ text: "", json: {}, stopped: true });
  expect(announced.isClosed).toBe(true);
});

test("many changes at once are one", async () => {
  const { announced, reported, save, finish, context } = watching();
  await reported(1);
  for (let count = 0; count < 20; count++) announced.change();
  save(types.replace("@minimum 1", "@minimum 3"));
  await reported(2);
  await finish();
  expect(context.recording.reports).toHaveLength(2);
});

test("a change without effect is ignored", async () => {
  const { announced, reported, save, finish, context } = watching();
  await reported(1);
  announced.change(); // such as the one that writing the manifests is
  save(types);
  save(types.replace("@minimum 1", "@minimum 4"));
  await reported(2);
  await finish();
  expect(context.recording.reports).toHaveLength(2);
});

test("reports an error, waits for its correction, and reports that", async () => {
  const { reported, save, finish } = watching();
  await reported(1);
  save(`${types}export interface Broken {\n`);
  expect(await reported(2)).toContain("source/syntax");
  save(types.replace("@minimum", "@minimun"));
  expect(await reported(3)).toContain("tag/unknown");
  save(types);
  expect(await reported(4)).toBe("5 files are up to date");
  await finish();
});

test("begins with sources that are wrong", async () => {
  const { reported, save, finish } = watching({ ...barProject, "api/v1/bar_types.ts": "export {" });
  expect(await reported(1)).toContain("source/syntax");
  save(types);
  expect(await reported(2)).toContain("create");
  await finish();
});

test("outlives PROJECT, but does not begin without it", async () => {
  const { cwd, announced, reported, finish } = watching();
  await reported(1);
  rmSync(path.join(cwd, "PROJECT"));
  announced.change();
  expect(await reported(2)).toContain("project/not-found");
  await finish();
  const { ended, announced: other } = watching({ "api/v1/bar_types.ts": types });
  await expect(ended).rejects.toMatchObject({ code: "project/not-found" });
  expect(other.isClosed).toBe(true);
});

test("warnings appear with the result", async () => {
  const { context, reported, save, finish } = watching();
  await reported(1);
  save(types.replace("Int32;", "number;"));
  await reported(2);
  expect(context.recording.warnings.join("\n")).toContain("type/ambiguous-number");
  await finish();
});

test.each([
  ["ENOSPC", "fs.inotify.max_user_watches"],
  ["EIO", "CHOKIDAR_USEPOLLING=1"],
])("files that cannot be watched (%s) end it, with what to do", async (code, advice) => {
  const { announced, reported, ended } = watching();
  await reported(1);
  announced.error(Object.assign(new Error("no more"), { code }));
  await expect(ended).rejects.toMatchObject({
    code: "files/watch-failed",
    hint: expect.stringContaining(advice) as string,
  });
  expect(announced.isClosed).toBe(true);
});
