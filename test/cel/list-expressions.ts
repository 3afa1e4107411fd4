/** Expressions with loops, lists, maps, and functions of the libraries. */
import { linesOf } from "./lines-of.js";

export const listExpressions = linesOf`
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
`;
