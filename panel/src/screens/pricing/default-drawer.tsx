import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useWords } from '../../words/define.ts';
import { useCoins } from './names.ts';
import classes from './pricing.module.css';
import { configQuery } from './queries.ts';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing/default');

/** What an episode costs where nothing else says so. */
export function DefaultPriceDrawer() {
  const t = useWords(pricingWords);
  const coinsIn = useCoins();
  const review = useReview();
  const navigate = route.useNavigate();
  const { data: config } = useQuery(configQuery);
  const current = config?.data.defaultCoinsPerEpisode;
  /** With the edition that was shown when it was typed. */
  const [typed, setTyped] = useState<{ coins: number | ''; tag: string | null } | undefined>(undefined);
  const coins = typed?.coins ?? current ?? '';
  const close = () => void navigate({ to: '/pricing', search: true });
  const submit = () => {
    if (coins === '' || !config) return;
    review.open({
      title: t('default.sheet', { coins: coinsIn(coins) }),
      intro: t('default.text'),
      confirmLabel: t('form.save'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/pricing/config', {
          ifMatch: typed ? typed.tag : config.etag,
          body: { defaultCoinsPerEpisode: coins, ...(note && { note }) },
        }),
      onDone: close,
    });
  };
  return (
    <DetailDrawer title={t('default.title')} subtitle={t('default.text')} onClose={close} size={440}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NumberInput
          data-autofocus
          required
          withAsterisk={false}
          label={t('form.coins')}
          description={t('form.coinsHint')}
          min={0}
          max={100_000}
          allowDecimal={false}
          value={coins}
          onChange={(next) =>
            setTyped({ coins: typeof next === 'number' ? next : '', tag: (typed ?? { tag: config?.etag ?? null }).tag })
          }
        />
        <div>
          <Button type="submit" disabled={coins === '' || coins === current}>
            {t('form.continue')}
          </Button>
        </div>
      </form>
    </DetailDrawer>
  );
}
