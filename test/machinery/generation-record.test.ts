import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { parseRecord, printRecord } from "../../src/machinery/generation-record.js";

const packed = (text: string): string => deflateRawSync(text).toString("base64");
const record = (files: object): string => JSON.stringify({ version: 1, options: {}, files });

test("a record is read back", () => {
  const files = new Map([["templates/a.yaml", "a"]]);
  expect(parseRecord(printRecord({ options: { image: "x" }, files }, undefined), "r", "helm/invalid-record")).toEqual({
    options: { image: "x" },
    files,
  });
});

test.each(["../../x", "/etc/x", "a/../../x", "a//b", "", ".", "a/..", "..\\x", "C:x", "a\0"])(
  "a record that names %j is refused: it could lead out of its folder",
  (file) => {
    expect(() => parseRecord(record({ [file]: packed("x") }), "r", "helm/invalid-record")).toThrow(
      expect.objectContaining({ code: "helm/invalid-record" }),
    );
  },
);

test("a record whose text was packed to be huge is refused before it is unpacked", () => {
  const bomb = deflateRawSync(Buffer.alloc(80 * 1024 * 1024)).toString("base64");
  expect(() => parseRecord(record({ a: bomb }), "r", "helm/invalid-record")).toThrow(
    expect.objectContaining({ code: "helm/invalid-record" }),
  );
});
