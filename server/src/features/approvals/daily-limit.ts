/** The reason of a request for what an admin may do alone, but not so much of it in one UTC day. */
export const dailyLimitExceeded = 'daily_limit_exceeded';

/**
 * Adds an amount to what an admin did on a UTC day without a second person, and returns the sum; undefined where that would
 * exceed the limit, and nothing is added. `add` adds to the row of the day, returns the sum and leaves the row locked, so
 * requests that arrive at once are judged one after the other.
 */
export async function addWithinDailyLimit(
  amount: number,
  limit: number | undefined,
  add: (amount: number) => Promise<number>,
): Promise<number | undefined> {
  const sum = amount + (await add(0));
  if (limit !== undefined && sum > limit) return undefined;
  await add(amount);
  return sum;
}
