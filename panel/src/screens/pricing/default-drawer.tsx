import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import type { Schema, Tagged } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { useCoins } from './names.ts';
import { maxCoins } from './override-fields.ts';
import { configQuery } from './queries.ts';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing/default');

/** What an episode costs where nothing else says so. */
export function DefaultPriceDrawer() {
  const t = useWords(pricingWords);
  const navigate = route.useNavigate();
  const config = useQuery(configQuery);
  const close = () => void navigate({ to: '/pricing', search: true });
  return (
    <DetailDrawer title={t('default.title')} subtitle={t('default.text')} onClose={close} size={440}>
      <Loaded query={config} lines={3}>
        {(data) => <DefaultForm config={data} onStale={() => void config.refetch()} onClose={close} />}
      </Loaded>
    </DetailDrawer>
  );
}

interface DefaultFormProps {
  config: Tagged<Schema<'PricingConfig'>>;
  onStale: () => void;
  onClose: () => void;
}

function DefaultForm({ config: { data, etag }, onStale, onClose }: DefaultFormProps) {
  const t = useWords(pricingWords);
  const coinsIn = useCoins();
  const review = useReview();
  const saved: Readonly<{ defaultCoinsPerEpisode: number | null }> = {
    defaultCoinsPerEpisode: data.defaultCoinsPerEpisode,
  };
  const form = useSchemaForm(
    {
      defaultCoinsPerEpisode: {
        kind: 'number',
        label: t('form.coins'),
        description: t('form.coinsHint'),
        required: true,
        min: 0,
        max: maxCoins,
      },
    },
    { values: saved, tag: etag },
    { draft: 'pricing.default', onStale },
  );
  const submit = () => {
    const { defaultCoinsPerEpisode } = form.values;
    if (defaultCoinsPerEpisode === null) return;
    review.open({
      title: t('default.sheet', { coins: coinsIn(defaultCoinsPerEpisode) }),
      intro: t('default.text'),
      confirmLabel: t('form.save'),
      done: () => t('done.default', { coins: coinsIn(defaultCoinsPerEpisode) }),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/pricing/config', {
          ifMatch: form.tag,
          body: { defaultCoinsPerEpisode, ...(note && { note }) },
        }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        onClose();
      },
    });
  };
  return (
    <SchemaFields form={form} onSubmit={submit}>
      <div>
        <Button type="submit" disabled={Object.keys(form.changed).length === 0}>
          {t('form.continue')}
        </Button>
      </div>
    </SchemaFields>
  );
}
