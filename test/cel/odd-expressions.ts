/**
 * Expressions on old values, with literals and conversions at their limits, and expressions that do not parse or have no
 * type.
 */
import { linesOf } from "./lines-of.js";

export const oddExpressions = linesOf`
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
`;
