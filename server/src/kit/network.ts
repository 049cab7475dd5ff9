import { BlockList, isIPv6 } from 'node:net';

/**
 * What a caller by address counts as: an IPv4 address, also where it is written as IPv6, else the /64 that one
 * household or server has to itself. Who could take another of its addresses for each try would never be stopped.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, in whichever way it is written. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

const privateNetworks = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', bits] = network.split('/');
  privateNetworks.addSubnet(address, Number(bits));
}
/** What is public of IPv6, and in it what leads to an IPv4 address or nowhere. */
const publicNetworks = new BlockList();
publicNetworks.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  privateNetworks.addSubnet(address, bits, 'ipv6');
}

/** Whether an address is of a machine or a network of its own, and not one that anybody on the internet reaches. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return privateNetworks.check(plain);
  const network = networkOf(plain);
  // An IPv4 address that is written as IPv6.
  if (!network.includes(':')) return privateNetworks.check(network);
  return !publicNetworks.check(plain, 'ipv6') || privateNetworks.check(plain, 'ipv6');
}
