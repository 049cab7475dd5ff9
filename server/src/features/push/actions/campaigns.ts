import type { Static } from 'typebox';
import type { Db } from '../../../kit/db/database.ts';
import { invalidTransition, notFound, refuse, refuseField, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { differences } from '../../../kit/json.ts';
import { enqueueMessage as sendMessage } from '../../../kit/outbox.ts';
import { mustMatch } from '../../../kit/revision.ts';
import { allowedMoves, moveTo } from '../../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { mergeTranslations } from '../../catalog/public.ts';
import { isMemberSql, listRules, lockTarget } from '../../segments/public.ts';
import { findByEmail, findUser } from '../../users/public.ts';
import { pushNotConfigured, pushStopped } from '../errors.ts';
import type { PushInfo } from '../gateways.ts';
import { campaignMoves, isEditable, isOver, isTooLong, targetOf, textFaults } from '../rules.ts';
import type { CampaignFields, CampaignRow, CreateCampaignBody, TestBody, UpdateCampaignBody } from '../schema.ts';
import {
  type Audience,
  countAudience,
  findCampaign,
  findSettings,
  insertCampaign,
  insertTests,
  isPicture,
  linkLeads,
  lockCampaign,
  moveCampaign,
  setAudience,
  updateCampaign,
} from '../sql.ts';

type CampaignEdit = Static<typeof UpdateCampaignBody>;
export type NewCampaign = Static<typeof CreateCampaignBody>;

export const testTopic = 'push.test';

const target = (id: string) => ({ type: 'push_campaign', id });

/** A time in the past is refused, unless it is unchanged. */
function momentOf(given: string | null, current: Date | null, now: Date): Date | null {
  if (given === null) return null;
  const moment = parseMoment(given) ?? refuseField('sendAt', 'is not a moment');
  const isKept = moment.getTime() === current?.getTime();
  return isOver(moment, now) && !isKept ? refuseField('sendAt', 'must not be in the past', 'in_the_past') : moment;
}

type Extras = Pick<CampaignFields, 'link' | 'pictureAssetId' | 'data'>;

/** What the message opens, shows and carries. */
async function editedExtras(ctx: Ctx<Admin>, current: Extras, edit: Partial<Extras>): Promise<Extras> {
  const { link = current.link, pictureAssetId = current.pictureAssetId, data = current.data } = edit;
  if (link !== null && link !== current.link) {
    const target = targetOf(link) ?? refuseField('link', 'must be /series/:slug, /episodes/:id or /store');
    if (!(await linkLeads(ctx.tx, target))) refuseField('link', 'leads nowhere');
  }
  if (pictureAssetId !== null && pictureAssetId !== current.pictureAssetId) {
    const isFound = isId(pictureAssetId) && (await isPicture(ctx.tx, pictureAssetId));
    if (!isFound) refuseField('pictureAssetId', 'must be a poster or hero image');
  }
  if (isTooLong(data)) refuseField('data', 'must have at most 1,000 bytes');
  return { link, pictureAssetId, data };
}

async function edited(ctx: Ctx<Admin>, current: CampaignFields, edit: CampaignEdit): Promise<CampaignFields> {
  const texts = {
    titleI18n: mergeTranslations(current.titleI18n, edit.titleI18n),
    bodyI18n: mergeTranslations(current.bodyI18n, edit.bodyI18n),
  };
  const details = textFaults(texts);
  if (details.length > 0) refuse(validationFailed, { details });
  const { category = current.category, market, segmentId, sendAt } = edit;
  const isSame = segmentId === undefined || segmentId === current.segmentId;
  return {
    ...texts,
    ...(await editedExtras(ctx, current, edit)),
    category,
    segmentId: isSame ? current.segmentId : await lockTarget(ctx.tx, segmentId),
    market: market === undefined ? current.market : (market?.toUpperCase() ?? null),
    sendAt: sendAt === undefined ? current.sendAt : momentOf(sendAt, current.sendAt, ctx.now),
  };
}

const shown = ({ titleI18n, bodyI18n, category, segmentId, market, sendAt, ...more }: CampaignFields) => ({
  titleI18n,
  bodyI18n,
  category,
  segmentId,
  market,
  sendAt: sendAt?.toISOString() ?? null,
  link: more.link,
  pictureAssetId: more.pictureAssetId,
  data: more.data,
});

const find = async (db: Db, id: string): Promise<CampaignRow> => (await findCampaign(db, id)) ?? refuse(notFound);

export async function createCampaign(ctx: Ctx<Admin>, given: NewCampaign): Promise<CampaignRow> {
  const id = newId();
  const everyone = { segmentId: null, market: null, sendAt: null };
  const plain = { link: null, pictureAssetId: null, data: {} };
  const blank = { titleI18n: {}, bodyI18n: {}, category: given.category, ...everyone, ...plain };
  const fields = await edited(ctx, blank, given);
  await insertCampaign(ctx.tx, { id, createdBy: ctx.caller.id }, fields, ctx.now);
  await audit.record(ctx, { action: 'push_campaign.create', target: target(id), after: shown(fields) });
  return find(ctx.tx, id);
}

function mustBeEditable({ status }: CampaignRow, { caller }: Ctx<Admin>): void {
  if (isEditable(status)) return;
  refuse(invalidTransition, {
    currentState: status,
    allowed: allowedMoves(campaignMoves, status, permissionCheck(caller)),
  });
}

export async function editCampaign(ctx: Ctx<Admin>, id: string, edit: CampaignEdit): Promise<CampaignRow> {
  const campaign = (await lockCampaign(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, campaign.revision);
  mustBeEditable(campaign, ctx);
  const fields = await edited(ctx, campaign, edit);
  if (campaign.status === 'scheduled' && fields.sendAt === null)
    refuseField('sendAt', 'is required once it is scheduled');
  const changes = differences(shown(campaign), shown(fields));
  if (!changes) return campaign;
  await updateCampaign(ctx.tx, id, fields, ctx.now);
  if (campaign.status === 'scheduled') await recount(ctx, id, fields);
  await audit.record(ctx, { action: 'push_campaign.update', target: target(id), ...changes });
  return find(ctx.tx, id);
}

/** The audience, with the present rule of the segment. */
export async function audienceOf(
  db: Db,
  { category, market, segmentId }: Pick<CampaignFields, 'category' | 'market' | 'segmentId'>,
): Promise<Audience> {
  const [segment] = segmentId !== null && isId(segmentId) ? await listRules(db, [segmentId]) : [];
  if (segmentId !== null && !segment) return refuse(notFound, { field: 'segmentId' });
  return { category, market, isMember: segment && isMemberSql(segment.rule) };
}

/** Counts the audience of a scheduled campaign again. */
async function recount({ tx, now }: Ctx<Admin>, id: string, fields: CampaignFields): Promise<void> {
  await setAudience(tx, id, await countAudience(tx, await audienceOf(tx, fields), now));
}

/** Schedules the campaign for its `sendAt`, or for now if that is past or not set. */
export async function sendCampaign(ctx: Ctx<Admin>, id: string, push: Pick<PushInfo, 'mode'>): Promise<CampaignRow> {
  const campaign = (await lockCampaign(ctx.tx, id)) ?? refuse(notFound);
  const status = moveTo(campaignMoves, 'send', campaign.status, permissionCheck(ctx.caller));
  if (push.mode === 'off') refuse(pushNotConfigured);
  const { users, devices } = await countAudience(ctx.tx, await audienceOf(ctx.tx, campaign), ctx.now);
  const sendAt = campaign.sendAt && campaign.sendAt > ctx.now ? campaign.sendAt : ctx.now;
  const counted = { audience_users: users, audience_devices: devices };
  await moveCampaign(ctx.tx, id, { status, send_at: sendAt, ...counted }, ctx.now);
  await audit.record(ctx, {
    action: 'push_campaign.send',
    target: target(id),
    before: { status: campaign.status },
    after: { status, sendAt: sendAt.toISOString(), audience: { users, devices } },
  });
  return find(ctx.tx, id);
}

/** Messages that were sent are not affected. */
export async function cancelCampaign(ctx: Ctx<Admin>, id: string): Promise<void> {
  const campaign = (await lockCampaign(ctx.tx, id)) ?? refuse(notFound);
  const status = moveTo(campaignMoves, 'cancel', campaign.status, permissionCheck(ctx.caller));
  await moveCampaign(ctx.tx, id, { status }, ctx.now);
  const before = { status: campaign.status };
  await audit.record(ctx, { action: 'push_campaign.cancel', target: target(id), before, after: { status } });
}

const noDevice = 'has no device that takes pushes';

/**
 * The named user, or by default the user with the email of the caller. An unknown email gives the same error as a user
 * without devices, so that it reveals nothing about users.
 */
async function testerOf(
  { tx, caller }: Ctx<Admin>,
  { userId, email = caller.email }: Static<typeof TestBody>,
): Promise<string> {
  if (userId === undefined)
    return (await findByEmail(tx, email))?.id ?? refuseField('email', noDevice, 'no_push_device');
  const user = isId(userId.toLowerCase()) ? await findUser(tx, userId.toLowerCase()) : undefined;
  return user?.id ?? refuse(notFound, { field: 'userId' });
}

/** Sends immediately to the devices of one user, subject to their preferences. */
export async function testCampaign(
  ctx: Ctx<Admin>,
  id: string,
  tester: Static<typeof TestBody>,
  push: PushInfo,
): Promise<number> {
  const campaign = (await lockCampaign(ctx.tx, id)) ?? refuse(notFound);
  mustBeEditable(campaign, ctx);
  if (push.mode === 'off') refuse(pushNotConfigured);
  if (!(await findSettings(ctx.tx)).enabled) refuse(pushStopped);
  const userId = await testerOf(ctx, tester);
  const devices = await insertTests(ctx.tx, id, userId, ctx.now);
  if (devices === 0) refuseField(tester.userId === undefined ? 'email' : 'userId', noDevice, 'no_push_device');
  await sendMessage(ctx.tx, testTopic, { campaignId: id }, ctx.now);
  await audit.record(ctx, { action: 'push_campaign.test', target: target(id), after: { userId, devices } });
  return devices;
}
