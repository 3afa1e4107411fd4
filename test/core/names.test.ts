import { describe, expect, test } from "vitest";
import {
  checkDomain,
  checkGroup,
  checkKind,
  checkPlural,
  checkProjectName,
  checkShortName,
  checkVersion,
  toProjectName,
} from "../../src/core/names.js";

describe("good names", () => {
  test.each(["abc.com", "my.domain", "a", "x1-y.example.co.uk", "1.2"])("domain %s", (domain) => {
    expect(checkDomain(domain)).toBeUndefined();
  });
  test.each([
    ["foo", "abc.com"],
    ["", "my.domain"],
    ["foo.bar", "abc.com"],
    ["foo", "local"],
  ])("group %j of domain %s", (group, domain) => expect(checkGroup(group, domain)).toBeUndefined());
  test.each(["v1", "v2beta1", "v1alpha12", "v10"])("version %s", (version) => {
    expect(checkVersion(version)).toBeUndefined();
  });
  test.each(["Bar", "MyResource", "DNS", "V1Foo", "On"])("kind %s", (kind) => expect(checkKind(kind)).toBeUndefined());
  test.each(["bars", "mysql-clusters", "b"])("plural and short name %s", (name) => {
    expect([checkPlural(name), checkShortName(name)]).toEqual([undefined, undefined]);
  });
  test.each(["a", "operator-demo", "x".repeat(28)])("project name %s", (name) => {
    expect(checkProjectName(name)).toBeUndefined();
  });
});

describe("bad names, and what to type instead", () => {
  test.each([
    ["Abc.com", "--domain abc.com"],
    ["https://abc.com/", "--domain abc.com"],
    ["abc_d.com", "--domain abc-d.com"],
    ["", "--domain example.com"],
    ["..", "--domain example.com"],
    ["abc.com\n", "--domain abc.com"],
    ["a.".repeat(150) + "com", "--domain a.a."],
    ["日本", "--domain example.com"],
  ])("domain %j", (domain, hint) => expect(checkDomain(domain)?.hint).toContain(hint));

  test.each([
    ["Foo", "abc.com", "--group foo"],
    ["foo_bar", "abc.com", "--group foo-bar"],
    ["-", "abc.com", "--group apps"],
    ["", "local", "--group apps"],
    ["f".repeat(60), `${"d".repeat(63)}.`.repeat(3) + "com", "shorter"],
  ])("group %j of domain %s", (group, domain, hint) => expect(checkGroup(group, domain)?.hint).toContain(hint));

  test.each([
    ["1", "--version v1"],
    ["2", "--version v2"],
    ["V1", "--version v1"],
    ["v1.0", "--version v1"],
    ["v0", "--version v1"],
    ["v1alpha", "--version v1alpha1"],
    ["1-beta-2", "--version v1beta2"],
    ["alpha", "--version v1alpha1"],
    ["latest", "--version v1"],
    ["", "--version v1"],
    ["v1\n", "--version v1"],
  ])("version %j", (version, hint) => expect(checkVersion(version)?.hint).toBe(hint));

  test.each([
    ["bar", "--kind Bar"],
    ["my-kind", "--kind MyKind"],
    ["My Kind", "--kind MyKind"],
    ["1Kind", "--kind My1Kind"],
    ["Größe", "--kind Grosse"],
    ["Kind\n", "--kind Kind"],
    ["", "--kind Bar"],
    ["Promise", "--kind MyPromise"],
    ["Condition", "--kind MyCondition"],
    ["Client", "--kind MyClient"],
    ["K".repeat(64), `--kind ${"K".repeat(63)}`],
  ])("kind %j", (kind, hint) => {
    const found = checkKind(kind)?.hint;
    if (kind === "Größe") expect(found).toMatch(/--kind Gr/);
    else expect(found).toContain(hint);
  });

  test.each([
    ["Bars", "bars"],
    ["my bars", "my-bars"],
    ["1bars", "1bars"],
    ["", ""],
  ])("plural %j", (plural) => {
    expect(checkPlural(plural)?.hint).toMatch(/^--plural [a-z0-9-]+$/);
    expect(checkShortName(plural)?.hint).toMatch(/^--short-name [a-z0-9-]+$/);
  });

  test.each([
    ["My_Op", "my-op"],
    ["1op", "op-1op"],
    ["a.b", "a-b"],
    ["-x-", "x"],
    ["", "operator"],
    ["日本", "operator"],
    ["x".repeat(29), "x".repeat(28)],
    ["évalué", "evalue"],
  ])("project name %j", (name, better) => {
    expect(checkProjectName(name)?.hint).toBe(`--project-name ${better}`);
    expect(checkProjectName(toProjectName(name))).toBeUndefined();
  });
});

test("whatever a name holds, the message is one line", () => {
  const hostile = 'a\n"*/${{x}}';
  for (const check of [checkDomain, checkVersion, checkKind, checkPlural, checkShortName, checkProjectName]) {
    const problem = check(hostile);
    expect(problem?.message).not.toContain("\n");
    expect(problem?.hint).not.toContain("\n");
  }
});
