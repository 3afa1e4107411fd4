/** Expressions on fields, types, times and texts. */
import { linesOf } from "./lines-of.js";

export const fieldExpressions = linesOf`
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
`;
