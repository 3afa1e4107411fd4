import { expect, test } from "vitest";
import type { ApiObject } from "../../../../src/apiserver/api-object.js";
import { withUnambiguous } from "../../../../src/apiserver/kinds/changes/unambiguous-addresses.js";
import { invalid } from "../../../../src/core/field-error.js";

const rules = withUnambiguous({}, [
  { field: "spec.hosts.ip", shown: "spec.hosts[*].ip" },
  { field: "spec.ranges", shown: "spec.ranges[*]", isNetwork: true },
]);

function objectWith(spec: ApiObject["spec"]): ApiObject {
  return { apiVersion: "v1", kind: "Thing", metadata: { name: "a" }, spec };
}

test("addresses with leading zeros, mapped addresses and networks with too many bits are refused, each at its place", () => {
  const hosts = [{ ip: "1.2.3.4" }, { ip: "01.2.3.4" }, { ip: "::ffff:1.2.3.4" }];
  expect(rules.validate?.(objectWith({ hosts, ranges: ["10.0.0.0/8", "10.1.0.0/8"] }))).toEqual([
    invalid("spec.hosts[1].ip", "01.2.3.4", "must not have leading 0s"),
    invalid("spec.hosts[2].ip", "::ffff:1.2.3.4", "must not be an IPv4-mapped IPv6 address"),
    invalid("spec.ranges[1]", "10.1.0.0/8", "must not have bits set beyond the prefix length"),
  ]);
});

test("text that is no address, and IPv6 addresses in any form, are left to other rules", () => {
  const hosts = [{ ip: "x" }, { ip: "FE80:0:0:0:0:0:0:0abc" }, {}, { ip: 5 }, "1.2.3.4"];
  expect(rules.validate?.(objectWith({ hosts, ranges: ["x", ""] }))).toEqual([]);
  expect(rules.validate?.(objectWith(undefined))).toEqual([]);
});

test("an update keeps what the object had", () => {
  const old = objectWith({ hosts: [{ ip: "01.2.3.4" }] });
  const moved = objectWith({ hosts: [{ ip: "1.1.1.1" }, { ip: "01.2.3.4" }, { ip: "02.2.3.4" }] });
  expect(rules.validateUpdate?.(moved, old)).toEqual([
    invalid("spec.hosts[2].ip", "02.2.3.4", "must not have leading 0s"),
  ]);
});
