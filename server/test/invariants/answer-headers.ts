/** What every answer carries, refusals and crashes included; compared with section 5 of the security defaults. */

export type AnswerHeaders = Readonly<Record<string, string | string[] | number | undefined>>;

const fixed: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
const policies = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
const neverSaid = ['server', 'x-powered-by', 'access-control-allow-origin'];
/** What belongs to one person is never kept by a proxy or a browser. */
const isPrivate = (url: string): boolean => /^\/v1\/(?:admin|wallet)(?:[/?]|$)/.test(url);

export function headerFaults(url: string, headers: AnswerHeaders): string[] {
  const text = (name: string): string => String(headers[name] ?? '');
  return [
    ...Object.entries(fixed)
      .filter(([name, value]) => text(name) !== value)
      .map(([name]) => `${name} is ${text(name) || 'missing'}`),
    ...policies
      .filter((part) => !text('content-security-policy').includes(part))
      .map((part) => `the content security policy does not say ${part}`),
    ...neverSaid.filter((name) => headers[name] !== undefined).map((name) => `${name} is told`),
    ...(text('x-request-id') === '' ? ['x-request-id is missing'] : []),
    ...(isPrivate(url) && text('cache-control') !== 'no-store' ? ['cache-control is not no-store'] : []),
  ];
}
