/**
 * The record of the last generated texts, stored beside the files. The texts are compressed, because users do not read
 * them, with one line per file, because the record is committed.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { TsopError, type TsopErrorOptions } from "../core/errors.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { isJsonObject } from "../core/json.js";

export interface GenerationRecord {
  /** The generation options that are not in the sources. */
  readonly options: Readonly<Record<string, string>>;
  /** The texts by path, relative to the folder of the record. */
  readonly files: ReadonlyMap<string, string>;
}

const version = 1;

/** @throws TsopError with `code`, for a text that {@link printRecord} has not written */
export function parseRecord(text: string, file: string, code: Diagnostic["code"]): GenerationRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value) && value["version"] === version && isJsonObject(value["files"])) {
      const files = Object.entries(value["files"]).map(([path, packed]) => {
        if (!isBelow(path)) throw new Error(`not a path below the folder: ${JSON.stringify(path)}`);
        return [path, unpack(String(packed))] as const;
      });
      const options = Object.entries(isJsonObject(value["options"]) ? value["options"] : {});
      return {
        options: Object.fromEntries(options.map(([name, each]) => [name, String(each)])),
        files: new Map(files),
      };
    }
  } catch (cause) {
    throw invalid(file, code, { cause });
  }
  throw invalid(file, code, {});
}

/**
 * @param present - the record as it is: where a file's text has not changed, neither does its line, though the packing of
 * another version of Node may differ
 */
export function printRecord({ options, files }: GenerationRecord, present: string | undefined): string {
  const before = packedFiles(present);
  const packed = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]): [string, string] => {
      const kept = before[path];
      return [path, kept !== undefined && unpack(kept) === content ? kept : pack(content)];
    });
  return `${JSON.stringify({ version, options, files: Object.fromEntries(packed) }, undefined, 2)}\n`;
}

/** Reads the compressed texts of a record that has already been parsed. */
function packedFiles(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  const { files } = JSON.parse(text) as { readonly files: Readonly<Record<string, string>> };
  return files;
}

function pack(text: string): string {
  return deflateRawSync(text, { level: 9 }).toString("base64");
}

/** The size limit of a text. No generated file is nearly as large; the limit stops decompression bombs. */
const maxFileBytes = 64 * 1024 * 1024;

function unpack(packed: string): string {
  return inflateRawSync(Buffer.from(packed, "base64"), { maxOutputLength: maxFileBytes }).toString("utf8");
}

/** Returns whether a path is below the folder. The record is a file of the repository, so its paths must not lead elsewhere. */
function isBelow(path: string): boolean {
  return !/[\\\0:]/.test(path) && path.split("/").every((part) => !["", ".", ".."].includes(part));
}

function invalid(file: string, code: Diagnostic["code"], options: TsopErrorOptions): TsopError {
  return new TsopError(code, `${file} does not contain a valid record of the generated files`, {
    at: { file },
    hint: "Restore it from version control, or delete it: tsop then treats every file that differs from the new output as edited.",
    ...options,
  });
}
