import { useShownValue } from '../../app/review/effects-view.tsx';
import { currencyOfTarget } from '../../app/review/value-name.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Diff, type Fields } from '../../ui/diff.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './audit.module.css';
import { isNamedId, NamedId } from './named-id.tsx';
import type { AuditEntry } from './queries.ts';
import { auditWords } from './words.ts';

/** Field by field, in words. */
export function HumanDiff({ entry: { before, after, target_type: type } }: { entry: AuditEntry }) {
  const t = useWords(auditWords);
  const word = useServerWord();
  const shownValue = useShownValue();
  const valueName = (field: string, value: unknown, beside: Fields) =>
    isNamedId(field, value) ? (
      <NamedId field={field} id={value} />
    ) : (
      shownValue(field, value, { ...currencyOfTarget(type), ...beside })
    );
  if (!before && !after) return <p className={classes.quiet}>{t('noChange')}</p>;
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
    <div className={classes.raw}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <pre className={classes.json} tabIndex={0} dir="ltr">
        {json}
      </pre>
      <CopyText label={t('json')} text={json} hidden />
    </div>
  );
}
