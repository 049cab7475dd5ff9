import fc from 'fast-check';

/** Any code point. The unit of fast-check that is called binary lists all million of them first, for seconds. */
export const anyLetter = fc
  .oneof(fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
