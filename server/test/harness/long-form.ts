/** How many of something a test takes: more of them in `npm run test:long`. */
export const testCount = (count: number, { long }: { long: number }): number =>
  process.env.LONG_FORM === undefined ? count : long;
