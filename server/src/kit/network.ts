import ipaddr from 'ipaddr.js';

const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address) ? ipaddr.process(address) : undefined;

/**
 * The key by which calls from an address are counted: an IPv4 address, also in IPv6 notation, else the /64 network, in
 * which one household or server can use a different address for each call.
 */
export function networkOf(address: string): string {
  const ip = parse(address);
  if (!ip) return address;
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const prefix = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address cannot be reached from the internet: private, local or reserved. */
export function isPrivateAddress(address: string): boolean {
  const ip = parse(address);
  if (!ip) return false;
  return ip.range() !== 'unicast' || (ip instanceof ipaddr.IPv6 && !ip.match(globalUnicast));
}
