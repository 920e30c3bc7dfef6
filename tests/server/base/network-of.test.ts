import { expect, test } from 'vitest'
import { networkOf, siteOf } from '#server/base/network-of.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007::9', '2001:db8:0:7::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  // Some proxies add the port. If it were kept, each connection would have its own counts.
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8:0:7::1]:443', '2001:db8:0:7::/64'],
  ['[2001:db8:0:7::1]', '2001:db8:0:7::/64'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['no:address', 'unknown'],
  ['unknown', 'unknown'],
  ['203.0.113.700', 'unknown'],
  ['203.0.113.7:', 'unknown'],
  ['_hidden:1234', 'unknown'],
  ['', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0::/48'],
  ['2001:db8:0:8::9', '2001:db8:0::/48'],
  ['2001:db8:1:7::9', '2001:db8:1::/48'],
  ['203.0.113.7', null],
  ['no:address', null],
])('the network of %s belongs to the site %s', (address, site) => {
  expect(siteOf(networkOf(address))).toBe(site)
})
