/**
 * Makes the transcripts of two runs comparable: values that differ between runs get names. Equal values get equal names, so that
 * a transcript shows which uids or resource versions are the same.
 */
import { isJsonObject } from "../../../src/core/json.js";
import { hideCollectionVersions } from "./collection-versions.js";
import type { Step, Transcript } from "./transcript.js";

export interface NormaliseOptions {
  readonly ns: string;
  readonly id: string;
  /** The URL of the server: `https://127.0.0.1:6443`. */
  readonly url: string;
  /** The approximate time of the transcript in ms: only times near to it are hidden. */
  readonly now: number;
}

interface Names {
  readonly uids: ReadonlyMap<string, string>;
  /** Numbered by value: a transcript shows which of two versions is newer. */
  readonly versions: ReadonlyMap<string, string>;
  readonly generated: ReadonlyMap<string, string>;
}

const uidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const jwtPattern = /eyJ[\w-]{20,}\.[\w-]+\.[\w-]+/g;
const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\n?/g;
/** Matches versions in an object that a message quotes, or in the text of a stream. */
const quotedVersionPattern = /(?<=resourceVersion\\?"?: ?\\?")(\d+)/g;
/** Matches versions in a request line; a number with few digits or very many comes from the case itself. */
const askedVersionPattern = /(?<=resourceVersion(?:=|%3D))(\d{2,9})\b/g;
const agePattern = /^\d{1,2}s$/;
/** Matches generated names in objects that do not keep their generateName. */
const generatedPattern = /(?<=\$ns-|\$id-|(?:^|")(?:A_|-a-|a\.|a\.b-)|a{20})[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g;
const nearMs = 36 * 3_600_000;
const buildKeys = new Set(["goVersion", "platform", "buildDate", "gitCommit", "gitTreeState", "compiler"]);
const addressKeys = new Set(["clusterIP", "clusterIPs"]);
const portKeys = new Set(["nodePort", "healthCheckNodePort"]);

export function normalise(transcript: Transcript, options: NormaliseOptions): Transcript {
  const masked = hideCollectionVersions(transcript) as Transcript;
  const names = collectNames(masked);
  return masked.map((step) => normaliseValue(step, "", names, options) as Step);
}

function collectNames(transcript: Transcript): Names {
  const uids = new Map<string, string>();
  const versions = new Set<string>();
  const generated = new Map<string, string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "string") {
      for (const [uid] of value.matchAll(uidPattern)) if (!uids.has(uid)) uids.set(uid, `$uid${uids.size + 1}`);
      if (key === "resourceVersion" && /^\d+$/.test(value)) versions.add(value);
      for (const [, version] of value.matchAll(quotedVersionPattern)) versions.add(version!);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, "");
    } else if (isJsonObject(value)) {
      const hidden = generatedName(value, generated.size + 1);
      if (hidden !== undefined && !generated.has(hidden.name)) generated.set(hidden.name, hidden.shown);
      for (const each of Object.keys(value).sort()) visit(value[each], each);
    }
  };
  for (const step of transcript) visit(step.body ?? step.events, "");
  const sorted = [...versions].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  return { uids, generated, versions: new Map(sorted.map((version, index) => [version, `$rv${index + 1}`])) };
}

function generatedName(metadata: Record<string, unknown>, index: number): { name: string; shown: string } | undefined {
  const { name, generateName } = metadata;
  if (typeof name !== "string" || typeof generateName !== "string") return undefined;
  const start = name.slice(0, -5);
  if (!generateName.startsWith(start) || !/[a-z0-9]{5}$/.test(name)) return undefined;
  return { name, shown: `${start}$gen${index}` };
}

function normaliseValue(value: unknown, key: string, names: Names, options: NormaliseOptions): unknown {
  if (typeof value === "string") return normaliseText(value, key, names, options);
  if (typeof value === "number") return portKeys.has(key) && value >= 30_000 && value <= 32_767 ? "$port" : value;
  if (Array.isArray(value)) return value.map((item) => normaliseValue(item, key, names, options));
  if (!isJsonObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((each) => [normaliseText(each, "", names, options), normaliseValue(value[each], each, names, options)]);
  return Object.fromEntries(entries);
}

function normaliseText(text: string, key: string, names: Names, { ns, id, url, now }: NormaliseOptions): string {
  const versionName = (version: string): string => names.versions.get(version) ?? version;
  if (key === "resourceVersion") return versionName(text);
  if (key === "continue" && text !== "") return "$continue";
  if (key === "etag" || key === "if-none-match") return "$etag";
  if (key === "serverAddress") return "$server";
  if (agePattern.test(text)) return "$age";
  if (buildKeys.has(key)) return "$build";
  if (addressKeys.has(key) && /^\d/.test(text)) return "$address";
  let result = text
    .replaceAll(ns, "$$ns")
    .replaceAll(id, "$$id")
    .replaceAll(generatedPattern, "$$gen")
    .replaceAll(url.replace("https://", ""), "$$server")
    .replaceAll(uidPattern, (uid) => names.uids.get(uid) ?? "$uid")
    .replaceAll(jwtPattern, "$$jwt")
    .replaceAll(certificatePattern, "$$certificate")
    .replaceAll(timePattern, (time: string, fraction: string | undefined) => {
      if (Math.abs(Date.parse(time) - now) > nearMs) return time;
      return fraction === undefined ? "$time" : "$microTime";
    })
    .replaceAll(/continue=[\w%-]{20,}/g, "continue=$$continue")
    .replaceAll(quotedVersionPattern, versionName)
    .replaceAll(askedVersionPattern, "$$asked")
    .replaceAll(/(too old resource version: \S+ \()\d+/g, "$1$$current")
    .replaceAll(/(, current: )\d+/g, "$1$$current")
    .replaceAll(/( revision=)\d+/g, "$1$$rv")
    .replaceAll(/(ResourceVersion in (?:object meta: |record \())(\d+)/g, (_, start: string) => `${start}$rv`);
  for (const [name, hidden] of names.generated) result = result.replaceAll(name, () => hidden);
  return result;
}
