import type { Connections, Tx } from '../../kit/db/database.ts';
import { settlesWithin } from '../../kit/time.ts';
import { type CatalogFiles, pictureUrls } from '../catalog/public.ts';
import type { PushDevice, PushService } from './gateways.ts';
import {
  contentOf,
  type DeliveryDecision,
  decideDelivery,
  isCapped,
  keptForS,
  leaseMs,
  maxAttempts,
  type Outcome,
  resumeAt,
  retryAt,
  topicOf,
} from './rules.ts';
import type { PushSettings } from './schema.ts';
import {
  type CampaignToSend,
  type ClaimedMessage,
  claimMessages,
  countAgainstDailyCap,
  dropSubscriptions,
  lockCampaignForShare,
  lockSettingsForShare,
  type Settlement,
  settleMessages,
} from './sql.ts';

/**
 * Messages are sent in batches: claimed in one transaction, sent outside of any, and settled in another. If the process
 * dies in between, the messages are sent again, so a message can arrive twice. Both have the same topic and tag, so
 * that the second replaces the first at the push service and on the device.
 */
export const batchSize = 100;
/** How long a batch waits for slow responses before it is settled without them. */
const promptMs = 500;

/** What sending needs besides the database. */
export interface Outside {
  readonly push: Pick<PushService, 'send'>;
  readonly files: Pick<CatalogFiles, 'findAssets'>;
}

/** A message with its device. */
interface Sendable {
  readonly message: ClaimedMessage;
  readonly device: PushDevice;
}

interface Batch {
  readonly at: Date;
  readonly campaign: CampaignToSend;
  /** The URL of its picture. */
  readonly picture: string | null;
  readonly claimed: number;
  readonly sendable: readonly Sendable[];
}

function deviceOf({ kind, endpoint, p256dh, auth }: ClaimedMessage): PushDevice | undefined {
  if (kind === null || endpoint === null) return undefined;
  if (kind !== 'web') return { kind, endpoint };
  return p256dh === null || auth === null ? undefined : { kind, endpoint, p256dh, auth };
}

function decisionOn(
  message: ClaimedMessage,
  campaign: CampaignToSend,
  settings: PushSettings,
  now: Date,
): DeliveryDecision {
  const { category } = campaign;
  const { isTest, isActive, market, attempts } = message;
  const dueAt = isTest ? message.createdAt : campaign.dueAt;
  const hasDevice = deviceOf(message) !== undefined;
  const facts = { isTest, isActive, market, attempts, category, dueAt, hasDevice, wantsCategory: message[category] };
  return decideDelivery(facts, settings.quietHours, now);
}

/** Settles a message without an attempt: it has an outcome, or waits. */
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

/** Claims messages, and settles those that are not to be sent. Undefined while pushes are disabled. */
async function takeBatch(
  tx: Tx,
  { files }: Outside,
  { campaignId, isTest, size }: { campaignId: string; isTest: boolean; size: number },
  now: Date,
): Promise<Batch | undefined> {
  const settings = await lockSettingsForShare(tx);
  const campaign = settings.enabled ? await lockCampaignForShare(tx, campaignId, isTest) : undefined;
  if (!campaign) return undefined;
  const until = new Date(now.getTime() + leaseMs);
  const claimed = await claimMessages(tx, { campaignId, isTest, most: size, until }, now);
  const decided = claimed.map((message) => ({ message, decision: decisionOn(message, campaign, settings, now) }));
  const wanted = decided.flatMap(({ message, decision }): Sendable[] => {
    const device = decision.send ? deviceOf(message) : undefined;
    return device ? [{ message, device }] : [];
  });
  const users = wanted.map(({ message: { userId } }) => userId);
  const isUncapped = isTest || !isCapped(campaign.category);
  const allowed = isUncapped
    ? new Set(users)
    : await countAgainstDailyCap(tx, users, campaignId, settings.dailyCap, now);
  const isAllowed = ({ message: { userId } }: Sendable) => allowed.has(userId);
  const capped = wanted.filter((one) => !isAllowed(one));
  await settleMessages(
    tx,
    campaignId,
    [
      ...decided.flatMap(({ message, decision }) => settlementOf(message, decision)),
      ...capped.map(({ message }) => notSent(message, 'capped', null)),
    ],
    now,
  );
  const pictureOf = await pictureUrls(tx, files, [campaign.pictureAssetId]);
  const picture = pictureOf(campaign.pictureAssetId);
  return { at: now, campaign, picture, claimed: claimed.length, sendable: wanted.filter(isAllowed) };
}

interface Sent {
  readonly message: ClaimedMessage;
  readonly answer: Awaited<ReturnType<PushService['send']>>;
}

async function sendOne(
  push: Outside['push'],
  { campaign, picture }: Batch,
  { message, device }: Sendable,
): Promise<Sent> {
  const pushed = {
    content: contentOf(campaign, message, picture),
    topic: topicOf(campaign.id),
    ttlS: keptForS,
    isUrgent: campaign.category === 'moderation',
  };
  try {
    return { message, answer: await push.send(device, pushed) };
  } catch {
    // The keys of the device are invalid.
    return { message, answer: { outcome: 'rejected', status: null } };
  }
}

function settlementAfter({ message, answer }: Sent, now: Date): Settlement {
  const { id, attempts } = message;
  const known = { id, attempts, responseStatus: answer.status, isAttempt: true };
  if (answer.outcome === 'paused')
    return { ...known, isAttempt: false, outcome: null, nextAttemptAt: resumeAt(now, answer.retryAfterMs) };
  if (answer.outcome !== 'retry') return { ...known, outcome: answer.outcome, nextAttemptAt: null };
  if (attempts >= maxAttempts) return { ...known, outcome: 'unreachable', nextAttemptAt: null };
  return { ...known, outcome: null, nextAttemptAt: retryAt(now, attempts, answer.retryAfterMs) };
}

/** Messages of a campaign, or its test messages. */
export interface BatchOptions {
  readonly campaignId: string;
  readonly isTest?: boolean;
  readonly size?: number;
}

export interface StartedBatch {
  readonly claimed: number;
  /** Messages without a response yet. */
  readonly late: number;
  /** Resolves when all messages are settled. */
  readonly settled: Promise<void>;
}

async function settleSent(database: Connections, { campaign, at }: Batch, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return;
  const gone = sent.flatMap(({ message, answer }) =>
    answer.outcome === 'gone' ? [{ id: message.subscriptionId, goneAt: answer.goneAt ?? at }] : [],
  );
  await database.transaction(async (tx, now) => {
    const settlements = sent.map((one) => settlementAfter(one, now));
    await settleMessages(tx, campaign.id, settlements, now);
    await dropSubscriptions(tx, gone);
  });
}

/**
 * Starts a batch, and settles the prompt responses. Slow push services, which anyone can register, do not delay other
 * messages: theirs are settled later. Undefined while sending is not allowed.
 */
export async function startBatch(
  database: Connections,
  outside: Outside,
  { campaignId, isTest = false, size = batchSize }: BatchOptions,
): Promise<StartedBatch | undefined> {
  const batch = await database.transaction((tx, now) => takeBatch(tx, outside, { campaignId, isTest, size }, now));
  if (!batch) return undefined;
  const { claimed, sendable } = batch;
  const answered: Sent[] = [];
  const all = Promise.all(
    sendable.map(async (message) => void answered.push(await sendOne(outside.push, batch, message))),
  );
  await settlesWithin(promptMs, all);
  const late = sendable.length - answered.length;
  await settleSent(database, batch, answered.splice(0));
  const settled = all.then(() => settleSent(database, batch, answered.splice(0)));
  // Rejections are reported to those who await it.
  settled.catch(() => undefined);
  return { claimed, late, settled };
}

/** Returns the number of claimed messages; undefined while sending is not allowed. */
export async function sendBatch(
  database: Connections,
  outside: Outside,
  options: BatchOptions,
): Promise<number | undefined> {
  const batch = await startBatch(database, outside, options);
  await batch?.settled;
  return batch?.claimed;
}
