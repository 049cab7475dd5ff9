import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { Columns, Inline, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { isLanguage, languages, useLanguage, useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { type CollectionValues, ruleOf } from './collection-form.ts';
import classes from './curation.module.css';
import { type CollectionRule, type Preview, ruleQuery, type Viewer } from './queries.ts';
import { useWhy } from './why.ts';
import { collectionWords } from './words.ts';

/** What the fields of a rule choose now, asked for when the typing pauses. */
export function RuleResult({ values }: { values: CollectionValues }) {
  const t = useWords(collectionWords);
  const language = useLanguage();
  const [viewer, setViewer] = useState<Viewer>({ market: '', lang: language });
  const [settled] = useDebouncedValue(values, 300);
  const rule = ruleOf(settled);
  return (
    <Stack as="section" className={classes.result} gap="md" aria-label={t('result.title')}>
      <h2>{t('result.title')}</h2>
      <ViewerChoice viewer={viewer} onChange={setViewer} />
      {rule ? (
        <Chosen rule={rule} viewer={viewer} isStale={JSON.stringify(rule) !== JSON.stringify(ruleOf(values))} />
      ) : (
        <p className={classes.quiet}>{t('result.unclear')}</p>
      )}
    </Stack>
  );
}

function ViewerChoice({ viewer, onChange }: { viewer: Viewer; onChange: (viewer: Viewer) => void }) {
  const t = useWords(collectionWords);
  const word = useServerWord();
  const { all } = usePlaces();
  return (
    <Columns min="sm" align="start" gap="md">
      <NativeSelect
        label={t('result.market')}
        value={viewer.market}
        onChange={({ currentTarget: { value } }) => onChange({ ...viewer, market: value })}
        data={[{ value: '', label: t('result.noMarket') }, ...all()]}
      />
      <NativeSelect
        label={t('result.language')}
        value={viewer.lang}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && onChange({ ...viewer, lang: value })}
        data={languages.map((value) => ({ value, label: word('language', value) }))}
      />
    </Columns>
  );
}

interface ChosenProps {
  rule: CollectionRule;
  viewer: Viewer;
  isStale: boolean;
}

function Chosen({ rule, viewer, isStale }: ChosenProps) {
  const t = useWords(collectionWords);
  const format = useFormat();
  const preview = useQuery(ruleQuery(rule, viewer));
  return (
    <Loaded query={preview} lines={8}>
      {({ series }) => (
        <Stack className={classes.chosen} gap="sm" data-stale={isStale || preview.isPlaceholderData || undefined}>
          <Text as="p" size="md" weight="strong" role="status">
            {t('result.count', { count: series.length, amount: format.number(series.length) })}
          </Text>
          {series.length === 0 && <p className={classes.quiet}>{t('result.none')}</p>}
          <Stack as="ol" gap="sm">
            {series.map((card) => (
              <Card key={card.id} card={card} rule={rule} />
            ))}
          </Stack>
        </Stack>
      )}
    </Loaded>
  );
}

function Card({ card, rule }: { card: Preview['series'][number]; rule: CollectionRule }) {
  const t = useWords(collectionWords);
  const why = useWhy();
  return (
    <Inline as="li" className={classes.card}>
      <Picture src={card.posterUrl ? ownAddress(card.posterUrl) : undefined} shape="poster" />
      <Stack as="span" align="start" gap="3xs" grows>
        <Text as="bdi" weight="medium">
          {card.title}
        </Text>
        <small>{why(rule, card.value, card.usualStarts)}</small>
      </Stack>
      {card.isFreeToday && <StatusPill tone="positive">{t('result.free')}</StatusPill>}
    </Inline>
  );
}
