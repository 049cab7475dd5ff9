import { Diff, fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { Note } from '../../ui/note.tsx';
import { useWords } from '../../words/define.ts';
import { type ServerWord, useServerWord } from '../../words/server.ts';
import classes from './effect-sheet.module.css';
import { sheetWords } from './words.ts';

/** Effects as the server lists them; an approval keeps the same shape with looser types. */
export interface EffectsShown {
  readonly ledger: readonly unknown[];
  readonly audit: readonly unknown[];
  readonly approvals: readonly unknown[];
  readonly changes: readonly unknown[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Values that the server says in its own words: yes and no, roles, permissions, statuses. */
export function valueWord(word: ServerWord, field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return word('value', String(value));
  if (typeof value !== 'string') return undefined;
  if (field === 'role') return word('role', value, value);
  if (field === 'permissions') return word('permission', value);
  return field === 'status' ? word('status', value) : undefined;
}

/** What a change does, in words: changes, coins, approvals, and how it will be recorded. */
export function EffectsView({ effects }: { effects: EffectsShown }) {
  const t = useWords(sheetWords);
  const word = useServerWord();
  const { ledger, audit, approvals, changes } = effects;
  const actions = [...new Set(audit.map((entry) => text(fieldsOf(entry).action)))].filter(Boolean);
  return (
    <div className={classes.effects}>
      {approvals.length > 0 && (
        <Note tone="warning" title={t('approval')}>
          {t('approvalText')}
        </Note>
      )}
      {changes.length > 0 && (
        <section aria-label={t('changes')}>
          <h3 className={classes.heading}>{t('changes')}</h3>
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one thing may change twice, and the list never moves
            <ChangeCard key={index} change={fieldsOf(change)} />
          ))}
        </section>
      )}
      {changes.length === 0 && approvals.length === 0 && ledger.length === 0 && audit.length === 0 && (
        <p className={classes.quiet}>{t('noChanges')}</p>
      )}
      {ledger.length > 0 && <LedgerRows rows={ledger.map(fieldsOf)} />}
      {actions.length > 0 && (
        <p className={classes.quiet}>
          {t('audit')}: {actions.map((action) => `“${word('action', action)}”`).join(', ')}
        </p>
      )}
    </div>
  );
}

function ChangeCard({ change }: { change: Readonly<Record<string, unknown>> }) {
  const t = useWords(sheetWords);
  const word = useServerWord();
  const what = word('target', text(change.type));
  const title = change.before === null ? t('create', { what }) : change.after === null ? t('remove', { what }) : what;
  return (
    <div className={classes.card}>
      <p className={classes.cardTitle}>{title}</p>
      <Diff
        before={change.before}
        after={change.after}
        fieldName={(field) => word('field', field)}
        valueName={(field, value) => valueWord(word, field, value)}
      />
    </div>
  );
}

function LedgerRows({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }) {
  const t = useWords(sheetWords);
  const format = useFormat();
  const word = useServerWord();
  return (
    <section aria-label={t('ledger')}>
      <h3 className={classes.heading}>{t('ledger')}</h3>
      <table className={classes.ledger}>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const amount = typeof row.amount === 'number' ? row.amount : 0;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: an account may be moved twice, and the list never moves
              <tr key={index}>
                <td>{word('target', text(row.account))}</td>
                <td data-sign={amount < 0 ? '−' : '+'}>
                  <bdi>{`${amount > 0 ? '+' : ''}${format.number(amount)}`}</bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
