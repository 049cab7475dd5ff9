import {
  notificationBody,
  ours,
  renewalInfo,
  subscription,
} from '../../server/src/gateways/payments/app-store.fixture.ts';
import { createAppStore } from '../../server/src/gateways/payments/app-store.ts';
import { median, type Result } from '../rounds.ts';

/**
 * A notification of the App Store about a renewal: three signatures with the same certificates, which are verified once and
 * then remembered, as in production.
 */

const rounds = { counted: 7, warming: 3 };
const perRound = 200;

/** How many milliseconds it takes to verify and translate one, in the median of all rounds. */
export async function storeVerify(): Promise<Result> {
  const store = createAppStore(ours);
  const bodies = Array.from({ length: perRound }, () =>
    notificationBody({ type: 'DID_RENEW', transaction: subscription, renewal: renewalInfo }),
  );
  const now = new Date();
  const medians: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds.warming + rounds.counted; round++) {
    const ofRound: number[] = [];
    for (const body of bodies) {
      const began = performance.now();
      const { payload } = await store.verify({}, body, now);
      store.translate(payload);
      ofRound.push(performance.now() - began);
    }
    if (round < rounds.warming) continue;
    medians.push(median(ofRound));
    times.push(...ofRound);
  }
  times.sort((a, b) => a - b);
  return { ratio: median(medians), p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, rounds: rounds.counted };
}
