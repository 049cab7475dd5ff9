import { Button, Checkbox, Tabs } from '@mantine/core';
import { useState } from 'react';
import { type Change, change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { Inline, Text } from '../../ui/box.tsx';
import { ErrorMark } from '../../ui/form/error-mark.tsx';
import type { FieldSpecs } from '../../ui/form/fields.ts';
import { FormField, SchemaFormFrame, sharedLockReason } from '../../ui/form/schema-form.tsx';
import { useErrorTab } from '../../ui/form/use-error-tab.ts';
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { UnsavedBar, UnsavedLine } from '../../ui/unsaved-bar.tsx';
import { useDiscard } from '../../ui/use-discard.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import classes from './editor.module.css';
import {
  bodyOf,
  draftOf,
  type Language,
  languages,
  listed,
  type SeriesValues,
  valuesOf,
  wordFields,
} from './editor-values.ts';
import { editorWords } from './editor-words.ts';
import { useTypedGenres } from './genres.ts';
import { noWords, useKnownWords } from './known-words.ts';
import { lockWords } from './lock-words.ts';
import { moveWords } from './move-words.ts';
import { isUnseen, type Series } from './queries.ts';
import { useSavedFirst } from './unsaved-work.ts';

interface EditorProps {
  series: Series;
  tag: string;
  onStale: () => void;
}

/** The fields of a series. What the state locks is shown with the reason; what viewers see is saved with a note. */
export function SeriesEditor({ series, tag, onStale }: EditorProps) {
  const t = useWords(editorWords);
  const m = useWords(moveWords);
  const review = useReview();
  const { save: saveNow, isSaving } = useSave();
  const discard = useDiscard();
  const fields = useFields(series);
  const form = useSchemaForm<SeriesValues>(
    fields,
    { values: valuesOf(series), tag },
    { draft: draftOf(series.id), onStale },
  );
  const name = useTitleOf()(series);
  const count = Object.keys(form.changed).length;
  const findSave = useFindSave(series, form);
  const putBack = (reply: Tagged<unknown>) => undone(series, form.changed, reply);
  const handling = {
    title: t('saveSheet', { title: name }),
    confirmLabel: t('save'),
    onRefused: form.applyServerErrors,
    onDone: form.reset,
  };
  const saveAtOnce = () => {
    const save = findSave();
    return save ? saveNow({ ...handling, change: save(), name, undo: (reply) => putBack(reply)() }) : false;
  };
  const submit = () => {
    if (isUnseen(series.status)) return void saveAtOnce();
    const save = findSave();
    if (!save) return;
    const { noteRequired } = series;
    const asked = { change: save, undo: putBack, reason: { label: m('note'), min: 3, max: 500 } };
    const plain = { change: save(), undo: (reply: Tagged<unknown>) => putBack(reply)() };
    review.open({ ...handling, ...(noteRequired ? asked : plain) });
  };
  const savesFirst = count > 0 && isUnseen(series.status);
  const save = async () => form.check() && saveAtOnce();
  useSavedFirst('details', savesFirst ? { save, focusError: form.showErrors } : null);
  return (
    <SchemaFormFrame form={form} onSubmit={submit} showsUnsaved>
      <h2 className={classes.heading}>{t('words')}</h2>
      <Text as="p" tone="muted">
        {t('wordsText')}
      </Text>
      <LanguageTabs form={form} />
      <h2 className={classes.heading}>{t('aboutSeries')}</h2>
      <TargetLanguages form={form} />
      {(['slug', 'genreSlug', 'tropes', 'freeEpisodes'] as const).map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <UnsavedBar label={t('unsavedTitle')} shown={count > 0}>
        <UnsavedLine summary={t('unsaved', { count })}>
          <Button variant="subtle" color="gray" onClick={() => discard(form.draft, form.reset)}>
            {t('discard')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t(isUnseen(series.status) ? 'save' : 'review')}
          </Button>
        </UnsavedLine>
      </UnsavedBar>
    </SchemaFormFrame>
  );
}

/** What saves the changes; undefined where one names a genre or a trope and those there are have not come yet. */
function useFindSave(series: Series, { values, changed, tag }: SchemaForm<SeriesValues>) {
  const findKnown = useKnownWords();
  return () => {
    const known = changed.genreSlug === undefined && changed.tropes === undefined ? noWords : findKnown();
    if (!known) return undefined;
    const body = bodyOf(values, changed, series, known);
    return (note?: string) =>
      change('PUT', '/v1/admin/series/{id}', {
        path: { id: series.id },
        body: { ...body, ...(note && { note }) },
        ifMatch: tag,
      });
  };
}

/** Puts back what the fields that were changed held before. */
function undone(before: Series, changed: Partial<SeriesValues>, { etag }: Tagged<unknown>): (note?: string) => Change {
  const values = valuesOf(before);
  const old = Object.fromEntries(Object.entries(values).filter(([name]) => name in changed));
  return (note) =>
    change('PUT', '/v1/admin/series/{id}', {
      path: { id: before.id },
      body: { ...bodyOf(values, old, before, noWords), ...(note && { note }) },
      ifMatch: etag,
    });
}

function useFields(series: Series): FieldSpecs<SeriesValues> {
  const t = useWords(editorWords);
  const word = useServerWord();
  const suggestions = useTypedGenres();
  const why = t(`locked.${lockWords[series.status]}`);
  const blocked = useDisabledReason(series.allowed, 'catalog:write')('update', why);
  const locked = (name: string) => ({ locked: blocked ?? (series.lockedFields.includes(name) ? why : undefined) });
  const [title, synopsis] = [word('field', 'title'), word('field', 'synopsis')];
  const titleIn = (dir: 'ltr' | 'rtl') =>
    ({ kind: 'text', label: title, max: 200, dir, ...locked('titleI18n') }) as const;
  const synopsisIn = (dir: 'ltr' | 'rtl') =>
    ({ kind: 'long', label: synopsis, max: 5000, dir, ...locked('synopsisI18n') }) as const;
  return {
    title: { kind: 'text', label: title, required: true, max: 200, dir: 'ltr', ...locked('title') },
    synopsis: { kind: 'long', label: synopsis, max: 5000, dir: 'ltr', ...locked('synopsis') },
    'titleI18n.ar': titleIn('rtl'),
    'titleI18n.id': titleIn('ltr'),
    'synopsisI18n.ar': synopsisIn('rtl'),
    'synopsisI18n.id': synopsisIn('ltr'),
    slug: { kind: 'text', label: word('field', 'slug'), required: true, max: 100, dir: 'ltr', ...locked('slug') },
    genreSlug: {
      kind: 'text',
      label: word('field', 'genreSlug'),
      description: t('genreHint'),
      max: 60,
      suggestions,
      ...locked('genreSlug'),
    },
    tropes: { kind: 'text', label: word('field', 'tropes'), description: t('tropesHint'), ...locked('tropes') },
    targetLanguages: { kind: 'text', label: word('field', 'targetLanguages'), ...locked('targetLanguages') },
    freeEpisodes: {
      kind: 'number',
      label: word('field', 'freeEpisodes'),
      description: t('freeHint'),
      min: 0,
      max: 10_000,
      required: true,
      ...locked('freeEpisodes'),
    },
  };
}

interface PartProps {
  form: SchemaForm<SeriesValues>;
}

function LanguageTabs({ form }: PartProps) {
  const t = useWords(editorWords);
  const word = useServerWord();
  const [open, setOpen] = useState<Language>('en');
  const hasError = useErrorTab(form, wordFields, languages, { open, onOpen: setOpen });
  const isWritten = (language: Language) => wordFields[language].every((name) => form.values[name].trim() !== '');
  return (
    <Tabs value={open} onChange={(value) => setOpen(languages.find((one) => one === value) ?? 'en')}>
      <Tabs.List aria-label={t('words')}>
        {languages.map((language) => (
          <Tabs.Tab key={language} value={language} {...(hasError(language) && { color: 'red' })}>
            {word('language', language)}
            {hasError(language) && <ErrorMark />}
            <span className={classes.written} data-written={isWritten(language) || undefined} aria-hidden />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((language) => (
        <Tabs.Panel key={language} value={language} className={classes.language ?? ''}>
          {wordFields[language].map((name) => (
            <FormField key={name} form={form} name={name} />
          ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function TargetLanguages({ form }: PartProps) {
  const t = useWords(editorWords);
  const word = useServerWord();
  const { label, locked } = form.fields.targetLanguages;
  const chosen = listed(form.values.targetLanguages);
  const toggle = (language: Language) => {
    const next = languages.filter((one) => chosen.includes(one) !== (one === language));
    form.set('targetLanguages', next.join(','));
  };
  return (
    <Checkbox.Group
      label={label}
      description={sharedLockReason(form.fields) ? t('languagesText') : (locked ?? t('languagesText'))}
      value={chosen}
    >
      <Inline className={classes.targets} align="stretch" wraps gap="xl" rowGap="sm">
        {languages.map((language) => (
          <Checkbox
            key={language}
            size="xs"
            value={language}
            label={word('language', language)}
            disabled={locked !== undefined}
            onChange={() => toggle(language)}
          />
        ))}
      </Inline>
    </Checkbox.Group>
  );
}
