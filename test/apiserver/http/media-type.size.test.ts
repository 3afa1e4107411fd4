import { test } from "vitest";
import { acceptedTypes, negotiate, parseMediaType } from "../../../src/apiserver/http/media-type.js";
import { expectLinear } from "../../support/expect-linear.js";

test.each<[string, (n: number) => string]>([
  ["parameters", (n) => "a/b" + ";a=b".repeat(n) + "!?"],
  ["blanks", (n) => `a/b${" ".repeat(n)}x`],
  ["blanks behind a semicolon", (n) => `a/b;${" ".repeat(n)}`],
  ["blanks before and behind semicolons", (n) => "a/b" + " ;  ".repeat(n) + "x"],
  ["blanks in a parameter", (n) => `a/b;a${" ".repeat(n)}b`],
  ["escapes", (n) => `a/b;a="${"\\a".repeat(n)}`],
  ["quotes", (n) => `a/b${';a="b"'.repeat(n)};`],
  ["slashes", (n) => "a/".repeat(n)],
])("a media type is read in time that grows with its length: %s", (_, text) => {
  expectLinear(text, parseMediaType);
});

test.each<[string, (n: number) => string]>([
  ["types", (n) => "a/b,".repeat(n)],
  ["qualities", (n) => Array.from({ length: n }, (_, index) => `a/b;q=0.${index}`).join(",")],
  ["parameters", (n) => `application/json${";a=b".repeat(n)};as=Nothing`],
  ["names of an object's own", (n) => `application/json${";__proto__=a;constructor=b".repeat(n)}`],
])("what a client accepts is read in time that grows with its length: %s", (_, text) => {
  expectLinear(text, acceptedTypes);
  expectLinear(text, (accept) => negotiate(accept, { views: ["table"], hasProtobuf: true }, false));
});
