import { Button } from '@mantine/core';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { fromField } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { useCoins } from './names.ts';
import { type OverrideValues, overrideFieldNames, useOverrideFields } from './override-fields.ts';
import { pricingWords } from './words.ts';

export interface PricedEpisode {
  readonly id: string;
  /** Its number and title. */
  readonly name: string;
  readonly thumbAssetId: string | null;
}

interface PriceEpisodesDrawerProps {
  seriesId: string;
  /** The series, by name. */
  seriesName: string;
  episodes: readonly PricedEpisode[];
  onClose: () => void;
  onDone: () => void;
}

/** One price for several episodes of a series. */
export function PriceEpisodesDrawer({ seriesId, seriesName, episodes, onClose, onDone }: PriceEpisodesDrawerProps) {
  const t = useWords(pricingWords);
  const coinsIn = useCoins();
  const review = useReview();
  const nothing: OverrideValues = { coins: null, activeFrom: '', activeTo: '' };
  const form = useSchemaForm<OverrideValues>(
    useOverrideFields(t('form.fromHint')),
    { values: nothing, tag: null },
    { draft: `price.many ${seriesId}` },
  );
  const submit = () => {
    const { coins, activeFrom, activeTo } = form.values;
    if (coins === null) return;
    const from = fromField(activeFrom);
    const shared = { scope: 'episode', coins, activeTo: fromField(activeTo) ?? null } as const;
    review.openBulk({
      title: t('many.sheet', { count: episodes.length, series: seriesName, coins: coinsIn(coins) }),
      intro: t('form.newText'),
      confirmLabel: t('new'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      items: episodes.map(({ id, name, thumbAssetId }) => ({
        id,
        label: name,
        names: new Map([[id, name]]),
        picture: { assetId: thumbAssetId, shape: 'thumb' },
        change: (note) =>
          change('POST', '/v1/admin/pricing/overrides', {
            body: { ...shared, scopeRef: id, ...(from && { activeFrom: from }), ...(note && { note }) },
          }),
      })),
      onDone: (outcome) => {
        if ([...outcome.values()].some((error) => error !== null)) return;
        form.reset();
        onDone();
        onClose();
      },
    });
  };
  const title = t('many.title', { count: episodes.length });
  return (
    <DetailDrawer title={title} subtitle={<bdi>{seriesName}</bdi>} onClose={onClose} size={480}>
      <SchemaFormFrame form={form} onSubmit={submit}>
        {overrideFieldNames.map((name) => (
          <FormField key={name} form={form} name={name} />
        ))}
        <div>
          <Button type="submit">{t('form.continue')}</Button>
        </div>
      </SchemaFormFrame>
    </DetailDrawer>
  );
}
