/** Rules on one schema that has a field of every kind. What becomes of each, the API server has said (verdicts.json). */
import type { Schema } from "../../src/schema/schema.js";

const text: Schema = { type: "string" };
const short: Schema = { type: "string", maxLength: 64 };

/** Self of the rules below. */
export const everything: Schema = {
  type: "object",
  required: ["name", "size"],
  properties: {
    name: text,
    short,
    size: { type: "integer" },
    ratio: { type: "number" },
    on: { type: "boolean" },
    bytes: { type: "string", format: "byte" },
    fewBytes: { type: "string", format: "byte", maxLength: 128 },
    wait: { type: "string", format: "duration" },
    at: { type: "string", format: "date-time" },
    day: { type: "string", format: "date" },
    mode: { type: "string", enum: ["Always", "Never", "IfNotPresent"] },
    port: { "x-kubernetes-int-or-string": true },
    shortPort: { "x-kubernetes-int-or-string": true, maxLength: 5 },
    names: { type: "array", items: text },
    fewNames: { type: "array", maxItems: 16, items: short },
    sizes: { type: "array", items: { type: "integer" } },
    fewSizes: { type: "array", maxItems: 32, items: { type: "integer" } },
    labels: { type: "object", additionalProperties: text },
    fewLabels: { type: "object", maxProperties: 8, additionalProperties: short },
    rules: {
      type: "array",
      items: {
        type: "object",
        required: ["host"],
        properties: { host: text, path: short, ports: { type: "array", items: { type: "integer" } } },
      },
    },
    fewRules: {
      type: "array",
      maxItems: 10,
      items: {
        type: "object",
        required: ["host"],
        properties: {
          host: short,
          other: text,
          ports: { type: "array", maxItems: 4, items: { type: "integer" } },
          morePorts: { type: "array", items: { type: "integer" } },
        },
      },
    },
    inner: {
      type: "object",
      properties: { name: text, deep: { type: "object", properties: { size: { type: "integer" } } } },
    },
    twin: {
      type: "object",
      properties: { name: text, deep: { type: "object", properties: { size: { type: "integer" } } } },
    },
    maybe: { type: "string", nullable: true, maxLength: 10 },
    anything: { "x-kubernetes-preserve-unknown-fields": true },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { name: text } },
    anyList: { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    namespace: text,
    "a-b": text,
    "c.d": text,
    "e/f": text,
    g__h: text,
    "1st": text,
    matrix: {
      type: "array",
      maxItems: 8,
      items: { type: "array", maxItems: 8, items: { type: "array", maxItems: 8, items: { type: "integer" } } },
    },
    groups: {
      type: "object",
      maxProperties: 6,
      additionalProperties: {
        type: "array",
        maxItems: 6,
        items: { type: "object", properties: { id: short, weight: { type: "integer" } } },
      },
    },
  },
};

export const expressions: readonly string[] = String.raw`
true
self.on
self.name
1
!self.on
self.size > 3
self.size > 3.5
self.ratio > 3
self.size == 3.0
self.size == dyn(3.0)
self.size + 1.0 > 2.0
double(self.size) + 1.0 > 2.0
self.size + self.ratio > 1.0
self.size in [1, 2, 3]
self.size in [1, 2u]
self.size in [1, dyn(2)]
self.name in ['a', 'b']
self.name in self.labels
self.size in self.labels
self.name in self.names
self.short in self.fewNames
self.name == self.short
self.name == 1
self.name != null
self.inner != null
self.at != null
self.wait == null
self.names == null
self.size == null
self.maybe == null
self.maybe.size() > 1
has(self.name)
has(self.inner.deep.size) && self.inner.deep.size > 1
has(self)
has(self.missing)
has(self.inner.missing)
has(self['name'])
has(self.labels.key)
has(self.fewLabels.key) && self.fewLabels.key == 'x'
self.labels.key == 'x'
self.fewLabels['key'].contains('x')
self.labels['key'].startsWith('x')
self.missing
self.nmae == 'x'
slef.name == 'x'
name == 'x'
self.inner == self.inner
self.inner == self.twin
self.inner.deep == self.twin.deep
self.inner.name == self.twin.name
[self.inner, self.inner].size() == 2
[self.inner, self.twin].size() == 2
self.anything == 1
self.open.name == 'a'
self.open.other == 'a'
self.anyList.size() == 0
self.embedded.metadata.name == 'a'
self.embedded.metadata.labels.size() == 0
self.embedded.kind == 'Pod' && self.embedded.apiVersion == 'v1'
self.embedded.spec.x == 1
self.__namespace__ == 'x'
self.namespace == 'x'
self.a__dash__b == 'x'
self.a-b == 'x'
self.c__dot__d == 'x'
self.e__slash__f == 'x'
self.g__underscores__h == 'x'
self.g__h == 'x'
self.1st == 'x'
self.if == 'x'
namespace == 'x'
self.port == 1 || self.port == '1'
self.port > 1
self.port.size() > 1
self.port.startsWith('a')
self.port.foo == 1
self.port
type(self.port) == string
type(self.port) == int
type(self.port) == integer
type(self.wait) == duration
type(self.at) == timestamp
type(self.at) == google.protobuf.Timestamp
type(self.names) == list
type(self.labels) == map
type(self.inner) == object
type(null) == null_type
string(self.port).matches('^[0-9]+%?$')
int(self.port) > 0
self.shortPort.contains('a')
self.port.contains(self.port)
self.shortPort.contains(self.shortPort)
size(self.name) > 1
self.name.size() > 1
size(self.names) > size(self.labels)
size(self.size) > 1
size(self.bytes) > 0
self.bytes == b'abc'
self.bytes == 'abc'
self.bytes + b'\x00\377' == bytes('x')
self.fewBytes < b'a'
string(self.bytes) == 'x'
string(self.fewBytes).matches('a+')
bytes(self.name).size() > 3
self.wait > duration('1h')
self.wait > duration('1 hour')
self.wait > duration('1h30m0.5s')
self.wait > duration('-10ms')
self.wait > duration('0')
self.wait > duration('99999999h')
self.wait > duration(self.name)
self.wait + duration('1m') < duration('2h')
self.wait.getHours() > 1
self.wait.getSeconds() == 60
self.at > timestamp('2026-01-01T00:00:00Z')
self.at > timestamp('2026-13-01T00:00:00Z')
self.at > timestamp('2024-02-29T00:00:00+01:00')
self.at > timestamp('2026-02-29T00:00:00Z')
self.at > timestamp('2026-01-01')
self.at > timestamp(1700000000)
self.at > timestamp(999999999999)
self.at - self.at < self.wait
self.at + self.wait > self.at
self.at + self.at > self.at
self.day < self.at
self.at.getFullYear() == 2026
self.at.getDayOfWeek('UTC') == 1
self.at.getDate('Europe/Berlin') == 1
self.mode == 'Always'
self.mode.contains('a')
self.mode.matches('^A')
self.name.contains('a')
self.name.contains(self.name)
self.short.contains(self.short)
self.name.contains(self.short)
self.name.startsWith(self.name)
self.name.endsWith('x')
self.name.matches('^a+$')
self.name.matches('(')
self.name.matches('(?=a)')
self.name.matches(self.short)
self.name.matches(self.name)
self.short.matches(self.short)
matches(self.name, '[')
matches(self.name, 'a')
matches('(', 'a')
self.name.find('[0-9]+') == '1'
self.name.find('[') == '1'
self.name.findAll('[0-9]+').size() == 1
self.name.findAll('[0-9]+', 3).size() == 1
self.short.findAll('[a-z]+').all(x, x.matches('a'))
self.name.findAll('[a-z]+').all(x, x.matches('a'))
self.name.lowerAscii() == 'a'
self.name.upperAscii().contains('A')
self.name.trim().size() > 0
self.name.substring(1) == 'a'
self.name.substring(1, 2).matches('a')
self.name.charAt(0) == 'a'
self.name.indexOf('a') == 0
self.name.indexOf('a', 2) == 0
self.name.lastIndexOf('a') == 0
self.name.replace('a', 'bb').matches('b')
self.name.replace('a', 'b', 1) == 'b'
self.name.replace('', 'long').contains('x')
self.short.replace('', self.short).matches('x+')
self.name.replace(self.short, self.name) == 'a'
self.name.split('.').size() > 1
self.name.split('.', 2)[0] == 'a'
self.name.split('.').all(p, p.size() > 0)
self.name.split('.').all(p, p.matches('^[a-z]+$'))
self.short.split('.').all(p, p.matches('^[a-z]+$'))
self.name.split('.', -1).all(p, p == 'a')
self.name.split('.', 5).all(p, p.contains('a'))
self.names.join() == ''
self.names.join(',').contains('a')
self.fewNames.join(',').matches('a')
self.name.reverse() == 'a'
strings.quote(self.name) == 'a'
strings.quote(self.short).matches('a')
'%s is %d'.format([self.name, self.size]) == 'x'
'%s'.format([self.name]) == 'x'
'%s'.format([self.names]) == 'x'
'%s'.format([self.inner]) == 'x'
'%d'.format([self.name]) == 'x'
'%d %d'.format([self.size]) == 'x'
'%d'.format([self.size, self.size]) == 'x'
'%z'.format([self.size]) == 'x'
'%.3f'.format([self.ratio]) == 'x'
'%.f'.format([self.ratio]) == 'x'
'100%%'.format([]) == 'x'
'%'.format([self.size]) == 'x'
'%s %d'.format([self.size, self.size]) == 'x'
'%x %X %o %b %e'.format([self.size, self.size, self.size, self.size, self.size]) == 'x'
'%s'.format([dyn(self.name), dyn(self.size)]) == 'x'
'%s %s'.format([dyn(self.name), dyn(self.size)]) == 'x'
self.name.format([1]) == 'x'
self.names.all(n, n.startsWith('a'))
self.names.all(n, n.matches('a'))
self.names.all(n, n.contains('ab'))
self.fewNames.all(n, n.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'))
self.names.all(n, n == self.name)
self.names.all(x, self.names.all(y, x == y))
self.fewNames.all(x, self.fewNames.exists_one(y, x == y))
self.sizes.all(x, self.sizes.all(y, x != y))
self.fewSizes.all(x, self.fewSizes.all(y, self.fewSizes.all(z, x + y != z)))
self.sizes.exists(x, x > 1)
self.sizes.exists_one(x, x > 1)
self.sizes.existsOne(x, x > 1)
self.sizes.filter(x, x > 1).size() > 0
self.sizes.map(x, x * 2).all(x, x > 1)
self.sizes.map(x, x > 1, x * 2).size() > 1
self.names.map(x, x.size()).sum() > 1
self.names.map(x, x + x).all(x, x.size() > 1)
self.fewNames.map(x, x + x).all(x, x.matches('a'))
self.fewNames.filter(x, x.contains('a')).map(x, x.upperAscii()).exists(x, x == 'A')
self.names.all(x)
self.names.all(x, y, z, true)
self.names.all(1, true)
self.names.all(self.x, true)
self.names.all(x, x > 1)
self.names.all(x, x)
self.name.all(x, true)
self.inner.all(x, true)
self.size.all(x, true)
self.port.all(x, true)
self.names.all(x, x == 'a') ? self.on : self.size > 1
self.on ? 1 : 2
self.on ? self.on : 2
self.on ? self.on : self.on ? true : false
self.on ? self.on ? true : false : true
self.on ? (self.on ? true : false) : true
self.labels.all(k, k.startsWith('a'))
self.labels.all(k, self.labels[k] == 'a')
self.labels.all(k, k.matches('a'))
self.labels.all(k, self.labels[k].matches('a'))
self.fewLabels.all(k, self.fewLabels[k].matches('a'))
self.labels.exists(k, k == 'a' && self.labels[k] != '')
self.labels.map(k, k).size() > 1
self.labels.map(k, self.labels[k]).all(v, v.size() > 1)
self.names.all(i, n, n.startsWith('a'))
self.names.exists(i, n, i > 1 && n == 'a')
self.names.exists_one(i, n, i > 1 && n == 'a')
self.names.existsOne(i, n, i > 1 && n == 'a')
self.names.all(i, i, true)
self.labels.all(k, v, v.matches('a'))
self.fewLabels.all(k, v, v.matches('a') && k.matches('b'))
self.names.transformList(i, n, n + 'a').size() > 1
self.fewNames.transformList(i, n, i > 1, n + 'a').all(x, x.matches('a'))
self.fewLabels.transformMap(k, v, v.size()).all(k, v, v > 1)
self.fewLabels.transformMap(k, v, v != '', v.size()).exists(k, k == 'a')
self.fewLabels.transformMapEntry(k, v, {v: k}).size() == self.fewLabels.size()
self.labels.transformMapEntry(k, v, {v: k}).size() == self.labels.size()
self.fewRules.all(r, r.host.matches('a'))
self.rules.all(r, r.host.matches('a'))
self.rules.all(r, r.path.matches('a'))
self.rules.all(r, has(r.path) && r.path == 'a')
self.rules.all(r, r.ports.all(p, p > 1))
self.fewRules.all(r, r.ports.all(p, p > 1))
self.fewRules.all(r, r.morePorts.all(p, p > 1))
self.fewRules.all(r, r.ports.all(p, r.host.size() > p))
self.fewRules.all(r, r.ports.all(p, r.morePorts.size() > p))
self.fewRules.all(r, r.host == r.other)
self.fewRules.all(r, r.host.contains(r.other))
self.fewRules.all(r, r.ports.all(p, r.other.contains('aaaaaaaaaaaaaaaaaaaaa')))
self.fewRules.all(r, self.fewRules.filter(s, s.host == r.host).size() == 1)
self.rules.all(r, self.rules.filter(s, s.host == r.host).size() == 1)
self.rules[0].host == 'a'
self.fewRules[0].host.matches('a')
self.fewRules[self.size].ports[0] > 1
self.fewRules['a'].host == 'a'
self.matrix.all(a, a.all(b, b.all(c, c > 0)))
self.matrix[0][1][2] == 3
self.matrix.map(a, a.map(b, b.sum()).sum()).sum() > 1
self.groups.all(k, self.groups[k].all(g, g.weight > 1))
self.groups.all(k, v, v.all(g, g.id.matches('a')))
self.groups.map(k, self.groups[k].map(g, g.weight).sum()).sum() == 100
self.names + ['a'] == self.names
(self.names + self.names).all(x, x == 'a')
(self.fewNames + ['abc']).all(x, x.matches('a'))
['a', 'bcd'].all(x, self.name.contains(x))
['a', 'bcd'].exists(x, x in self.names)
{'a': 1}.all(k, k in self.labels)
{'a': 1, 'b': 2}[self.name] == 1
{'a': 1, 'b': 'c'}.size() == 2
{'a': 1, 2: 3}.size() == 2
{1: self.names, 2: self.fewNames}[1].all(x, x == 'a')
[[1], [2]].flatten().size() == 2
[1, 2, 3].isSorted()
self.names.isSorted()
self.fewNames.isSorted()
self.inner.isSorted()
self.sizes.sum() > 1
self.names.sum() > 1
self.names.max() == 'a'
self.fewSizes.min() == 1
self.sizes.indexOf(1) == 0
self.names.lastIndexOf('a') == 0
self.names.distinct().size() == 1
self.fewNames.distinct().size() == self.fewNames.size()
self.sizes.distinct().size() == 1
self.names.sort() == self.names
self.fewNames.sort() == self.fewNames
self.fewSizes.sort()[0] > 1
self.fewRules.sortBy(r, r.host)[0].host == 'a'
self.rules.sortBy(r, r.host)[0].host == 'a'
self.fewNames.reverse()[0] == 'a'
self.fewNames.slice(0, 2).size() == 2
self.fewNames.slice(3, 2).size() == 2
self.names.slice(0, 2).all(x, x.matches('a'))
self.names.slice(0, self.size).size() == 2
lists.range(10).all(x, x > 1)
lists.range(self.size).all(x, x > 1)
self.fewNames.first().hasValue()
self.fewNames.last().orValue('x') == 'x'
self.matrix.flatten().size() > 1
self.matrix.flatten(2).size() > 1
self.names.flatten().size() > 1
sets.contains(self.names, ['a'])
sets.contains(self.names, self.names)
sets.contains(self.fewNames, self.fewNames)
sets.equivalent(self.fewNames, ['a', 'b'])
sets.intersects(self.fewSizes, self.fewSizes)
sets.contains(self.names, [1])
quantity('10Mi').isGreaterThan(quantity('1Mi'))
quantity(self.name).isLessThan(quantity('1Mi'))
isQuantity(self.name) && quantity(self.name).asInteger() > 1
quantity(self.short).add(quantity('1')).sub(1).compareTo(quantity('2')) == 0
quantity(self.short) == quantity('1')
quantity('1').foo == 1
sign(quantity(self.name)) == 1
quantity(self.name).sign() == 1
quantity(self.name).isInteger() && quantity(self.name).asApproximateFloat() > 1.0
isIP(self.name)
ip(self.name).family() == 4
ip(self.name) == ip('1.2.3.4')
ip.isCanonical(self.name)
ip(self.short).isLoopback() || ip(self.short).isUnspecified() || ip(self.short).isGlobalUnicast()
ip(self.short).isLinkLocalUnicast() || ip(self.short).isLinkLocalMulticast()
string(ip(self.short)) == 'a'
type(ip(self.short)) == net.IP
isCIDR(self.name)
cidr(self.name).containsIP('10.0.0.1')
cidr(self.name).containsIP(self.name)
cidr(self.name).containsIP(ip(self.name))
cidr(self.name).containsCIDR(self.name)
cidr(self.name).containsCIDR(cidr('10.0.0.0/8'))
cidr(self.name).prefixLength() == 8 && cidr(self.name).masked() == cidr(self.name)
cidr(self.name).ip().family() == 4
string(cidr(self.short)) == type(net.CIDR)
url(self.name).getHost() == 'a'
url(self.name) == url(self.short)
url(self.short).getQuery()['a'][0] == 'b'
url(self.name).getScheme() == 'https' && url(self.name).getPort() == '1'
url(self.name).getHostname().matches('a') && url(self.name).getEscapedPath() == '/'
isURL(self.name)
format.dns1123Label().validate(self.name).hasValue()
!format.dns1123Subdomain().validate(self.short).hasValue()
format.named('uuid').value().validate(self.short).orValue([]).size() == 0
format.unknown().validate(self.name).hasValue()
format.qualifiedName() == format.uri()
semver('1.2.3').isLessThan(semver(self.name))
isSemver(self.name) && semver(self.name).major() > 1
isSemver(self.name, true) && semver(self.name, true).minor() > semver('1.0.0').patch()
semver(self.short) == semver('1.2.3')
self.?name.hasValue()
self.?name.orValue('x') == 'x'
self.?inner.?deep.?size.orValue(1) > 1
self.inner.?deep.size.orValue(1) > 1
self.?missing.hasValue()
self.labels[?'a'].orValue('b') == 'b'
self.names[?0].hasValue()
self.?names.orValue([]).all(x, x == 'a')
self.?fewNames.orValue([]).all(x, x.matches('a'))
self.?fewNames[0].hasValue()
self.?size.optMap(x, x + 1).orValue(3) > 2
self.?inner.optFlatMap(x, x.?name).orValue('') == ''
self.?fewNames.optMap(x, x.size()).orValue(0) > 1
optional.of(1).value() == 1
optional.none().hasValue()
optional.of(self.name).or(optional.none()).value() == 'a'
optional.ofNonZeroValue(self.size).hasValue()
[?self.?name, 'a'].size() > 1
[?self.name].size() > 1
{?'a': self.?name}.size() > 0
optional.unwrap([self.?name]).size() > 0
[self.?name].unwrapOpt().size() > 0
oldSelf.size <= self.size
self.size >= oldSelf.size && self.name == oldSelf.name
self.names.all(oldSelf, oldSelf == 'a')
oldSelf == self
oldSelf.hasValue()
int('3') == 3
int('x') == 3
int(3.9) == 3
int(1e30) == 3
uint(-1) == 3u
uint('7') == 7u
double('1.5') == 1.5
double('x') == 1.5
bool('true')
bool('yes')
string(1) == '1'
string(b'\xff') == 'x'
int(string(5)) == 5
int(string('x')) == 5
timestamp('x') == self.at
duration('x') == self.wait
uint(int(duration('-1s'))) == 0u
uint(int(duration('1s'))) == 0u
timestamp('0001-01-01T00:00:00+01:00') == self.at
int(double('inf')) == 1
double('-Infinity') < 1.0
self.name.matches(string(dyn(1.5)))
int(dyn('x')) == 1
bytes('a') == b'a'
9223372036854775807 == self.size
9223372036854775808 == self.size
-9223372036854775808 == self.size
18446744073709551615u == 1u
0xff == 255 && -0x10 == -16
1e400 == 1.0
.5 == 0.5
1. == 1.0
--self.size == 1
!!self.on
!-self.size
-self.name == 'a'
-1u == 1u
'a' "b"
'it''s' == 'a'
"a\q" == 'b'
'\u00e9\U0001F600\x41\101' == self.name
r'\d+' == self.name
self.name.matches('\d')
self.name.matches('\\d')
self.name.matches(r'\d')
'''multi''' == self.name
"""x""" == self.name
'\ud800' == 'a'
b'\u00e9' == b'a'
self.name = 'a'
self.name === 'a'
self.name & self.name
self.on and self.on
self.on && self.on || !self.on
self.on &&
(self.on
self.on)
[1, 2,].size() == 2
[,].size() == 0
[1,,2].size() == 2
{'a': 1,}.size() == 1
{,}.size() == 0
self.
self..name == 'x'
self.?name == optional.of('a')
.self.on
self.on // a comment
self['name'] == 'a'
self[0] == 'a'
self.name[0] == 'a'
Thing{a: 1}.a == 1
self.name.unknown() == 'a'
unknown(self.name)
self.name.startWith('a')
self.name.startsWith(1)
self.name.startsWith('a', 'b')
startsWith(self.name, 'a')
size(self.name, 1) == 1
contains('a', 'b')
self.names.contains('a')
self.on + self.on
self.names < self.names
self.on < self.on
self.at < self.day
self.inner < self.inner
self.labels == {'a': 'b'}
self.names == ['a']
self.names == [1]
self.labels == {}
self.names == []
[] == []
[1] == ['a']
self.size % 2 == 0
self.ratio % 2.0 == 0.0
self.size / 2 * 3 - 1 == 0
self.size * 2.0 == 0.0
1 + 'a' == 'b'
self.name + 1 == 'a'
self.name + self.name == self.name
(self.name + self.name + self.name).matches('a')
(self.short + '-' + self.mode).matches('^[a-z]+$')
dyn(self.name) == 1
dyn(self.names).all(x, x == 'a')
dyn(self.fewNames).all(x, x.matches('a'))
dyn(self.on)
bool(dyn(self.on))
[1, 2, 3].all(i, self.names.all(n, n.matches('a')))
[self.name, self.short].all(x, x.matches('a'))
[self.short, self.mode].all(x, x.matches('a'))
self.names.size() == 0 || self.names[0].matches('a')
cel.bind(x, self.name, x == 'a')
math.greatest(1, 2) == 2
authorizer.path('/').check('get').allowed()
self.port.allowed()
request.name == 'a'
__result__ == 1
self.names.all(__result__, true)
self.names.all(x, __result__)
`
  .split("\n")
  .filter((line) => line !== "");
