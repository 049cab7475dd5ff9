import { createECDH, createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as audit from '../features/audit/public.ts';
import { editFlags } from '../features/flags/actions.ts';
import { cancelCampaign, createCampaign, type NewCampaign, sendCampaign } from '../features/push/actions/campaigns.ts';
import type { PushDevice } from '../features/push/gateways.ts';
import { keepResults } from '../features/push/results.sql.ts';
import { moveCampaign, putSubscription } from '../features/push/sql.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { idPerRow } from '../kit/db/fragments.ts';
import { hourMs } from '../kit/time.ts';
import { before, type Seeding, seedOnce } from './admin-context.ts';

interface Sample extends NewCampaign {
  /** Negative if it is scheduled; undefined for a draft. */
  readonly sentDaysAgo?: number;
  readonly isCancelled?: boolean;
}

const samples: readonly Sample[] = [
  {
    titleI18n: { en: 'The Harbour Bride returns', ar: 'عودة عروس الميناء', id: 'The Harbour Bride kembali' },
    bodyI18n: { en: 'Three new episodes tonight', ar: 'ثلاث حلقات جديدة الليلة', id: 'Tiga episode baru malam ini' },
    category: 'drops',
    link: '/series/the-harbour-bride',
    sentDaysAgo: 12,
  },
  {
    titleI18n: { en: 'Half price weekend', id: 'Akhir pekan setengah harga' },
    bodyI18n: { en: 'More coins with every pack until Sunday', id: 'Lebih banyak koin di setiap paket sampai Minggu' },
    category: 'marketing',
    market: 'ID',
    link: '/store',
    data: { offer: 'weekend' },
    sentDaysAgo: 5,
  },
  {
    titleI18n: { en: 'New rules for comments', ar: 'قواعد جديدة للتعليقات', id: 'Aturan baru untuk komentar' },
    bodyI18n: { en: 'See what has changed', ar: 'اطّلع على ما تغيّر', id: 'Lihat apa yang berubah' },
    category: 'moderation',
    sentDaysAgo: 3,
  },
  {
    titleI18n: { en: 'Ramadan evenings', ar: 'أمسيات رمضان' },
    bodyI18n: { en: 'A family story for every evening', ar: 'قصة عائلية لكل مساء' },
    category: 'drops',
    market: 'EG',
    sentDaysAgo: -6,
  },
  {
    titleI18n: { en: 'We miss you' },
    bodyI18n: { en: 'Ten coins are waiting for you' },
    category: 'marketing',
    sentDaysAgo: -2,
    isCancelled: true,
  },
  {
    titleI18n: { en: 'The finale is here', ar: 'الحلقة الأخيرة هنا', id: 'Episode terakhir sudah ada' },
    bodyI18n: {
      en: 'Watch it before anyone tells you',
      ar: 'شاهدها قبل أن يخبرك أحد',
      id: 'Tonton sebelum ada bocoran',
    },
    category: 'drops',
  },
];

/** Devices, campaigns in every state, and flags. */
export const seedPushes = (database: Database): Promise<void> =>
  seedOnce(database, 'push_campaigns', async (seeding) => {
    const { tx, ago, as } = seeding;
    await seedDevices(tx, ago(20));
    for (const sample of samples) await seedCampaign(seeding, sample);
    await editFlags(as('superadmin', ago(9)), {
      public_new_player: { enabled: true, percentage: 25, markets: ['ID', 'MY'] },
      public_comments: true,
      public_daily_streak: { enabled: false, percentage: 50 },
      'ledger.second_check': { enabled: true, percentage: 10 },
    });
  });

/** A browser or a phone whose address or token does not exist. */
function deviceOf(userId: string, n: number): PushDevice {
  if (n % 3 === 1) {
    const kind = n % 2 === 0 ? ('fcm' as const) : ('apns' as const);
    return { kind, endpoint: createHash('sha256').update(userId).digest('hex') };
  }
  return {
    kind: 'web',
    endpoint: `https://push.demo.example/send/${userId}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** Every third user has none. */
async function seedDevices(tx: Tx, at: Date): Promise<void> {
  const users = await tx.selectFrom('users').select('id').orderBy('created_at').orderBy('id').execute();
  for (const [n, { id }] of users.entries()) {
    if (n % 3 === 2) continue;
    await putSubscription(tx, id, deviceOf(id, n), 1, at);
  }
}

async function seedCampaign({ tx, now, ago, as }: Seeding, sample: Sample): Promise<void> {
  const { sentDaysAgo, isCancelled, ...campaign } = sample;
  const sentAt = ago(sentDaysAgo ?? 0);
  const createdAt = before(sentDaysAgo === undefined || sentAt > now ? now : sentAt, 20 * hourMs);
  const sendAt = sentDaysAgo === undefined ? null : sentAt.toISOString();
  const { id } = await createCampaign(as('content_manager', createdAt), { ...campaign, sendAt });
  if (sendAt === null) return;
  const ctx = as('content_manager', before(createdAt, -hourMs));
  await sendCampaign(ctx, id, { mode: 'log' });
  if (isCancelled) await cancelCampaign(ctx, id);
  else if (sentAt < now) await deliver(tx, id, sentAt);
}

/** Most messages are delivered. */
async function deliver(tx: Tx, id: string, at: Date): Promise<void> {
  const end = new Date(at.getTime() + 90_000);
  await moveCampaign(tx, id, { status: 'sending', started_at: at }, at);
  await sql`
    insert into push_messages (id, campaign_id, user_id, subscription_id, market, language, status, outcome,
      response_status, attempts, next_attempt_at, created_at, updated_at)
    select ${idPerRow()}, ${id}, s.user_id, s.id, u.country_code, split_part(u.language, '-', 1), 'done', o.outcome,
      case o.outcome when 'delivered' then 201 when 'gone' then 410 when 'unreachable' then 503 end,
      case o.outcome when 'delivered' then 1 when 'gone' then 1 when 'unreachable' then 5 else 0 end, ${at}, ${at}, ${end}
    from push_subscriptions s join users u on u.id = s.user_id join push_campaigns c on c.id = ${id}
    cross join lateral (select case abs(hashtext(s.id::text || ${id}::text)) % 20 when 0 then 'gone'
      when 1 then 'unreachable' when 2 then 'preference' when 3 then 'capped' else 'delivered' end as outcome) o
    where u.status = 'active' and (c.market is null or c.market = u.country_code)`.execute(tx);
  await sql`
    insert into push_counts (campaign_id, outcome, messages)
    select ${id}, coalesce(outcome, 'queued'), count(*) from push_messages where campaign_id = ${id}
    group by grouping sets ((outcome), ())`.execute(tx);
  await sql`update push_campaigns set queued_at = ${at} where id = ${id}`.execute(tx);
  // Every third user opened it within three hours.
  await sql`
    insert into push_opens (campaign_id, user_id, market, language, opened_at)
    select distinct on (user_id) ${id}::uuid, user_id, market, language,
      ${at}::timestamptz + abs(hashtext(user_id::text)) % 10800 * interval '1 second'
    from push_messages where campaign_id = ${id} and outcome = 'delivered' and abs(hashtext(user_id::text || ${id}::text)) % 3 = 0`.execute(
    tx,
  );
  await keepResults(tx, id);
  await moveCampaign(tx, id, { status: 'sent', finished_at: end }, end);
  const target = { type: 'push_campaign', id };
  const record = (time: Date, action: 'start' | 'finish', status: string) =>
    audit.record(audit.systemCtx(tx, time), { action: `push_campaign.${action}`, target, after: { status } });
  await record(at, 'start', 'sending');
  await record(end, 'finish', 'sent');
}
