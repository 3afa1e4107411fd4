/**
 * Functions that read texts of clients: their time grows in proportion to the length, and they reject invalid texts with a
 * message.
 */
import { describe, expect, test } from "vitest";
import { doesPathMatch } from "../../src/apiserver/authorization/rule-matches.js";
import { caBundleFault } from "../../src/apiserver/custom-resources/definition/conversion-rules.js";
import { parsePath } from "../../src/apiserver/custom-resources/json-path/parse.js";
import { parseContinueToken } from "../../src/apiserver/endpoints/continue-token.js";
import { readRequestInfo } from "../../src/apiserver/http/request-info.js";
import { checkTimeout } from "../../src/apiserver/http/request-timeout.js";
import { parseRequestUrl } from "../../src/apiserver/http/request-url.js";
import { unreadableRefusal } from "../../src/apiserver/http/unreadable.js";
import { findScheduleFault } from "../../src/apiserver/kinds/batch/cron-schedule.js";
import type { ServedResource } from "../../src/apiserver/resource.js";
import { parseFieldSelector } from "../../src/apiserver/selectors/field-selector.js";
import { parseLabelSelector } from "../../src/apiserver/selectors/label-selector.js";
import { canonicalQuantity } from "../../src/apiserver/types/quantity-text.js";
import { plainDouble } from "../../src/cel/read-number.js";
import { parseDuration, parseFormatDuration, parseTimestamp } from "../../src/cel/times.js";
import { tokenize } from "../../src/cel/tokens.js";
import { isValidFormat } from "../../src/schema/formats.js";
import { expectLinear } from "../support/expect-linear.js";

const infoOf = (target: string): unknown => readRequestInfo("GET", parseRequestUrl(target));
const timeoutOf = (text: string): unknown =>
  checkTimeout(readRequestInfo("GET", parseRequestUrl("/api/v1/pods")), new URLSearchParams({ timeout: text }));
// The only parts that the function reads.
const resource = { selectableFields: new Map(), strategy: {} } as unknown as ServedResource;

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "the target of a request": infoOf,
  "a timeout": timeoutOf,
  "a continue token": parseContinueToken,
  "a field selector": (text) => parseFieldSelector(text, resource),
  "a label selector": parseLabelSelector,
  "what is no HTTP": (text) =>
    unreadableRefusal({
      ...{ name: "Error", message: "", code: "HPE_INVALID_HEADER_TOKEN" },
      rawPacket: Buffer.from(text, "latin1"),
    }),
  "a path of a rule": (text) => doesPathMatch(text, "/"),
  "a bundle of certificates": (text) => caBundleFault(Buffer.from(text).toString("base64")),
  "a JSONPath": parsePath,
  "a filter of a JSONPath": (text) => parsePath(`.a[?(@.b==${text})]`),
  "a schedule": findScheduleFault,
  "a quantity": canonicalQuantity,
  "a double": plainDouble,
  "a duration": parseDuration,
  "the format duration": parseFormatDuration,
  "a timestamp": parseTimestamp,
  "an expression": tokenize,
  "an address of mail in a sample": (text) => isValidFormat(text, "email"),
};

/** Parts to repeat; each text ends with a character that makes the match fail. */
const repeated: readonly string[] = [
  ..."/ . , ; : = ! ? & % + - * ( ) [ ] { } < > @ ' \" \\ # | ~ a 0 1".split(" "),
  ...[" ", "\n", "\r", "\t", "é", "a=b,", "a in (b),", "!=", "%41", "/a", "//a", "(a", "1h", "1.", ".1", "\\,", "in ("],
  "-----BEGIN CERTIFICATE-----\n",
  "TZ=a ",
];

function timeOf(read: (text: string) => unknown, text: string): number {
  const began = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

describe.each(Object.entries(readers))("%s is read in time that grows with its length", (_, read) => {
  test.each(repeated)("of %j", (part) => {
    for (const [start = "", end = ""] of [
      ["", "!"],
      ["/api/v1/", " "],
      ["1", "\u0000"],
    ]) {
      const makeText = (size: number): string => start + part.repeat(size / part.length) + end;
      let before = 5;
      for (const size of [2_000, 8_000, 32_000, 128_000]) {
        const taken = timeOf(read, makeText(size));
        // A busy machine can cause this, too: measure more carefully.
        if (taken > 100 && taken > 8 * before) expectLinear(makeText, read, { from: 100 });
        before = Math.max(taken, 5);
      }
    }
  });
});

test("a target of slashes alone, as long as a head may be, is read at once", () => {
  expectLinear((size) => `/api/${"/".repeat(size)}x`, infoOf, { upTo: 1_000_000 });
  expect(() => infoOf(`/api${"/".repeat(1_000_000)}x`)).not.toThrow();
});
