import { describe, expect, test } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import { withoutPasswords } from "../../src/core/without-passwords.js";

describe("an address that is shown", () => {
  test.each([
    ["http://me:secret@proxy:3128", "http://…@proxy:3128"],
    ["https://token@registry.example.com/x", "https://…@registry.example.com/x"],
    ["socks5://me:s%40cret@h", "socks5://…@h"],
    ["http://me:se@cret@h:1/a@b", "http://…@h:1/a@b"],
    [
      "cannot fetch https://a:secret@b/c: HTTP 500, nor http://d:secret@e.",
      "cannot fetch https://…@b/c: HTTP 500, nor http://…@e.",
    ],
    ['"http://me:secret@h"', '"http://…@h"'],
    ["http://:secret@h", "http://…@h"],
    ["HTTPS://me:secret@h", "HTTPS://…@h"],
  ])("%s has no password", (text, shown) => {
    expect(withoutPasswords(text)).toBe(shown);
  });

  test.each([
    "https://example.com/a@b",
    "me@example.com",
    "https://h?q=a@b",
    "oci://r/x@sha256:1",
    "a://b c@d",
    "://",
    "",
  ])("%s stays as it is", (text) => {
    expect(withoutPasswords(text)).toBe(text);
  });

  test("a message of an error has none", () => {
    expect(new TsopError("cluster/unreachable", "http://me:secret@h: refused").message).toBe("http://…@h: refused");
  });
});
