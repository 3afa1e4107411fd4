import { expect, test } from "vitest";
import { reasonOf } from "../../bench/harness/go-programs.js";

test.each([
  [
    "go: downloading a v1\ngo: a@v1 requires go >= 9.9 (running go 1.26)\nmore\n",
    "go: a@v1 requires go >= 9.9 (running go 1.26)",
  ],
  [
    "go: a@v1: reading https://some.proxy/a/@v/list: 403 Forbidden\n",
    "go: a@v1: reading the module proxy: 403 Forbidden",
  ],
  ["go: see http://some.proxy:80/a", "go: see the module proxy"],
  ["spawnSync go ENOENT", "spawnSync go ENOENT"],
  ["go: downloading a v1\n", "Go does not say why"],
  ["", "Go does not say why"],
])("of %j the row says %j", (text, reason) => {
  expect(reasonOf(text)).toBe(reason);
});
