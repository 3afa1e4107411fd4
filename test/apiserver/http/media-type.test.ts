import { expect, test } from "vitest";
import { parseMediaType } from "../../../src/apiserver/http/media-type.js";

// Like Go's mime.ParseMediaType.
test.each<[string, string | undefined]>([
  ["application/json", "application/json"],
  [" Application/JSON ", "application/json"],
  ["application/json;", "application/json"],
  ["application/json ; ", "application/json"],
  ["application/json;;", undefined],
  ["application/json; charset=utf-8", "application/json"],
  ['application/json; charset = "utf-8" ;', "application/json"],
  ['application/json; a="b\\"c"', "application/json"],
  ['application/json; a="b', undefined],
  ["application/json; a=", undefined],
  ["application/json; =b", undefined],
  ["application/json; a", undefined],
  ["application/json; a=b c", undefined],
  ["application/json; a=b; A=b", "application/json"],
  ['application/json; a=b; a="b"', "application/json"],
  ["application/json; a=b; a=c", undefined],
  ["application/json a=b", undefined],
  ["application/", undefined],
  ["json", undefined],
  ["", undefined],
  ["a/b/c", undefined],
  ["{a}/b", "{a}/b"],
])("the media type %j is %j", (text, expected) => {
  expect(parseMediaType(text)).toBe(expected);
});
