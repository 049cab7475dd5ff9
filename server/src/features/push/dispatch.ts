import type { Connections, Tx } from '../../kit/db/database.ts';
import { settlesWithin } from '../../kit/time.ts';
import type { PushService } from './gateways.ts';
import {
  type ClaimedMessage,
  claimMessages,
  countAgainstDailyCap,
  type Settlement,
  settleMessages,
} from './messages.sql.ts';
import {
  type DeliveryDecision,
  decideDelivery,
  isCapped,
  keptForS,
  leaseMs,
  maxAttempts,
  type Outcome,
  payloadOf,
  retryAt,
  topicOf,
} from './rules.ts';
import { lockSettingsForShare, type PushSettings } from './settings.sql.ts';
import { type CampaignToSend, lockCampaignForShare } from './sql.ts';
import { dropSubscriptions } from './subscriptions.sql.ts';

/**
 * Messages are sent in batches: taken in a transaction, sent while none is open, and settled in another. What a process that
 * dies has taken and not settled is sent again by the next, so that it can arrive twice. Such a message has the same topic
 * and tag: at the push service, and on the phone, it takes the place of the first.
 */
export const batchSize = 100;
/** For how long a batch waits for its slowest; they hold up their own settlement, and not that of the others. */
const promptMs = 500;

/** A message that may be sent, with the device that it goes to. */
interface Sendable extends ClaimedMessage {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface Batch {
  readonly at: Date;
  readonly campaign: CampaignToSend;
  readonly claimed: number;
  readonly sendable: readonly Sendable[];
}

const isSendable = (message: ClaimedMessage): message is Sendable =>
  message.endpoint !== null && message.p256dh !== null && message.auth !== null;

function decisionOn(
  message: ClaimedMessage,
  campaign: CampaignToSend,
  settings: PushSettings,
  now: Date,
): DeliveryDecision {
  const { category } = campaign;
  const { isTest, isActive, market, attempts } = message;
  const dueAt = isTest ? message.createdAt : campaign.dueAt;
  const hasDevice = isSendable(message);
  const facts = { isTest, isActive, market, attempts, category, dueAt, hasDevice, wantsCategory: message[category] };
  return decideDelivery(facts, settings.quietHours, now);
}

/** What is not sent: it has ended, or waits, and in neither case was it tried. */
const notSent = (
  { id, attempts }: ClaimedMessage,
  outcome: Outcome | null,
  nextAttemptAt: Date | null,
): Settlement => ({
  id,
  attempts,
  outcome,
  nextAttemptAt,
  responseStatus: null,
  isAttempt: false,
});

const settlementOf = (message: ClaimedMessage, decision: DeliveryDecision): Settlement[] => {
  if (decision.send) return [];
  return 'outcome' in decision
    ? [notSent(message, decision.outcome, null)]
    : [notSent(message, null, decision.waitUntil)];
};

/** Takes the next messages, and settles those that are not to be sent. Nothing where all pushes are stopped. */
async function takeBatch(
  tx: Tx,
  { campaignId, isTest, size }: { campaignId: string; isTest: boolean; size: number },
  now: Date,
): Promise<Batch | undefined> {
  const settings = await lockSettingsForShare(tx);
  const campaign = settings.enabled ? await lockCampaignForShare(tx, campaignId, isTest) : undefined;
  if (!campaign) return undefined;
  const until = new Date(now.getTime() + leaseMs);
  const claimed = await claimMessages(tx, { campaignId, isTest, most: size, until }, now);
  const decided = claimed.map((message) => ({ message, decision: decisionOn(message, campaign, settings, now) }));
  const wanted = decided.flatMap(({ message, decision }) => (decision.send && isSendable(message) ? [message] : []));
  const users = wanted.map(({ userId }) => userId);
  const isFree = isTest || !isCapped(campaign.category);
  const within = isFree ? new Set(users) : await countAgainstDailyCap(tx, users, campaignId, settings.dailyCap, now);
  const capped = wanted.filter(({ userId }) => !within.has(userId));
  await settleMessages(
    tx,
    campaignId,
    [
      ...decided.flatMap(({ message, decision }) => settlementOf(message, decision)),
      ...capped.map((message) => notSent(message, 'capped', null)),
    ],
    now,
  );
  return { at: now, campaign, claimed: claimed.length, sendable: wanted.filter(({ userId }) => within.has(userId)) };
}

interface Sent {
  readonly message: Sendable;
  readonly answer: Awaited<ReturnType<PushService['send']>>;
}

async function sendOne(push: Pick<PushService, 'send'>, campaign: CampaignToSend, message: Sendable): Promise<Sent> {
  const { endpoint, p256dh, auth, language } = message;
  const pushed = {
    payload: payloadOf(campaign, language),
    topic: topicOf(campaign.id),
    ttlS: keptForS,
    isUrgent: campaign.category === 'moderation',
  };
  try {
    return { message, answer: await push.send({ endpoint, p256dh, auth }, pushed) };
  } catch {
    // What cannot be encrypted for a device cannot be sent to it.
    return { message, answer: { outcome: 'rejected', status: null } };
  }
}

function settlementAfter({ message, answer }: Sent, now: Date): Settlement {
  const { id, attempts } = message;
  const known = { id, attempts, responseStatus: answer.status, isAttempt: true };
  if (answer.outcome !== 'retry') return { ...known, outcome: answer.outcome, nextAttemptAt: null };
  if (attempts >= maxAttempts) return { ...known, outcome: 'unreachable', nextAttemptAt: null };
  return { ...known, outcome: null, nextAttemptAt: retryAt(now, attempts, answer.retryAfterMs) };
}

/** Which messages to send: those of a campaign, or those to try it with. */
export interface BatchOptions {
  readonly campaignId: string;
  readonly isTest?: boolean;
  readonly size?: number;
}

/** Messages under way. */
export interface StartedBatch {
  readonly claimed: number;
  /** How many have no answer yet. */
  readonly late: number;
  /** Ends when the last of them is settled. */
  readonly settled: Promise<void>;
}

async function settleSent(database: Connections, { campaign, at }: Batch, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return;
  const gone = sent.filter(({ answer }) => answer.outcome === 'gone').map(({ message }) => message.subscriptionId);
  await database.transaction(async (tx, now) => {
    const settlements = sent.map((one) => settlementAfter(one, now));
    await settleMessages(tx, campaign.id, settlements, now);
    await dropSubscriptions(tx, gone, at);
  });
}

/**
 * Begins to send the next messages, and settles those that are answered soon. A few push services that hang, which
 * anybody can name, must not hold up everyone else's messages: they are settled when they have answered.
 * Undefined where none may be sent.
 */
export async function startBatch(
  database: Connections,
  push: Pick<PushService, 'send'>,
  { campaignId, isTest = false, size = batchSize }: BatchOptions,
): Promise<StartedBatch | undefined> {
  const batch = await database.transaction((tx, now) => takeBatch(tx, { campaignId, isTest, size }, now));
  if (!batch) return undefined;
  const { campaign, claimed, sendable } = batch;
  const answered: Sent[] = [];
  const all = Promise.all(sendable.map(async (message) => void answered.push(await sendOne(push, campaign, message))));
  await settlesWithin(promptMs, all);
  const late = sendable.length - answered.length;
  await settleSent(database, batch, answered.splice(0));
  const settled = all.then(() => settleSent(database, batch, answered.splice(0)));
  // Whoever waits for it hears of a failure, and nobody else.
  settled.catch(() => undefined);
  return { claimed, late, settled };
}

/** Sends the next messages of a campaign; answers how many were taken, and undefined where none may be sent. */
export async function sendBatch(
  database: Connections,
  push: Pick<PushService, 'send'>,
  options: BatchOptions,
): Promise<number | undefined> {
  const batch = await startBatch(database, push, options);
  await batch?.settled;
  return batch?.claimed;
}
