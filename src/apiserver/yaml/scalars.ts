/** The values of scalars with and without a tag. Sources: sigs.k8s.io/yaml/goyaml.v2 (resolve.go, decode.go). */
import { type PlainTag, type Resolved, resolvePlain } from "../../core/resolve-plain.js";
import { YamlFault } from "./yaml-fault.js";

export type ScalarValue = Resolved["value"];

/** Returns the value of a text without quotes and without a tag. */
export function plainValue(text: string): ScalarValue {
  return resolvePlain(text, "1.1").value;
}

/** @param tag - `tag:yaml.org,2002:int`; tags that are not YAML's own have no effect */
export function taggedValue(text: string, tag: string): ScalarValue {
  const name = tag.replace(/^tag:yaml\.org,2002:/, "!!");
  if (name === "!!binary") return decodeBase64(text);
  if (!isPlainTag(name) || name === "!!str") return text;
  const { tag: found, value } = resolveFor(name, text);
  if (found === name) return value;
  if (name === "!!float" && typeof value === "bigint" && value < 2n ** 63n) return Number(value);
  throw new YamlFault(`yaml: cannot decode ${found} \`${text}\` as a ${name}`);
}

/** Resolves a text for a tag: unless the tag is a timestamp, a time is a text. */
function resolveFor(tag: PlainTag, text: string): Resolved {
  const resolved = resolvePlain(text, "1.1");
  return resolved.tag === "!!timestamp" && tag !== "!!timestamp" ? { tag: "!!str", value: text } : resolved;
}

const plainTags: readonly string[] = [
  "!!str",
  "!!int",
  "!!float",
  "!!bool",
  "!!null",
  "!!timestamp",
] satisfies readonly PlainTag[];

function isPlainTag(name: string): name is PlainTag {
  return plainTags.includes(name);
}

function decodeBase64(text: string): string {
  const digits = text.replaceAll(/[\r\n]/g, "");
  const isWhole = digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
  if (!isWhole) throw new YamlFault("yaml: !!binary value contains invalid base64 data");
  return Buffer.from(digits, "base64").toString("utf8");
}
