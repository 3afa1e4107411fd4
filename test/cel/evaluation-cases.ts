/** Rules with values to validate. The API server's responses for each value are recorded (evaluations.json). */
import { checkRules } from "../../src/cel/check-rules.js";
import type { ExactJsonValue } from "../../src/core/json.js";
import { findFault } from "../../src/schema/check-value.js";
import { Patterns } from "../../src/schema/patterns.js";
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
import { seeded } from "../support/seeded.js";
import { everything, expressions } from "./expression-cases.js";
import { randomRuledSchema } from "./random-rule.js";
import { randomValue } from "./random-value.js";
import { linesOf } from "./lines-of.js";
import { shapes } from "./shape-cases.js";
import { shownExpressions } from "./shown-expressions.js";

export interface EvaluationCase {
  readonly name: string;
  readonly schema: Schema;
  readonly value: ExactJsonValue;
}

/** The `self` of the rules on `everything`. */
const self: ExactJsonValue = {
  name: "alpha.beta",
  short: "aaa",
  size: 5,
  ratio: 2.5,
  on: true,
  bytes: "aGVsbG8=",
  fewBytes: "aGVs",
  wait: "1h30m0.5s",
  at: "2026-03-29T01:30:00.25+01:00",
  day: "2026-03-28",
  mode: "Always",
  port: 8080,
  shortPort: "http",
  names: ["alpha", "beta", "gamma", "alpha"],
  fewNames: ["b", "a", "é😀"],
  sizes: [3, 1, 2],
  fewSizes: [1, 2, 3],
  labels: { key: "x", "alpha.beta": "y" },
  fewLabels: { key: "x" },
  rules: [{ host: "a", path: "b", ports: [80, 443] }, { host: "c" }],
  fewRules: [
    { host: "b", ports: [1], morePorts: [2, 3] },
    { host: "a", other: "a", ports: [] },
  ],
  inner: { name: "in", deep: { size: 7 } },
  twin: { name: "in", deep: { size: 7 } },
  open: { name: "a", more: { deep: [1] } },
  embedded: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { x: 1 } },
  namespace: "x",
  "a-b": "x",
  "c.d": "x",
  "e/f": "x",
  g__h: "x",
  matrix: [[[1, 2, 3], [4]], [[5]]],
  groups: { one: [{ id: "a", weight: 60 }], two: [{ id: "b", weight: 40 }] },
};

const bare: ExactJsonValue = { name: "1.2.3", size: -3 };

const byRule = (rule: ValidationRule): Schema => ({ ...everything, "x-kubernetes-validations": [rule] });

/** The message shows the result of an expression; if the expression fails, so does the rule. */
const shown = (expression: string): Schema =>
  byRule({ rule: `(${expression}) == 'nothing like it'`, messageExpression: expression });

/** Expressions that return booleans. */
const rules = linesOf`
self.size == 5 && 1 == 1.0 && 1u == 1 && 1.0 == 1u
dyn(1) == dyn(1.0) && dyn(1) == dyn(1u) && !(dyn(1) == dyn('1')) && dyn([1]) == dyn([1.0])
1 < 1.5 && 2u > 1 && -1 < 1u && 1.5 < 2u && 9223372036854775807 < 9.3e18
'a' < 'b' && 'Z' < 'a' && '\uffff' < '😀' && b'a' < b'b' && false < true
0.0 / 0.0 == 0.0 / 0.0
0.0 / 0.0 != 0.0 / 0.0
0.0 / 0.0 < 1.0
self.names[99] == 'a' || true
true || self.names[99] == 'a'
self.names[99] == 'a' && false
false && self.names[99] == 'a'
self.names[99] == 'a' || false
self.names[99] == 'a' && true
self.names[99] == 'a' || self.labels.missing == 'b'
self.names.exists(n, n == 'alpha' || self.labels.missing == 'b')
self.names.exists(n, n == 'zz' || self.labels.missing == 'b')
self.names.all(n, n != 'alpha' && self.labels.missing == 'b')
self.names.all(n, self.labels.missing == n)
self.names.exists_one(n, n == 'beta')
self.names.exists_one(n, n == 'alpha')
self.names.exists_one(n, self.labels[n] == 'x')
self.names.filter(n, self.labels[n] == 'x').size() == 0
self.sizes.map(s, 10 / (s - 1)).size() == 3
self.on ? true : self.names[99] == 'a'
self.names[99] == 'a' ? true : true
has(self.maybe) || has(self.inner.deep.size)
has(self.labels.key) && !has(self.labels.other) && has(self.open.name)
has(self.embedded.metadata.name) && !has(self.embedded.metadata.generateName)
self.embedded.kind == 'Pod' && self.embedded.metadata.name == 'a'
self.embedded == self.embedded && self.open == self.open && self.inner == self.inner
self.inner.deep == {'size': 7}
self.rules[0] == self.rules[0] && self.rules[0] != self.rules[1] && self.rules == self.rules
self.fewSizes == [1, 2, 3] && [1, 2, 3] == self.fewSizes && self.fewSizes != [3, 2, 1]
self.labels == {'alpha.beta': 'y', 'key': 'x'} && {'key': 'x', 'alpha.beta': 'y'} == self.labels
self.names + ['z'] == ['alpha', 'beta', 'gamma', 'alpha', 'z']
'alpha' in self.names && !('zz' in self.names) && 'key' in self.labels && 2 in self.sizes
sets.contains(self.names, ['alpha', 'beta']) && !sets.contains(['alpha'], self.names) && sets.equivalent([1, 1, 2], [2, 1])
sets.intersects(self.names, ['zz', 'beta']) && !sets.intersects([], self.names)
[1, 2, 2, 3].isSorted() && !self.sizes.isSorted() && ['a', 'b'].isSorted() && [duration('1s'), duration('1m')].isSorted()
self.at == timestamp('2026-03-29T00:30:00.25Z') && self.day < self.at
self.wait == duration('5400.5s') && self.wait > duration('1h')
self.port == 8080 && self.shortPort == 'http' && self.port != '8080' && type(self.port) == int
type(self.shortPort) == string && type(self.inner) == map && type(self.at) == google.protobuf.Timestamp
type(type(1)) == type && type(null) == null_type && type(optional.none()) == optional_type && type(ip('1.1.1.1')) == net.IP
optional.none() == optional.none() && optional.of(1) == optional.of(1) && optional.of(1) != optional.of(2)
ip('127.0.0.1').isLoopback() && ip('::1').isLoopback() && ip('0.0.0.0').isUnspecified() && ip('::').isUnspecified()
ip('169.254.1.1').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast() && ip('224.0.0.1').isLinkLocalMulticast() && ip('ff02::1').isLinkLocalMulticast()
ip('10.0.0.1').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast() && !ip('ff05::1').isGlobalUnicast() && !ip('127.0.0.1').isGlobalUnicast()
cidr('10.0.0.0/8').containsIP('10.255.0.1') && !cidr('10.0.0.0/8').containsIP('11.0.0.1') && !cidr('10.0.0.0/8').containsIP('::1')
cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR('10.0.0.0/8') && cidr('0.0.0.0/0').containsCIDR(cidr('10.0.0.0/8'))
cidr('10.0.0.0/8') == cidr('10.0.0.0/8') && cidr('10.1.0.0/8') != cidr('10.0.0.0/8') && ip('::1') == ip('0::1')
!isIP('1.2.3') && !isIP('01.2.3.4') && isIP('::') && !isIP(':::') && !isIP('1::2::3') && !isIP('::ffff:1.2.3.4') && !isIP('fe80::1%eth0')
!isCIDR('1.2.3.4') && isCIDR('1.2.3.4/32') && !isCIDR('1.2.3.4/33') && !isCIDR('1.2.3.4/032') && isCIDR('::/0') && !isCIDR('1.2.3.4/')
cidr(self.name).containsIP('1.2.3.4')
cidr('10.0.0.0/8').containsIP(self.name)
url('https://a.b/') == url('https://a.b/') && url('https://a.b/') != url('https://a.b')
quantity('1') == quantity('1000m') && quantity('1Ki') == quantity('1024') && quantity('1').isLessThan(quantity('2'))
self.fewRules.all(r, r.ports.all(p, p > 0)) && self.groups.all(k, v, v.all(g, g.weight > 1))
self.groups.map(k, self.groups[k].map(g, g.weight).sum()).sum() == 100
self.rules.all(r, r.ports.size() > 0)
self.rules.all(r, !has(r.ports) || r.ports.size() > 0)
self.namespace == 'x' && self.a__dash__b == 'x' && self.c__dot__d == 'x' && self.e__slash__f == 'x' && self.g__underscores__h == 'x'
self.?inner.?deep.?size.hasValue() && !self.?maybe.hasValue() && has(self.?inner.deep)
self.names.all(i, n, i < 4) && self.names.exists(i, n, n == 'gamma' && i == 2) && self.names.existsOne(i, n, n == 'alpha' && i > 0)
self.bytes == b'hello' && self.bytes + b'!' == b'hello!' && string(self.bytes) == 'hello'
{'a': 1, 'a': 2}['a'] == 2
{1: 'a'}[1] == 'a' && {1u: 'a'}[1u] == 'a' && {true: 'a'}[true] == 'a'
{'a': 1}['b'] == 1
[1, 2][2] == 1
[][0] == 1
1 in {1: 'a'} && !('b' in {'a': 1}) && dyn(1.0) in {1: 'a'} && dyn(1u) in [1]
lists.range(3) == [0, 1, 2] && [[1], [2]].flatten() == [1, 2] && [3, 1, 2].sort() == [1, 2, 3] && [1, 2].reverse() == [2, 1]
timestamp('2024-01-01T00:00:00+01:00') == timestamp('2023-12-31T23:00:00Z')
self.day == timestamp('2026-03-28T00:00:00Z') && self.at.getDayOfWeek() == 0
`;

/**
 * For these on an absent field, the API server returns an internal Go error, while other expressions return an error that
 * names the field.
 */
const crashesOnAbsent = /self\.few\w+\.(?:distinct|sort|sortBy)\(/;

const onEverything: readonly EvaluationCase[] = [
  ...[...new Set([...expressions, ...rules])].flatMap((rule) => [
    { name: rule, schema: byRule({ rule }), value: self },
    ...(crashesOnAbsent.test(rule) ? [] : [{ name: `${rule} (bare)`, schema: byRule({ rule }), value: bare }]),
  ]),
  ...shownExpressions.map((text) => ({ name: `shown: ${text}`, schema: shown(text), value: self })),
];

const randoms: readonly EvaluationCase[] = Array.from({ length: 400 }, (_, seed) => {
  const random = seeded(seed + 1000);
  const schema = randomRuledSchema(random).properties?.["spec"] ?? {};
  return { name: `random ${seed}`, schema, value: randomValue(random, schema) };
});

const all = [...onEverything, ...shapes, ...randoms];

export function evaluationCase(name: string): EvaluationCase {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no case is called ${name}`);
  return found;
}

/** Returns the cases whose rules the API server would accept, and whose values are valid apart from the rules. */
export function evaluationCases(): readonly EvaluationCase[] {
  const patterns = new Patterns();
  return all.filter(
    ({ schema, value }) =>
      checkRules(ruledRoot(schema)).length === 0 && findFault(patterns, value, schema) === undefined,
  );
}

export function ruledRoot(schema: Schema): Schema {
  return { type: "object", properties: { spec: schema } };
}
