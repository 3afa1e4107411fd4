/** Versions as OLM reads them. Source: github.com/blang/semver/v4 (Parse, ParseTolerant). */
import semver, { type SemVer } from "semver";

const number = "(?:0|[1-9]\\d{0,18})";
const strict = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** Returns whether a text is a semantic version: `1.2.3`, `1.2.3-rc.1`. */
export function isStrictVersion(text: string): boolean {
  return text.length <= 256 && strict.test(text);
}

/** Reads `1.25`, `v1.25.0` or ` 1.25 `, too. Returns undefined if the text is no version. */
export function readTolerantVersion(text: string): SemVer | undefined {
  const [, major, minor = "0", patch = "0", rest = ""] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:[-+].*)?)$/.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;
  const numbers = [major, minor, patch].map((part) => part.replace(/^0+(?=\d)/, ""));
  const full = `${numbers.join(".")}${rest}`;
  return isStrictVersion(full) ? (semver.parse(full) ?? undefined) : undefined;
}
