import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Inline } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import { MissingLanguages, useTitleOf, Waiting, writtenIn } from './parts.tsx';
import classes from './push.module.css';
import { audienceQuery, type Campaign } from './queries.ts';
import { pushWords } from './words.ts';

const route = getRouteApi('/shell/push/$id');

/** What can be done with a campaign now. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const t = useWords(pushWords);
  const review = useReview();
  const format = useFormat();
  const titleOf = useTitleOf();
  const navigate = route.useNavigate();
  const blocked = useDisabledReason(campaign.allowed, 'push:write');
  const { id, sendAt, category, segmentId, market, status } = campaign;
  const isDraft = status === 'draft';
  const { data: audience } = useQuery({ ...audienceQuery({ category, segmentId, market, sendAt }), enabled: isDraft });
  const name = titleOf(campaign);
  const isLater = sendAt !== null && Date.parse(sendAt) > Date.now();
  const people = audience && t('people', { count: audience.users, amount: format.number(audience.users) });
  const send = () =>
    review.open({
      title: t('send.sheet', { name }),
      about: name,
      intro: (
        <>
          {isLater ? t('send.later', { time: format.dateTime(sendAt, 'UTC') }) : t('send.now')}{' '}
          {audience?.users === 0 ? t('send.nobody') : people && t('send.people', { people })} {t('send.rules')}
          {audience && <MissingLanguages languages={audience.languages} written={writtenIn(campaign)} />}
          {audience && <Waiting waiting={audience.waiting} />}
        </>
      ),
      confirmLabel: t(isLater ? 'send.schedule' : 'send.button'),
      done: () =>
        isLater ? t('send.doneLater', { name, time: format.dateTime(sendAt, 'UTC') }) : t('send.doneNow', { name }),
      change: change('POST', '/v1/admin/push/campaigns/{id}/send', { path: { id } }),
    });
  const cancel = () =>
    review.open({
      title: t('cancel.sheet', { name }),
      about: name,
      intro: t(status === 'sending' ? 'cancel.sending' : 'cancel.text'),
      confirmLabel: t('cancel.button'),
      danger: true,
      done: () => t('cancel.done', { name }),
      change: change('POST', '/v1/admin/push/campaigns/{id}/cancel', { path: { id } }),
    });
  const edit = () => void navigate({ to: '/push/$id/edit', params: { id }, search: true });
  if (status === 'sent' || status === 'cancelled') return null;
  return (
    <Inline className={classes.buttons} wraps>
      {isDraft && (
        <GatedButton variant="filled" blocked={blocked('send')} onClick={send}>
          {t(isLater ? 'send.schedule' : 'send.button')}
        </GatedButton>
      )}
      <GatedButton blocked={blocked('update', t('edit.begun'))} onClick={edit}>
        {t('edit.button')}
      </GatedButton>
      <GatedButton blocked={blocked('cancel')} color="red" variant="subtle" onClick={cancel}>
        {t('cancel.button')}
      </GatedButton>
    </Inline>
  );
}
