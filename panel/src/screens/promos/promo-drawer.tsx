import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Inline, Stack } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { BudgetBar } from './budget-bar.tsx';
import { DayBars } from './day-bars.tsx';
import { PromoStatusPill, useGift, useWindow } from './names.tsx';
import { type Promo, promoQuery } from './queries.ts';
import { Redemptions } from './redemptions.tsx';
import { promoWords } from './words.ts';

const route = getRouteApi('/shell/promos/$id');

/** One promo: what it gives, what is left of it and who has redeemed it. */
export function PromoDrawer() {
  const t = useWords(promoWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const promo = useQuery(promoQuery(id));
  const close = () => void navigate({ to: '/promos', search: true });
  return (
    <DetailDrawer title={promo.data?.data.code ?? t('title')} onClose={close} size={560}>
      <Loaded query={promo} lines={8}>
        {({ data, etag }) => (
          <>
            <Stack gap="lg" mb="xl">
              <Facts promo={data} />
              <Actions promo={data} tag={etag} onClose={close} />
            </Stack>
            <DayBars id={data.id} />
            <DrawerSection title={t('redemptions.title')}>
              <Redemptions id={data.id} />
            </DrawerSection>
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

function Facts({ promo }: { promo: Promo }) {
  const t = useWords(promoWords);
  const word = useServerWord();
  const format = useFormat();
  const gift = useGift();
  const windowOf = useWindow();
  const { code, type, status, config, segment, redemptions } = promo;
  return (
    <>
      <CopyText label={t('code')} text={code} />
      <DescriptionList
        facts={[
          [t('status'), <PromoStatusPill key="status" status={status} />],
          [t('type'), word('promoType', type)],
          [t('gives'), gift(promo)],
          [t('budget.title'), <BudgetBar key="budget" promo={promo} />],
          [t('window'), windowOf(promo)],
          [
            t('segment'),
            segment ? (
              <ObjectLink key="segment" type="segment" id={segment.id}>
                <bdi>{segment.name}</bdi>
              </ObjectLink>
            ) : (
              t('everyone')
            ),
          ],
          [t('form.uses'), format.number(config.max_uses_per_user)],
          [t('uses'), format.number(redemptions)],
        ]}
      />
    </>
  );
}

interface ActionsProps {
  promo: Promo;
  tag: string | null;
  onClose: () => void;
}

function Actions({ promo, tag, onClose }: ActionsProps) {
  const t = useWords(promoWords);
  const review = useReview();
  const navigate = route.useNavigate();
  const blocked = useDisabledReason(promo.allowed, 'pricing:write');
  const { id, code, status } = promo;
  const end = () => {
    // One moment for the dry run and the change: what is sent is recognized as what was looked at.
    const moment = new Date().toISOString();
    review.open({
      title: t('end.sheet', { code }),
      about: code,
      intro: t('end.text'),
      confirmLabel: t('end.button'),
      done: () => t('done.end', { code }),
      danger: true,
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/promos/{id}', {
          path: { id },
          ifMatch: tag,
          body: { window: { end: moment }, ...(note && { note }) },
        }),
    });
  };
  const remove = () =>
    review.open({
      title: t('remove.sheet', { code }),
      about: code,
      intro: t('remove.text'),
      confirmLabel: t('remove.button'),
      done: () => t('done.remove', { code }),
      danger: true,
      change: change('DELETE', '/v1/admin/promos/{id}', { path: { id } }),
      onDone: onClose,
    });
  return (
    <Inline align="stretch" wraps>
      <GatedButton
        blocked={blocked('update')}
        onClick={() => void navigate({ to: '/promos/$id/edit', params: { id }, search: true })}
      >
        {t('edit.button')}
      </GatedButton>
      {(status === 'running' || status === 'exhausted') && (
        <GatedButton blocked={blocked('update')} onClick={end}>
          {t('end.button')}
        </GatedButton>
      )}
      <GatedButton blocked={blocked('delete')} color="red" variant="subtle" onClick={remove}>
        {t('remove.button')}
      </GatedButton>
    </Inline>
  );
}
