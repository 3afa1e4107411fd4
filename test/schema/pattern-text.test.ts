import { describe, expect, test } from "vitest";
import { textsOfPattern } from "../../src/schema/pattern-text.js";
import { Patterns } from "../../src/schema/patterns.js";

const patterns = new Patterns();

function matching(pattern: string, minLength = 0, maxLength = Infinity): string[] {
  const matches = patterns.compile(pattern);
  if (typeof matches !== "function") throw new Error(matches.fault);
  return [...textsOfPattern(patterns, pattern, { minLength })].filter((text) => {
    const length = Array.from(text).length;
    return matches(text) && length >= minLength && length <= maxLength;
  });
}

describe("a text of a pattern", () => {
  test.each([
    ["^[a-z]+$", "e"],
    ["^zz[0-9]{7}Q$", "zz1111111Q"],
    ["^(Retain|Delete)$", "Retain"],
    ["^v\\d+\\.\\d+$", "v1.1"],
    ["^a{2,}b?$", "aa"],
    ["^[^a-z]$", "1"],
    ["^[]x]$", "x"],
    ["^[^]x]$", "e"],
    ["^[[:upper:]][[:^upper:]]$", "Ax"],
    ["^\\pL\\p{Greek}\\PL$", "eα1"],
    ["^\\x{1F600}\\x41\\101\\t$", "😀AA\t"],
    ["^\\Qa.b*\\E$", "a.b*"],
    ["\\Ax(?:y|z)\\z", "xy"],
    ["(?i)^abc$", "abc"],
    ["^(?i:ABC)d$", "ABCd"],
    ["^(?P<first>a)(?<second>b)$", "ab"],
    ["^a|b$", "a"],
    ["^()$", ""],
    ["^{x}$", "{x}"],
    ["^a{,3}$", "a{,3}"],
    ["^(a*)*b$", "b"],
    ["^[\\w.-]+@[\\w-]+\\.com$", "e@x.com"],
    ["^.$", "e"],
    ["^漢+?$", "漢"],
    ["x", "x"],
  ])("%s is %j", (pattern, text) => {
    expect(matching(pattern)[0]).toBe(text);
  });

  test.each([
    ["^[a-z]([-a-z0-9]*[a-z0-9])?$", 12, 12],
    ["^([a-z]+\\.)+[a-z]{2}$", 20, 22],
    ["abc", 9, 10],
    ["^[0-9a-f]+$", 64, 64],
    ["^(a|bb){2,9}$", 11, 11],
  ])("%s can have %i to %i characters", (pattern, least, most) => {
    expect(matching(pattern, least, most)).not.toEqual([]);
  });

  test("is another each time", () => {
    expect(new Set(matching("^[a-c]$"))).toEqual(new Set(["a", "b", "c"]));
    expect(new Set(matching("^(x|y)[01]$"))).toEqual(new Set(["x1", "x0", "y1", "y0"]));
    expect(new Set(matching("^n-[a-z]+$")).size).toBeGreaterThan(20);
  });

  test("is the same in every run", () => {
    expect(matching("^(a|b|[c-x]{3})\\w*$")).toEqual(matching("^(a|b|[c-x]{3})\\w*$"));
  });

  test.each(["(", "[", "a)", "*", "\\", "x{2}{3}{", "(?", "[\\", "(?P<a"])(
    "there may be none, but no fault, where a pattern is as broken as %s",
    (pattern) => {
      expect(() => [...textsOfPattern(patterns, pattern, { minLength: 3 })]).not.toThrow();
    },
  );

  test.each(["^\\b\\B$", "^a^b$", "[^\\x{0}-\\x{10FFFF}]"])("there is none of %s, which nothing matches", (pattern) => {
    expect(matching(pattern)).toEqual([]);
  });

  test("does not grow beyond measure", () => {
    const lengths = [...textsOfPattern(patterns, "^((((a{9}){99}){99}){99})$", { minLength: 0 })].map(
      (text) => text.length,
    );
    expect(Math.max(0, ...lengths)).toBeLessThan(6000);
    expect([...textsOfPattern(patterns, "^a*$", { minLength: 2 ** 40 })]).toEqual([]);
  });

  // As they are in CRDs of cert-manager, kueue, the Gateway API, Cilium, Prometheus and Istio.
  test.each([
    "^([0-9]+(\\.[0-9]+)?(s|m|h))+$",
    "^(?i)[a-z]([-a-z0-9]*[a-z0-9])?$",
    "^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
    "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
    "^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
    "^(?:[-A-Za-z0-9/._~!$&'()*+,;=:]|[%][0-9a-fA-F]{2})+$",
    "^[A-Za-z0-9!#$%&'*+\\-.^_\\x60|~]+$",
    "^(0|(([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?))$",
    "(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$",
    "^(\\d{1,3}\\.){3}\\d{1,3}/\\d{1,2}$",
    "^(([^:/?#]+):)(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?",
    "^arn:aws(-cn|-us-gov)?:iam::[0-9]{12}:role/.*$",
    "^sha256:[a-f0-9]{64}$",
    "^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$",
    "^((100|[1-9]?[0-9])%|[0-9]+)$",
    "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$",
  ])("is found for %s", (pattern) => {
    expect(matching(pattern, 1)).not.toEqual([]);
  });
});
