import { Type } from 'typebox';
import type { Connections } from '../../kit/db/database.ts';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import type { Delivery } from '../../kit/outbox.ts';
import { dayMs } from '../../kit/time.ts';
import * as audit from '../audit/public.ts';
import { audienceOf, testTopic } from './actions/campaigns.ts';
import { releaseTopic } from './actions/settings.ts';
import { type BatchOptions, batchSize, type Outside, sendBatch, startBatch } from './dispatch.ts';
import type { PushService } from './gateways.ts';
import { keepResults, purgeOpens } from './results.sql.ts';
import { quietMarkets } from './rules.ts';
import {
  cancelMessages,
  closeCancelled,
  findDueCampaign,
  finishCampaign,
  listDueTests,
  listOpenCampaigns,
  lockCampaign,
  lockSettingsForShare,
  moveCampaign,
  type OpenCampaign,
  purgeDays,
  purgeMessages,
  queueNext,
  releaseMessages,
} from './sql.ts';

/** Devices per transaction. */
const queueChunk = 10_000;
/** Time limit of a run, which an admin may wait for. */
const longestRunMs = 50_000;
/** Limit of messages without a response. */
const maxLate = 4 * batchSize;
const keptMs = 90 * dayMs;
const daysKeptMs = 2 * dayMs;
const opensKeptMs = 400 * dayMs;

const target = (id: string) => ({ type: 'push_campaign', id });

/** Starts due campaigns. */
const startDueCampaigns: JobStep = {
  name: 'started_campaigns',
  async run({ database, signal }) {
    let started = 0;
    while (!signal.aborted) {
      const found = await database.transaction(async (tx, now) => {
        const campaign = await findDueCampaign(tx, now);
        if (!campaign) return false;
        await moveCampaign(tx, campaign.id, { status: 'sending', started_at: now }, now);
        await audit.record(audit.systemCtx(tx, now), {
          action: 'push_campaign.start',
          target: target(campaign.id),
          before: { status: campaign.status },
          after: { status: 'sending' },
        });
        return true;
      });
      if (!found) break;
      started++;
    }
    return started;
  },
};

/** Continues where the last call stopped. */
export async function queueCampaign(
  { database, signal }: Pick<JobIo, 'database' | 'signal'>,
  { id }: Pick<OpenCampaign, 'id'>,
  chunk = queueChunk,
) {
  let seen = 0;
  while (!signal.aborted) {
    const found = await database.transaction(async (tx, now) => {
      // Serializes processes.
      const campaign = await lockCampaign(tx, id);
      if (campaign?.status !== 'sending') return 0;
      // Quiet hours cannot change before the waiting messages are committed.
      const { quietHours } = await lockSettingsForShare(tx);
      return queueNext(tx, id, await audienceOf(tx, campaign), quietMarkets(quietHours, now), chunk, now);
    });
    seen += found;
    if (found < chunk) break;
  }
  return seen;
}

const queueMessages: JobStep = {
  name: 'queued_devices',
  async run(io) {
    let seen = 0;
    for (const campaign of await listOpenCampaigns(io.database.db)) {
      if (!campaign.isQueued) seen += await queueCampaign(io, campaign);
      io.progress({ done: seen });
    }
    return seen;
  },
};

/** Starts batches one after the other, and waits only if too many messages have no response. */
function createSender(database: Connections, outside: Outside) {
  const open = new Set<Promise<void>>();
  let late = 0;
  const watch = (settled: Promise<void>, messages: number): void => {
    late += messages;
    // Failed batches stay in the set, so that `end` rejects.
    const watched = settled.then(() => {
      open.delete(watched);
      late -= messages;
    });
    watched.catch(() => undefined);
    open.add(watched);
  };
  return {
    async send(options: BatchOptions): Promise<number> {
      const batch = await startBatch(database, outside, options);
      if (batch) watch(batch.settled, batch.late);
      while (late > maxLate) await Promise.race(open);
      return batch?.claimed ?? 0;
    },
    end: (): Promise<unknown> => Promise.all(open),
  };
}

/** One batch of each campaign in turn, so that large campaigns do not delay others; also retries failed tests. */
const sendMessages = (push: PushService, files: Outside['files']): JobStep => ({
  name: 'sent_messages',
  async run({ database, signal, progress }) {
    if (push.mode === 'off') return 0;
    const until = performance.now() + longestRunMs;
    const sender = createSender(database, { push, files });
    let sent = 0;
    const tests = (await listDueTests(database.db)).map((campaignId) => ({ campaignId, isTest: true }));
    const campaigns = (await listOpenCampaigns(database.db)).map(({ id }) => ({ campaignId: id, isTest: false }));
    let open = [...tests, ...campaigns];
    while (open.length > 0 && !signal.aborted && performance.now() < until) {
      const busy: typeof open = [];
      for (const queue of open) {
        const taken = await sender.send(queue);
        sent += taken;
        if (taken > 0) busy.push(queue);
        if (signal.aborted) break;
      }
      open = busy;
      progress({ done: sent });
    }
    await sender.end();
    return sent;
  },
});

/** Finishes completed campaigns, and ends the messages of cancelled ones. */
const endCampaigns: JobStep = {
  name: 'ended_campaigns',
  async run(io) {
    const { database } = io;
    await inChunks({ ...io, progress: () => {} }, (tx, now, most) => cancelMessages(tx, now, most));
    await database.transaction(async (tx, now) => {
      for (const id of await closeCancelled(tx, now)) await keepResults(tx, id);
    });
    let ended = 0;
    for (const { id } of await listOpenCampaigns(database.db)) {
      ended += await database.transaction(async (tx, now) => {
        if (!(await finishCampaign(tx, id, now))) return 0;
        await keepResults(tx, id);
        await audit.record(audit.systemCtx(tx, now), {
          action: 'push_campaign.finish',
          target: target(id),
          before: { status: 'sending' },
          after: { status: 'sent' },
        });
        return 1;
      });
    }
    return ended;
  },
};

export const pushSteps = (push: PushService, files: Outside['files']): JobStep[] => [
  startDueCampaigns,
  queueMessages,
  sendMessages(push, files),
  endCampaigns,
];

/** Messages are kept for 90 days, and who opened them for 400; the counts of campaigns are kept. */
export const purgePushes: JobStep = {
  name: 'old_pushes',
  async run(io) {
    const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
    const messages = await inChunks(io, (tx, now, most) => purgeMessages(tx, before(now, keptMs), most));
    const opens = await inChunks(io, (tx, now, most) => purgeOpens(tx, before(now, opensKeptMs), most));
    return messages + opens + (await inChunks(io, (tx, now, most) => purgeDays(tx, before(now, daysKeptMs), most)));
  },
};

const readTest = parseOrUndefined(Type.Object({ campaignId: Type.String({ format: 'uuid' }) }));

const readRelease = parseOrUndefined(Type.Object({ ends: Type.Array(Type.String({ format: 'moment' })) }));
/** Messages released per transaction. */
const releaseChunk = 5_000;

/** Tests are sent immediately. */
export const pushDeliveries = (database: Connections, outside: Outside): Delivery[] => [
  {
    topic: testTopic,
    deliver: async (payload) => {
      const campaignId = readTest(payload)?.campaignId;
      if (campaignId === undefined) return;
      while (((await sendBatch(database, outside, { campaignId, isTest: true })) ?? 0) > 0);
    },
  },
  {
    topic: releaseTopic,
    deliver: async (payload) => {
      const ends = readRelease(payload)?.ends.map((end) => new Date(end)) ?? [];
      const release = () => database.transaction((tx, now) => releaseMessages(tx, ends, releaseChunk, now));
      while ((await release()) === releaseChunk);
    },
  },
];
