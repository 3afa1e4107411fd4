import { describe, expect, test } from "vitest";
import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkEnvironmentName,
  checkLabelValue,
  checkPortName,
  checkQualifiedName,
  nameIsDnsSubdomain,
} from "../../../../src/apiserver/kinds/validation/names.js";

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const key =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe("names", () => {
  test.each([
    [checkDns1123Label, "web-1", []],
    [checkDns1123Label, "Web", [label]],
    [checkDns1123Label, "a.b", ["must not contain dots"]],
    [checkDns1123Label, "a".repeat(64), ["must be no more than 63 characters"]],
    [checkDns1123Label, "", [label]],
    [checkDns1123Subdomain, "a.b-c.d", []],
    [checkDns1123Subdomain, "a..b", [subdomain]],
    [checkDns1035Label, "a1", []],
    [checkDns1035Label, "1a", [expect.stringMatching(/^a DNS-1035 label must consist/)]],
    [checkQualifiedName, "example.com/A_b", []],
    [checkQualifiedName, "/a", ["prefix part must be non-empty"]],
    [checkQualifiedName, "", ["name part must be non-empty", `name part ${key}`]],
    [
      checkQualifiedName,
      "a/b/c",
      [`a valid label key ${key} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
    ],
    [checkQualifiedName, `${"a".repeat(254)}/b`, ["prefix part must be no more than 253 bytes"]],
    [checkLabelValue, "", []],
    [checkLabelValue, "a".repeat(64), ["must be no more than 63 bytes"]],
    [checkPortName, "http-2", []],
    [
      checkPortName,
      "-A--",
      [
        "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
        "must contain at least one letter (a-z)",
        "must not contain consecutive hyphens",
        "must not begin or end with a hyphen",
      ],
    ],
    [checkEnvironmentName, "my var", []],
    [checkEnvironmentName, "", ["environment variable name must be non-empty"]],
    [
      checkEnvironmentName,
      "a=b",
      ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
    ],
  ])("%o of %j", (check, value, faults) => {
    expect(check(value)).toEqual(faults);
  });

  test("a prefix may end with a dash, for what follows it", () => {
    expect(nameIsDnsSubdomain("web-", true)).toEqual([]);
    expect(nameIsDnsSubdomain("web-", false)).toEqual([subdomain]);
  });
});
