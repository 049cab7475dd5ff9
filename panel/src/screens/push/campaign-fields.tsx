import { Select, Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePictures } from '../../app/pictures.tsx';
import { Pair, Stack } from '../../ui/box.tsx';
import { fromField } from '../../ui/date/days.ts';
import { ErrorMark } from '../../ui/form/error-mark.tsx';
import { FormField } from '../../ui/form/schema-form.tsx';
import { useErrorTab } from '../../ui/form/use-error-tab.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { audienceOf, type CampaignValues, isWritten, wordFields, wordsOf } from './campaign-form.ts';
import { LinkField } from './link-field.tsx';
import { AudienceCount } from './parts.tsx';
import { DevicePreview, type PreviewLanguage } from './preview.tsx';
import classes from './push.module.css';
import { audienceQuery, languages } from './queries.ts';
import { pushWords } from './words.ts';

interface PartProps {
  form: SchemaForm<CampaignValues>;
}

interface LanguageProps extends PartProps {
  language: PreviewLanguage;
  onLanguage: (language: PreviewLanguage) => void;
}

function LanguageTabs({ form, language, onLanguage }: LanguageProps) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const hasError = useErrorTab(form, wordFields, languages, { open: language, onOpen: onLanguage });
  return (
    <Tabs value={language} onChange={(value) => onLanguage(languages.find((one) => one === value) ?? 'en')}>
      <Tabs.List aria-label={t('preview.language')}>
        {languages.map((one) => (
          <Tabs.Tab key={one} value={one} {...(hasError(one) && { color: 'red' })}>
            {word('language', one)}
            {hasError(one) && <ErrorMark />}
            <span className={classes.written} data-written={isWritten(form.values, one) || undefined} aria-hidden />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes.language ?? ''}>
          {wordFields[one].map((name) => (
            <FormField key={name} form={form} name={name} />
          ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface PickProps extends PartProps {
  name: 'segmentId' | 'market';
}

/** One of many, found by typing; none of them is everyone. */
function Pick({ form, name }: PickProps) {
  const t = useWords(pushWords);
  const spec = form.fields[name];
  const options = spec.kind === 'choice' ? spec.options : [];
  const [all, ...others] = options;
  return (
    <Select
      label={spec.label}
      placeholder={all?.label ?? ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.clear', { what: spec.label }) }}
      nothingFoundMessage={t('form.noneFound')}
      error={form.errors[name]}
      value={form.values[name] || null}
      onChange={(value) => form.set(name, value ?? '')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      data={[...others]}
    />
  );
}

/** When that is in the market, where it has a time of its own. */
function LocalTime({ values }: { values: CampaignValues }) {
  const t = useWords(pushWords);
  const format = useFormat();
  const places = usePlaces();
  const at = fromField(values.sendAt);
  const { data } = useQuery({ ...audienceQuery(audienceOf(values)), enabled: values.market !== '' });
  if (at === undefined || values.market === '' || !data) return null;
  return (
    <p className={classes.quiet}>
      {t('form.local', { time: format.dateTime(at, data.timeZone), market: places.country(values.market) })}
    </p>
  );
}

/** Words in three languages with their look on a phone, whom they are for and when. */
export function CampaignFields({ form }: PartProps) {
  const [language, setLanguage] = useState<PreviewLanguage>('en');
  const [settled] = useDebouncedValue(form.values, 300);
  const pictureOf = usePictures([form.values.pictureAssetId || null]);
  return (
    <div className={classes.editor}>
      <Stack gap="lg">
        <LanguageTabs form={form} language={language} onLanguage={setLanguage} />
        <FormField form={form} name="category" />
        <Pair>
          <Pick form={form} name="segmentId" />
          <Pick form={form} name="market" />
        </Pair>
        <AudienceCount audience={audienceOf(settled)} written={languages.filter((one) => isWritten(settled, one))} />
        <LinkField form={form} />
        <FormField form={form} name="sendAt" />
        <LocalTime values={settled} />
        <FormField form={form} name="data" />
      </Stack>
      <DevicePreview
        words={wordsOf(form.values)}
        picture={pictureOf(form.values.pictureAssetId)}
        language={language}
        onLanguage={setLanguage}
      />
    </div>
  );
}
