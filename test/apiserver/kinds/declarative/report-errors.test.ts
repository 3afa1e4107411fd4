import { expect, test } from "vitest";
import { reportErrors } from "../../../../src/apiserver/kinds/declarative/report-errors.js";
import { invalid, required } from "../../../../src/core/field-error.js";

const roles = "rbac.authorization.k8s.io/roles";
const noVerbs = required("rules[12].verbs", "verbs must contain at least one value");
const noResources = required("rules[0].resources", "resource rules must supply at least one resource");

test("since 1.36, the errors of declared fields come last, in their own words", () => {
  expect(reportErrors([noVerbs, noResources], roles, "1.37")).toEqual([noResources, required("rules[12].verbs")]);
  expect(reportErrors([noVerbs, noResources], roles, "1.35")).toEqual([noVerbs, noResources]);
});

test("since 1.36, each error is reported once", () => {
  expect(reportErrors([noResources, noResources], "pods", "1.37")).toEqual([noResources]);
  expect(reportErrors([noResources, noResources], "pods", "1.35")).toEqual([noResources, noResources]);
  // An equal message about another field is another error.
  const other = required("rules[1].resources", "resource rules must supply at least one resource");
  expect(reportErrors([noResources, other], "pods", "1.37")).toEqual([noResources, other]);
});

test("only the errors of the declared type are replaced", () => {
  const error = invalid("provisioner", "A_", "a lowercase RFC 1123 subdomain must consist of lower case characters");
  expect(reportErrors([error], "storage.k8s.io/storageclasses", "1.37")).toEqual([error]);
  const stays = invalid("provisioner", "b", "field is immutable");
  expect(reportErrors([stays], "storage.k8s.io/storageclasses", "1.37")).toEqual([
    invalid("provisioner", null, "field is immutable"),
  ]);
});
