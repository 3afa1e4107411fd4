/** Changes the licence of a project: the header of its sources, LICENSE, and package.json. */
import { isJsonObject, type UnknownObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import {
  asComment,
  boilerplateFile,
  headerOf,
  type License,
  type LicenseChoice,
  licenseHeader,
  licenses,
  licenseText,
  spdx,
} from "./license.js";
import { listFiles, readOwnText } from "./move/project-files.js";
import { indentOf } from "./package-json.js";
import type { Placement } from "./placement.js";
import type { Templates } from "./templates.js";

/** The new licence. Undefined keeps the present one. */
export interface LicenseChange {
  readonly license: License | undefined;
  readonly owner: string | undefined;
  /** The text of `--license-file`. */
  readonly customHeader: string | undefined;
  /** The year of a header that has none yet. */
  readonly thisYear: number;
  /** Whether to replace other headers, and to add missing ones. */
  readonly force: boolean;
}

/** @returns the sources whose header stays, because it is not the project's header */
export function placeLicenseChange(placement: Placement, change: LicenseChange): readonly string[] {
  const { tree, templates } = placement;
  const present = asComment(tree.read(boilerplateFile) ?? "");
  const known = readChoice(present, change.thisYear, templates);
  const { license = known?.license, customHeader, owner = known?.owner } = change;
  if (license === undefined && customHeader === undefined) {
    placement.refuse(
      "scaffold/collision",
      `${boilerplateFile} is not a header of tsop, so tsop cannot put the owner into it`,
      {
        file: boilerplateFile,
        hint: "Also pass --license or --license-file, or write the owner into the file.",
      },
    );
    return [];
  }
  const choice: LicenseChoice = {
    ...{ license: license ?? "none", owner, customHeader },
    year: known?.year ?? change.thisYear,
  };
  const header = licenseHeader(choice, templates);
  placement.change(boilerplateFile, header === "" ? "" : `${header}\n`);
  placeLicenseText(placement, known, choice, change);
  placePackage(placement, known, choice, change);
  return placeHeaders(placement, present, header, change.force);
}

/** Returns the choice that a header follows from; undefined for a header that a user has written. */
function readChoice(header: string, thisYear: number, templates: Templates): LicenseChoice | undefined {
  if (header === "") return { license: "none", owner: undefined, year: thisYear, customHeader: undefined };
  const [, year = "", owner] = /^\/\*\nCopyright (\d{4})(?: ([^\n]+))?\n/.exec(header) ?? [];
  const choices = licenses.map((license) => ({ license, owner, year: Number(year), customHeader: undefined }));
  return choices.find((choice) => licenseHeader(choice, templates) === header);
}

function placeHeaders(placement: Placement, old: string, header: string, force: boolean): readonly string[] {
  const { tree } = placement;
  const left: string[] = [];
  for (const file of listFiles(tree)) {
    if (!/\.[mc]?tsx?$/.test(file) || /\.(?:config|d)\.[mc]?ts$/.test(file)) continue;
    const text = readOwnText(tree, file)?.replaceAll("\r\n", "\n");
    if (text === undefined) continue;
    const body = bodyBelow(text, { old, header, force });
    if (body === undefined) left.push(file);
    else placement.change(file, headerOf(header) + body);
  }
  return left;
}

/** Returns the source without its header; undefined if the header is not the project's. */
function bodyBelow(
  text: string,
  { old, header, force }: { readonly old: string; readonly header: string; readonly force: boolean },
): string | undefined {
  for (const own of [header, old]) {
    if (own !== "" && text.startsWith(`${own}\n`)) return text.slice(own.length).replace(/^\n+/, "");
  }
  const other = licenseComment(text);
  if (other === "") return old === "" || force ? text : undefined;
  return force ? text.slice(other.length).replace(/^\n+/, "") : undefined;
}

/** Returns the comment at the start of a source, if it is about a licence. */
function licenseComment(text: string): string {
  const [comment = ""] = /^\/\*[^]*?\*\/|^(?:\/\/.*\n)+/.exec(text.slice(0, 20_000)) ?? [];
  return /copyright|licen[cs]e|SPDX/i.test(comment) ? comment : "";
}

function placeLicenseText(
  placement: Placement,
  known: LicenseChoice | undefined,
  choice: LicenseChoice,
  { license, force }: LicenseChange,
): void {
  const { tree, templates } = placement;
  const file = tree.list(".").find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name)) ?? "LICENSE";
  const present = tree.read(file);
  const wanted = licenseText(choice, templates);
  const isOwn = known !== undefined && present === licenseText(known, templates);
  if (present === wanted || (present === undefined && license === undefined)) return;
  if (present !== undefined && !isOwn && !force) placement.kept.push(file);
  else if (wanted !== undefined) placement.change(file, wanted);
  else tree.delete(file);
}

/** Changes `license` and `author` of package.json, if they are the values of the previous choice. */
function placePackage(
  placement: Placement,
  known: LicenseChoice | undefined,
  choice: LicenseChoice,
  { license, owner, force }: LicenseChange,
): void {
  const file = "package.json";
  const text = placement.tree.read(file);
  const value = readJson((text ?? "").replace(/^\uFEFF/, ""));
  if (text === undefined || !isJsonObject(value)) return;
  const set = (key: string, old: string | undefined, wanted: string | undefined): UnknownObject => {
    if (!force && value[key] !== undefined && value[key] !== old) return {};
    return { [key]: wanted };
  };
  const changed = withFields(value, {
    ...(license === undefined ? {} : set("license", known && spdx[known.license], spdx[choice.license])),
    ...(owner === undefined ? {} : set("author", known?.owner, choice.owner)),
  });
  if (JSON.stringify(changed) === JSON.stringify(value)) return;
  placement.change(file, JSON.stringify(changed, null, indentOf(text)) + text.slice(text.trimEnd().length));
}

/** Sets fields in their place. New fields follow the first fields of a package, as in the scaffold. */
function withFields(value: UnknownObject, fields: UnknownObject): UnknownObject {
  const entries = Object.entries(value);
  const isFirst = ([key]: [string, unknown]): boolean =>
    ["name", "version", "description", "private", "license"].includes(key);
  for (const [key, wanted] of Object.entries(fields)) {
    const at = entries.findIndex(([each]) => each === key);
    if (at !== -1) entries.splice(at, 1, [key, wanted]);
    else entries.splice(entries.findLastIndex(isFirst) + 1, 0, [key, wanted]);
  }
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}
