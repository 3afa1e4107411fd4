/** Rules with values that they judge. What the API server says of each value is recorded (evaluations.json). */
import { checkRules } from "../../src/cel/check-rules.js";
import type { ExactJsonValue } from "../../src/core/json.js";
import { findFault } from "../../src/schema/check-value.js";
import { Patterns } from "../../src/schema/patterns.js";
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
import { seeded } from "../support/seeded.js";
import { everything, expressions } from "./expression-cases.js";
import { randomRuledSchema } from "./random-rule.js";
import { randomValue } from "./random-value.js";

export interface EvaluationCase {
  readonly name: string;
  readonly schema: Schema;
  readonly value: ExactJsonValue;
}

/** Self of the rules on `everything`. */
export const self: ExactJsonValue = {
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

/** What an expression gives is seen in the message; where it fails, the rule does too. */
const shown = (expression: string): Schema =>
  byRule({ rule: `(${expression}) == 'nothing like it'`, messageExpression: expression });

/** Expressions that give texts. Each is shown as the message of a rule that fails. */
export const texts: readonly string[] = String.raw`
'a' + 'b'
string(1) + string(-0.0) + string(true)
string(0.1) + ' ' + string(1e6) + ' ' + string(123456.7) + ' ' + string(1234567.0) + ' ' + string(1e21)
string(0.0001) + ' ' + string(0.00001) + ' ' + string(1e-7) + ' ' + string(100000.0) + ' ' + string(3.0)
string(1.0 / 0.0) + string(-1.0 / 0.0) + string(0.0 / 0.0)
string(double('1e400'))
string(double('infinity')) + string(double('NaN'))
string(self.ratio) + string(self.size) + string(self.on)
string(self.wait) + ' ' + string(self.at) + ' ' + string(self.day)
string(self.bytes)
string(b'\xff\xfe')
string(duration('1ns')) + ' ' + string(duration('-1.5h')) + ' ' + string(duration('2562047h'))
string(duration('1us1ms')) + ' ' + string(duration('.5s'))
string(timestamp(0)) + string(timestamp('2024-02-29T23:59:60Z'))
string(timestamp('2024-02-29T23:59:59.123456789-07:30'))
string(timestamp('0001-01-01T00:00:00Z')) + string(timestamp(253402300799))
string(self.at + self.wait) + ' ' + string(self.at - self.wait)
string(self.at - timestamp(0))
string(timestamp(253402300799) - timestamp(-62135596800))
string(timestamp(253402300799) + duration('1s'))
string(duration('2562047h') + duration('1h'))
string(int(2.9)) + string(int(-2.9)) + string(int(5u)) + string(int(self.wait)) + string(int(self.at))
string(uint(2.9)) + string(uint(3))
string(self.size / 2) + ' ' + string(-7 / 2) + ' ' + string(-7 % 3) + ' ' + string(7 % -3)
string(self.size / (self.size - 5))
string(self.size % (self.size - 5))
string(9223372036854775807 + self.size)
string(-9223372036854775807 - self.size)
string(9223372036854775807 * self.size)
string(-(-9223372036854775807 - 1))
string(0u - 1u)
string(18446744073709551615u * 2u)
string(5u / 0u)
string(5.0 / 0.0)
string(int(self.name))
string(int('9223372036854775808'))
string(int('+7')) + string(int('-007'))
string(uint('-1'))
string(uint(-1 * self.size))
string(int(1e19 * self.ratio))
string(double(self.name))
string(double('0x10'))
string(bool(self.name))
string(bool('True')) + string(bool('0'))
string(timestamp(self.name))
string(duration(self.name))
string(timestamp(self.size * 100000000000))
'%s|%s|%s|%s'.format([self.name, self.size, self.ratio, self.on])
'%s %s %s'.format([self.at, self.wait, self.bytes])
'%s'.format([self.names])
'%s'.format([[1.5, 2.0]])
'%s'.format([[b'ab', b'"']])
'%s'.format([{'b': 1, 'a': 2}])
'%s'.format([{1: 'x', 2: 'y'}])
'%s'.format([{true: [1]}])
'%s'.format([[[1, 2], [3]]])
'%s'.format([null])
'%s'.format([type(1)]) + '%s'.format([type(self.names)]) + '%s'.format([type(self.inner)])
'%s'.format([['a"b\n\\\u00e9\u0007\u0001']])
'%d %d'.format([self.size, 7u])
'%b %b %b'.format([5, true, -5])
'%x %X %x %x %X'.format([255, 255, 'hi', b'\xab', -255])
'%o'.format([8])
'%f %.1f %.0f'.format([self.ratio, 1234567.89, 2.5])
'%.3f %.10f'.format([0.0005, 1.0])
'%f'.format(['NaN'])
'%f %f'.format([double('inf'), double('-inf')])
'%e %.2e %e'.format([1234.5, 0.00012, 1e100])
'%d'.format([dyn(self.port)]) + '%s'.format([dyn(self.port)])
'%d'.format([dyn('x')])
'%s'.format([dyn(self.shortPort)])
'%%%s%%'.format(['a'])
self.name.format([1])
'%s'.format([self.rules[1]])
'%s'.format([self.labels])
'%s'.format([self.inner])
'%s'.format([self.open])
self.name.charAt(0) + self.name.charAt(10)
self.name.charAt(11)
self.name.charAt(-1)
'é😀a'.charAt(1)
self.name.substring(3) + '|' + self.name.substring(2, 5) + '|' + self.name.substring(10)
self.name.substring(11)
self.name.substring(3, 2)
self.name.substring(-1, 2)
self.name.substring(0, 99)
'é😀a'.substring(1, 2)
string('é😀a'.size()) + string(size('')) + string(size(self.bytes)) + string(self.labels.size())
string(self.name.indexOf('a')) + string(self.name.indexOf('a', 1)) + string(self.name.indexOf('', 4)) + string(self.name.indexOf('zz'))
string(self.name.indexOf('a', -1))
string(self.name.indexOf('a', 99))
string('é😀a'.indexOf('a')) + string('é😀a'.lastIndexOf('a')) + string('é😀a'.lastIndexOf('😀'))
string(self.name.lastIndexOf('a')) + string(self.name.lastIndexOf('a', 3)) + string(self.name.lastIndexOf(''))
string(self.name.lastIndexOf('a', -1))
string('a'.lastIndexOf('abc')) + string('é'.lastIndexOf('ab'))
'AbCÉ'.lowerAscii() + 'aBcé'.upperAscii()
' \t\u0085\u00a0 a b \ufeff\n'.trim() + '|'
'banana'.replace('a', 'o') + 'banana'.replace('a', 'o', 2) + 'banana'.replace('a', 'o', 0) + 'banana'.replace('a', 'o', -1)
'é😀'.replace('', '-') + 'ab'.replace('', '-', 2) + 'ab'.replace('', '-', 0)
'aaa'.replace('aa', '$&')
'a,b,c'.split(',').join('|') + 'é😀'.split('').join('|') + ''.split(',').join('|')
'a,b,c'.split(',', 2).join('|') + 'a,b,c'.split(',', 0).join('|') + 'a,b,c'.split(',', 1).join('|') + 'a,b,c'.split(',', -1).join('|')
self.names.join() + self.names.join('/') + [].join('a')
strings.quote('a"b\n\\\u00e9\u0007\u0001\u007f')
'a1b22c333'.find('[0-9]+') + 'abc'.find('[0-9]+') + 'abc'.find('')
'a1b22c333'.findAll('[0-9]+').join('|') + 'a1b22c333'.findAll('[0-9]+', 2).join('|') + 'ab'.findAll('', 2).join('|')
'a1b22'.findAll('[0-9]', 0).join('|') + 'x'
self.name.find(self.name + '(')
string(self.name.matches(self.name + '('))
string(self.names.distinct().size()) + self.names.distinct().join(',')
self.fewNames.sort().join(',') + ' ' + ['b', 'B', 'é', '😀', '\uffff'].sort().join(',')
self.rules.sortBy(r, r.host).map(r, r.host).join(',')
self.fewRules.sortBy(r, r.host).map(r, r.host).join(',')
self.fewNames.reverse().join(',') + self.fewNames.slice(1, 3).join(',')
self.fewNames.slice(0, 9).join(',')
self.fewNames.slice(-1, 2).join(',')
self.fewNames.slice(2, 1).join(',')
'%s'.format([lists.range(3)]) + '%s'.format([lists.range(-3)])
'%s'.format([self.matrix.flatten()]) + '%s'.format([self.matrix.flatten(2)]) + '%s'.format([self.matrix.flatten(0)])
'%s'.format([self.matrix.flatten(-1 * self.size)])
string(self.sizes.sum()) + string([1.5, 2.0].sum()) + string([1u, 2u].sum()) + string([duration('1s')].sum())
string(self.sizes.max()) + string(self.sizes.min()) + self.fewNames.max()
string(self.sizes.filter(x, x > 99).max())
string(self.sizes.filter(x, x > 99).min())
string(self.sizes.filter(x, x > 99).sum())
string([9223372036854775807, 1].sum())
string(self.sizes.indexOf(2)) + string(self.names.lastIndexOf('alpha')) + string(self.names.indexOf('zz'))
self.names[self.size]
self.names[-1 * self.size]
self.labels[self.mode]
self.labels.missing
self.maybe
self.inner.deep.size > 1 ? self.rules[1].path : 'x'
self.labels.map(k, k + '=' + self.labels[k]).sort().join(',')
self.fewLabels.transformList(k, v, k + v).join(',')
'%s'.format([self.fewLabels.transformMap(k, v, v + '!')])
'%s'.format([self.labels.transformMapEntry(k, v, {v: k})])
'%s'.format([self.names.transformMapEntry(i, v, {v: i})])
'%s'.format([self.names.transformMap(i, v, i > 1, v)])
'%s'.format([self.names.transformList(i, v, i % 2 == 0, '%d%s'.format([i, v]))])
self.?inner.?name.orValue('none') + self.?maybe.orValue('none') + self.labels[?'key'].orValue('none') + self.names[?99].orValue('none')
self.?maybe.value()
self.?inner.name.or(optional.of('x')).value() + optional.none().or(optional.of('y')).value()
string(self.?size.optMap(x, x * 2).value()) + string(self.?inner.optFlatMap(i, i.?deep.?size).value())
'%s'.format([[?self.?name, ?self.?maybe, 'z']]) + '%s'.format([{?'a': self.?maybe, ?'b': self.?name}])
'%s'.format([optional.unwrap([self.?name, self.?maybe])]) + '%s'.format([[self.?name].unwrapOpt()])
string(optional.ofNonZeroValue(0).hasValue()) + string(optional.ofNonZeroValue('a').hasValue()) + string(optional.ofNonZeroValue(self.inner).hasValue())
string(self.fewNames.first().value()) + self.fewNames.last().value() + string([].first().hasValue())
string(self.at.getFullYear()) + ' ' + string(self.at.getMonth()) + ' ' + string(self.at.getDate()) + ' ' + string(self.at.getDayOfMonth())
string(self.at.getDayOfWeek()) + ' ' + string(self.at.getDayOfYear()) + ' ' + string(self.at.getHours()) + ' ' + string(self.at.getMinutes())
string(self.at.getSeconds()) + ' ' + string(self.at.getMilliseconds()) + ' ' + string(self.wait.getHours()) + ' ' + string(self.wait.getMinutes())
string(self.wait.getSeconds()) + ' ' + string(self.wait.getMilliseconds()) + ' ' + string(duration('-1.5s').getSeconds())
string(self.at.getHours('Europe/Berlin')) + string((self.at + duration('1h')).getHours('Europe/Berlin')) + string(self.at.getDate('America/New_York'))
string(self.at.getHours('+05:30')) + string(self.at.getMinutes('-05:30')) + string(self.at.getHours('02:00')) + string(self.at.getHours('UTC'))
string(self.at.getHours('Nowhere/At_All'))
string(self.at.getHours('a:b'))
string(self.at.getHours(''))
string(timestamp('0001-01-01T00:00:00Z').getFullYear()) + string(timestamp('0001-01-01T00:00:00Z').getDayOfWeek())
string(ip('::FFFF:0:1')) + ' ' + string(ip('2001:DB8::0:1')) + ' ' + string(ip('0:0:0:0:0:0:0:0')) + ' ' + string(ip('1:0:0:2:0:0:0:3'))
string(ip('::1.2.3.4')) + string(ip('fe80::1').family()) + string(ip('1.2.3.4').family())
string(ip('::ffff:1.2.3.4'))
string(ip('fe80::1%eth0'))
string(cidr('10.1.2.3/8')) + ' ' + string(cidr('10.1.2.3/8').masked()) + ' ' + string(cidr('10.1.2.3/8').ip()) + ' ' + string(cidr('fd00::1/64').masked())
string(cidr('10.1.2.3/8').prefixLength()) + string(ip.isCanonical('::0:1')) + string(ip.isCanonical('127.0.0.1'))
string(quantity('1.5').asApproximateFloat()) + ' ' + string(quantity('100m').asApproximateFloat()) + ' ' + string(quantity('1Ki').asInteger())
string(quantity('100m').asInteger())
string(quantity('1k').asInteger()) + ' ' + string(quantity('2e3').asInteger()) + ' ' + string(quantity('-5').sign())
string(quantity('1.0').isInteger()) + string(quantity('1000m').isInteger()) + string(quantity('1.5Ki').isInteger()) + string(quantity('9223372036854775807').isInteger())
string(quantity('1.5Gi').asApproximateFloat()) + ' ' + string(quantity('1').add(quantity('500m')).asApproximateFloat()) + ' ' + string(quantity('1').sub(3).asInteger())
string(quantity('1').add(quantity('0.5')).sub(quantity('0.5')).isInteger()) + string(quantity('0').add(5).asInteger())
string(quantity('50M').compareTo(quantity('50000k'))) + string(quantity('1Mi').compareTo(quantity('1M'))) + string(quantity('0.1n').compareTo(quantity('1n')))
string(quantity(self.name).isInteger())
string(quantity('1.5x').isInteger())
string(quantity('').isInteger())
string(isQuantity('1e')) + string(isQuantity('.5')) + string(isQuantity('5.')) + string(isQuantity('+-5')) + string(isQuantity('1Mi1')) + string(isQuantity('1.2.3'))
string(isQuantity('1E')) + string(isQuantity('1E3')) + string(isQuantity('1e-3')) + string(isQuantity('-')) + string(isQuantity('1 Gi')) + string(isQuantity('1gi'))
string(semver('1.2.3').major()) + string(semver('1.2.3').minor()) + string(semver('1.2.3').patch()) + string(semver('v1', true).minor())
string(semver('1.2.3-alpha').compareTo(semver('1.2.3'))) + string(semver('1.2.3-alpha.10').compareTo(semver('1.2.3-alpha.9'))) + string(semver('1.2.3+a').compareTo(semver('1.2.3+b')))
string(semver('1.2').major())
string(semver('01.2.3').major())
string(semver('1.2.x').major())
string(semver('1.2.3-01').major())
string(isSemver('v1.2.3')) + string(isSemver('v1.2', true)) + string(isSemver('1.2.3-')) + string(isSemver('1.2.3-a_b')) + string(isSemver('01.02', true)) + string(isSemver('1.2-a', true))
url('https://user:pw@example.com:8080/a%20b/c?x=1&y=2&x=3#frag').getHost() + ' ' + url('https://example.com:8080/a').getHostname() + ' ' + url('https://example.com:8080/a').getPort()
url('https://example.com:8080/a%20b/c d?x=1').getEscapedPath() + ' ' + url('HTTPS://[::1]:80/').getScheme() + ' ' + url('https://[::1]:80/').getHostname() + ' ' + url('/just/path').getEscapedPath()
'%s'.format([url('/p?x=1&y=2&x=3&e=a%20b+c').getQuery()])
'%s'.format([url('/p?x&=1&&y=%zz').getQuery()])
url('no url').getHost()
url('https://a b/').getHost()
url('https://example.com:port/').getHost()
url('https://example.com/%zz').getHost()
url('mailto:a@b').getScheme() + '|' + url('mailto:a@b').getHost()
string(isURL('')) + string(isURL('*')) + string(isURL('a/b')) + string(isURL('//host/p')) + string(isURL('http:')) + string(isURL(':x')) + string(isURL('http://a:b:c'))
string(isURL('http://[::1')) + string(isURL('http://[1.2.3.4]')) + string(isURL('http://a%41')) + string(isURL('http://a@b@c/')) + string(isURL('x://a:1:2/'))
'%s'.format([format.dns1123Label().validate('A_b').orValue([])])
'%s'.format([format.dns1123Label().validate('a.b').orValue([])])
'%s'.format([format.dns1123Subdomain().validate('A').orValue([])])
'%s'.format([format.dns1035Label().validate('1a').orValue([])])
'%s'.format([format.qualifiedName().validate('a/b/c').orValue([])])
'%s'.format([format.qualifiedName().validate('/').orValue([])])
'%s'.format([format.labelValue().validate('-').orValue([])])
'%s'.format([format.uri().validate('x').orValue([])])
'%s'.format([format.uuid().validate('x').orValue([])]) + '%s'.format([format.byte().validate('x').orValue([])]) + '%s'.format([format.byte().validate('').orValue([])])
'%s'.format([format.date().validate('2026-02-30').orValue([])]) + '%s'.format([format.datetime().validate('2026-02-28').orValue([])])
'%s'.format([format.dns1123LabelPrefix().validate('a-').orValue([])]) + '%s'.format([format.dns1123Label().validate('a-').orValue([])])
'%s'.format([format.named('nothing').hasValue()])
'  trimmed  '
''
'two\nlines'
self.shortPort
self.port
string(self.port)
string(int(self.port) + 1)
string(bytes(self.name).size())
dyn(self.names)[0]
string(dyn(self.size) + dyn(self.ratio))
string(dyn(self.name) < dyn(self.size))
string(dyn(self.name) == dyn(self.size))
string(dyn(self.name).size()) + string(dyn(self.port).size())
string(dyn(self.size).startsWith('a'))
string(dyn(self.size).getHours())
string(dyn(self.size).matches('a'))
string(dyn(self.size) in dyn(self.names))
string(dyn(self.on) && true) + string(dyn(self.size) && true)
string(!dyn(self.size))
string(-dyn(self.name))
string(dyn(self.size)[0])
string(dyn(self.size).foo)
string(dyn(self.names)['a'])
string(dyn(self.labels)[1])
string(dyn(self.names).all(x, x > 1))
string(dyn(self.size).all(x, true))
`
  .split("\n")
  .filter((line) => line !== "");

/** Expressions that give booleans. */
export const rules: readonly string[] = String.raw`
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
`
  .split("\n")
  .filter((line) => line !== "");

/** On a field that is absent the API server gives an internal error of Go for these, where others say which it is. */
const crashesOnAbsent = /self\.few\w+\.(?:distinct|sort|sortBy)\(/;

const onEverything: readonly EvaluationCase[] = [
  ...[...new Set([...expressions, ...rules])].flatMap((rule) => [
    { name: rule, schema: byRule({ rule }), value: self },
    ...(crashesOnAbsent.test(rule) ? [] : [{ name: `${rule} (bare)`, schema: byRule({ rule }), value: bare }]),
  ]),
  ...texts.map((text) => ({ name: `shown: ${text}`, schema: shown(text), value: self })),
];

const string: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const ruled = (schema: Schema, ...given: (string | ValidationRule)[]): Schema => ({
  ...schema,
  "x-kubernetes-validations": given.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...more,
});
const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", maxItems: 8, items, ...more });
const entry = object({ key: string, value: integer }, { required: ["key"] });
const keyed: Schema = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"] };
const set: Schema = { "x-kubernetes-list-type": "set" };
const show = (expression: string): ValidationRule => ({ rule: "false", messageExpression: expression });

export const shapes: readonly EvaluationCase[] = [
  { name: "a rule on each item", schema: list(ruled(string, "self == 'a'")), value: ["a", "b", "c"] },
  {
    name: "a rule on each entry",
    schema: { type: "object", additionalProperties: ruled(integer, "self > 1") },
    value: { a: 1, "b.c": 2, "d/e": 0 },
  },
  {
    name: "rules at all depths",
    schema: ruled(object({ a: ruled(object({ b: list(ruled(integer, "self > 1")) }), "self.b.size() > 1") }), "false"),
    value: { a: { b: [1] } },
  },
  { name: "a message", schema: ruled(object({}), { rule: "false", message: "  no way  " }), value: {} },
  {
    name: "a message beside an error",
    schema: ruled(object({ a: string }), { rule: "self.a == 'x'", message: "a is x" }),
    value: {},
  },
  {
    name: "a message expression that fails",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "self.a", message: "plain" }),
    value: {},
  },
  {
    name: "a message expression that is empty",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "' '" }),
    value: {},
  },
  {
    name: "a message expression of two lines",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "'a\\nb'" }),
    value: {},
  },
  {
    name: "a message expression of one line",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "' a is ' + self.a + '\\n'" }),
    value: { a: "x" },
  },
  {
    name: "a reason and a path",
    schema: ruled(object({ a: string }), { rule: "false", reason: "FieldValueRequired", fieldPath: ".a" }),
    value: {},
  },
  {
    name: "a forbidden field",
    schema: ruled(object({ a: string }), { rule: "false", reason: "FieldValueForbidden", fieldPath: ".a" }),
    value: {},
  },
  {
    name: "a path in brackets",
    schema: ruled(object({ a: { type: "object", additionalProperties: string } }), {
      rule: "false",
      fieldPath: ".a['x.y']",
    }),
    value: {},
  },
  {
    name: "null where it may be",
    schema: object({ a: { ...ruled(string, "false"), nullable: true } }),
    value: { a: null },
  },
  {
    name: "null as a field that is absent",
    schema: ruled(object({ a: { ...string, nullable: true } }), show("string(has(self.a))")),
    value: { a: null },
  },
  {
    name: "null in a list",
    schema: ruled(list({ ...string, nullable: true }), show("'%s'.format([self.map(x, dyn(x) == null)])")),
    value: ["a", null],
  },
  {
    name: "null in a map",
    schema: ruled(
      { type: "object", maxProperties: 3, additionalProperties: { ...string, nullable: true } },
      show("string(has(self.a)) + string(dyn(self.a) == null)"),
    ),
    value: { a: null },
  },
  {
    name: "sets in any order",
    schema: ruled(
      object({ a: list(string, set), b: list(string, set) }),
      show("string(self.a == self.b) + string(self.a == ['y', 'x']) + string(['y', 'x'] == self.a)"),
    ),
    value: { a: ["x", "y"], b: ["y", "x"] },
  },
  {
    name: "sets united",
    schema: ruled(
      object({ a: list(string, set), b: list(string, set) }),
      show("(self.a + self.b).join(',') + ' ' + (self.a + ['y', 'z', 'z']).join(',')"),
    ),
    value: { a: ["x", "y"], b: ["y", "w"] },
  },
  {
    name: "maps in any order",
    schema: ruled(
      object({ a: list(entry, keyed), b: list(entry, keyed) }),
      show("string(self.a == self.b) + string(self.a == [self.a[1], self.a[0]])"),
    ),
    value: { a: [{ key: "x", value: 1 }, { key: "y" }], b: [{ key: "y" }, { key: "x", value: 1 }] },
  },
  {
    name: "maps merged",
    schema: ruled(
      object({ a: list(entry, keyed) }),
      show("'%s'.format([(self.a + self.a.filter(e, e.key == 'y')).map(e, e.key)])"),
    ),
    value: { a: [{ key: "x", value: 1 }, { key: "y" }] },
  },
  { name: "lists joined", schema: ruled(list(string), show("(self + ['b'] + self).join(',')")), value: ["a"] },
  {
    name: "dates joined",
    schema: ruled(list({ type: "string", format: "date-time" }), show("string((self + [timestamp(0)])[1])")),
    value: ["2026-01-01T00:00:00Z"],
  },
  {
    name: "numbers joined",
    schema: ruled(list({ type: "number" }), show("string((self + [1.5, 2.0]).sum())")),
    value: [1, 0.5],
  },
  {
    name: "dates",
    schema: ruled(list({ type: "string", format: "date-time" }), show("self.map(t, string(t)).join(' ')")),
    value: ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.5-02:00", "2026-01-01T00:00:00.123456789Z"],
  },
  {
    name: "durations",
    schema: ruled(list({ type: "string", format: "duration" }), show("self.map(t, string(t)).join(' ')")),
    value: ["1h", "1 day", "2 weeks", "1m30s", "3 hrs", "0", "-5s"],
  },
  {
    name: "bytes of the other alphabet",
    schema: ruled(object({ a: { type: "string", format: "byte" } }), show("string(size(self.a))")),
    value: { a: "+/+/" },
  },
  {
    name: "a number that is whole",
    schema: ruled(
      object({ a: { type: "number" } }),
      show("string(self.a) + string(self.a == 2) + string(type(self.a) == double)"),
    ),
    value: { a: 2 },
  },
  {
    name: "names in CEL's spelling",
    schema: ruled(
      object({ "a-b": string, in: string, "x.y/z": string, a__b: string }),
      show("self.a__dash__b + self.__in__ + self.x__dot__y__slash__z + self.a__underscores__b"),
    ),
    value: { "a-b": "1", in: "2", "x.y/z": "3", a__b: "4" },
  },
  {
    name: "an old self that is the same",
    schema: ruled(object({ a: integer }), "oldSelf.a == self.a", "oldSelf.a < self.a"),
    value: { a: 1 },
  },
  {
    name: "an optional old self",
    schema: ruled(object({ a: integer, t: { type: "string", format: "date-time" } }), {
      rule: "oldSelf.hasValue() && oldSelf.?a.orValue(0) == 1",
      optionalOldSelf: true,
    }),
    value: { a: 1 },
  },
  {
    name: "an old self that may be absent",
    schema: ruled(object({ a: integer }), {
      rule: "!oldSelf.hasValue() || oldSelf.value().a == 1",
      optionalOldSelf: true,
    }),
    value: { a: 1 },
  },
  {
    name: "fields of an optional old self",
    schema: ruled(object({ t: { type: "string", format: "date-time" } }), {
      rule: "dyn(oldSelf.?t.value()) == 'x'",
      optionalOldSelf: true,
    }),
    value: { t: "2026-01-01T00:00:00Z" },
  },
  {
    name: "old items by their keys",
    schema: list(ruled(entry, "oldSelf.value > self.value"), keyed),
    value: [
      { key: "x", value: 1 },
      { key: "y", value: 2 },
    ],
  },
  {
    name: "an embedded resource",
    schema: ruled(
      { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      show("self.kind + self.metadata.name + string(has(self.metadata.generateName))"),
    ),
    value: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
  },
  {
    name: "an integer or a text",
    schema: ruled(
      list({ "x-kubernetes-int-or-string": true, maxLength: 8 }),
      show("self.map(x, type(x) == int ? string(x + 1) : x + '!').join(' ')"),
    ),
    value: [1, "a"],
  },
  { name: "an empty list in a chain", schema: ruled(list(string), "self[0] == 'a'"), value: [] },
  {
    name: "scalars",
    schema: object({
      s: ruled(string, "self == 'x'"),
      i: ruled(integer, "self == 2"),
      n: ruled({ type: "number" }, "self == 2.5"),
      b: ruled({ type: "boolean" }, "!self"),
    }),
    value: { s: "a", i: 1, n: 1.5, b: true },
  },
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

/** Those whose rules the API server would take, and whose values are valid but for the rules. */
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
