import { expect, it } from "vitest";
import { networkOf } from "@/lib/platform/limits/network-of";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:51234", "192.0.2.7"],
  ["2001:db8:1:2::7", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::7]:443", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["unknown", "unknown"],
  ["not an address", "not an address"],
])("counts %s by %s", (clientIp, network) => {
  expect(networkOf(clientIp)).toBe(network);
});
