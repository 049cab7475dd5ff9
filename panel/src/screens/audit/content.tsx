import type { ReactNode } from 'react';
import { isNamedId, NamedId, withoutPageless } from '../../app/named-id.tsx';
import { useShownValue } from '../../app/review/effects-view.tsx';
import { withoutRepeats } from '../../app/review/fields-shown.ts';
import { knownOfTarget } from '../../app/review/value-name.ts';
import { Stack, Text } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { changedFields, Diff, type Fields, fieldsOf } from '../../ui/diff.tsx';
import { isUuid } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { CuratedName } from '../curation/public.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './queries.ts';
import { auditWords } from './words.ts';

/** What a value of a change to collections, rails or the preview reel stands for. */
function curatedIn(target: string | null, field: string, value: unknown) {
  const id = typeof value === 'string' ? value : fieldsOf(value).seriesId;
  if (typeof id !== 'string' || !isUuid(id)) return undefined;
  if (field === 'collectionId') return { type: 'collection', id } as const;
  if (field === 'seriesId') return { type: 'series', id } as const;
  if (target === 'surface' && field === 'order') return { type: 'rail', id } as const;
  return field === 'items' || field === 'entries' ? ({ type: 'series', id } as const) : undefined;
}

/** The same in the sheet of an undo, which a link would lead away from. */
export const namedInSheet = (type: string, field: string, value: unknown): ReactNode => {
  const curated = curatedIn(type, field, value);
  return curated && <CuratedName {...curated} isPlain />;
};

/** Field by field, in words. */
export function HumanDiff({ entry }: { entry: AuditEntry }) {
  const type = entry.target_type;
  const kept = withoutRepeats(type, entry.before, entry.after);
  const [before, after] = [kept.before && withoutPageless(kept.before), kept.after && withoutPageless(kept.after)];
  const t = useWords(auditWords);
  const word = useServerWord();
  const shownValue = useShownValue();
  const valueName = (field: string, value: unknown, beside: Fields) => {
    const curated = curatedIn(type, field, value);
    if (curated) return <CuratedName {...curated} />;
    if (isNamedId(field, value)) return <NamedId field={field} id={value} />;
    return shownValue(field, value, { ...knownOfTarget(type), ...beside });
  };
  if (changedFields(before, after).length === 0)
    return (
      <Text as="p" tone="muted">
        {t('noChange')}
      </Text>
    );
  return (
    <div className={classes.card}>
      <Diff before={before} after={after} fieldName={(field) => word('field', field)} valueName={valueName} />
    </div>
  );
}

/** The entry as the server keeps it. */
export function RawEntry({ entry }: { entry: AuditEntry }) {
  const t = useWords(auditWords);
  const json = JSON.stringify(entry, null, 2);
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <pre className={classes.json} tabIndex={0} dir="ltr">
        {json}
      </pre>
      <CopyText label={t('json')} text={json} hidden />
    </Stack>
  );
}
