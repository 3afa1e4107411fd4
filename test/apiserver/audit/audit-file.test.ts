import { mkdtempSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { AuditFile } from "../../../src/apiserver/audit/audit-file.js";
import { tempFolder } from "../../support/temp-folder.js";

/** A disk that accepts as many bytes as it has space for. */
function disk(space: number) {
  const state = { space, text: "", isOpen: false };
  const files = {
    open: () => {
      state.isOpen = true;
      return 1;
    },
    write: (_: number, bytes: Buffer): number => {
      if (state.space === 0) throw new Error("ENOSPC: no space left on device, write");
      const part = bytes.subarray(0, state.space);
      state.space -= part.length;
      state.text += part.toString();
      return part.length;
    },
    close: () => void (state.isOpen = false),
  };
  return { state, files };
}

describe("an audit log in a file", () => {
  test("appends to an existing file, which only its owner can read", () => {
    const file = path.join(tempFolder(), "audit.log");
    for (const line of ["one\n", "two\n"]) {
      const log = AuditFile.open(file);
      log.write(line);
      expect(readFileSync(file, "utf8").endsWith(line)).toBe(true);
      log.close();
    }
    expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("contains each line whole and in order after a disk was full", () => {
    const { state, files } = disk(6);
    const log = AuditFile.open("audit.log", files);
    log.write("first\n");
    log.ready();
    log.write("second\n");
    log.write("third\n");
    expect(() => log.ready()).toThrow("cannot write the audit log audit.log: ENOSPC: no space left on device, write");
    state.space = 3;
    expect(() => log.ready()).toThrow("ENOSPC");
    expect(state.text).toBe("first\nsec");
    state.space = Infinity;
    log.ready();
    log.write("fourth\n");
    expect(state.text).toBe("first\nsecond\nthird\nfourth\n");
  });

  test("writes the remaining lines when it is closed", () => {
    const { state, files } = disk(0);
    const log = AuditFile.open("audit.log", files);
    log.write("late\n");
    state.space = Infinity;
    log.close();
    expect(state).toMatchObject({ text: "late\n", isOpen: false });
  });

  test("reports lines that it cannot write when it is closed, and closes the file", () => {
    const { state, files } = disk(0);
    const log = AuditFile.open("audit.log", files);
    log.write("lost\n");
    expect(() => log.close()).toThrow("cannot write the audit log");
    expect(state.isOpen).toBe(false);
  });

  test("reports a folder that does not exist", () => {
    const file = path.join(mkdtempSync(path.join(tempFolder(), "a-")), "missing", "audit.log");
    expect(() => AuditFile.open(file)).toThrow(/cannot write the audit log .*ENOENT/);
  });
});
