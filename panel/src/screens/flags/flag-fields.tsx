import { MultiSelect, Slider } from '@mantine/core';
import { Text } from '../../ui/box.tsx';
import { FormField } from '../../ui/form/schema-form.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { type FlagValues, marketsIn, stateIn } from './flag-form.ts';
import classes from './flags.module.css';
import { isPublic, publicPrefix } from './queries.ts';
import { useStateText } from './state-text.ts';
import { flagWords } from './words.ts';

interface PartProps {
  form: SchemaForm<FlagValues>;
}

/** The share of users, to be drawn or typed. */
function Share({ form }: PartProps) {
  const { percentage } = form.values;
  const { label, locked } = form.fields.percentage;
  return (
    <div className={classes.share}>
      <Slider
        className={classes.slider ?? ''}
        thumbLabel={label}
        label={(value) => `${value} %`}
        min={0}
        max={100}
        disabled={locked !== undefined}
        value={percentage ?? 0}
        onChange={(value) => form.set('percentage', value)}
      />
      <FormField form={form} name="percentage" />
    </div>
  );
}

function Markets({ form }: PartProps) {
  const t = useWords(flagWords);
  const { all } = usePlaces();
  const { label, locked } = form.fields.markets;
  const chosen = marketsIn(form.values.markets);
  return (
    <MultiSelect
      label={label}
      description={t('form.marketsHint')}
      placeholder={chosen.length === 0 ? t('form.allMarkets') : ''}
      searchable
      clearable
      hidePickedOptions
      disabled={locked !== undefined}
      nothingFoundMessage={t('form.noneFound')}
      clearButtonProps={{ 'aria-label': t('form.clearMarkets') }}
      value={chosen}
      onChange={(codes) => form.set('markets', codes.toSorted().join())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      data={all()}
    />
  );
}

/** Whether the app is told of it, which its name decides. */
export function Visibility({ flagKey }: { flagKey: string }) {
  const t = useWords(flagWords);
  return (
    <Text as="p" tone="muted">
      {t(isPublic(flagKey) ? 'visibility.public' : 'visibility.internal', { prefix: publicPrefix })}
    </Text>
  );
}

/** On or off, for how many and where; and what all of it means. */
export function FlagFields({ form }: PartProps) {
  const stateText = useStateText();
  return (
    <>
      <FormField form={form} name="enabled" />
      <Share form={form} />
      <Markets form={form} />
      <Text as="p" size="md" weight="strong" role="status">
        {stateText(stateIn(form.values))}
      </Text>
    </>
  );
}
