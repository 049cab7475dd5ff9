import { shortId } from '../ui/short-id.ts';
import { uiWords } from '../ui/words.ts';
import { useWords } from '../words/define.ts';
import { useServerWord } from '../words/server.ts';
import { ObjectLink, useObjectHref } from './object-link.tsx';

/** Fields with the id of something else, by what it is. */
const typeOf: Readonly<Record<string, string>> = {
  approval_id: 'approval',
  collectionId: 'collection',
  episodeId: 'episode',
  event_id: 'ledger_event',
  eventId: 'ledger_event',
  purchase_id: 'purchase',
  purchaseId: 'purchase',
  refundId: 'refund',
  runId: 'reconciliation',
  segmentId: 'segment',
  seriesId: 'series',
  undoes: 'audit_entry',
  userId: 'user',
};

/** Fields with the id of what has neither a page nor a name. */
const pageless = new Set(['noteId', 'note_id', 'scheduleId', 'subscriptionId', 'subscription_id']);

export const isNamedId = (field: string, value: unknown): value is string =>
  Object.hasOwn(typeOf, field) && typeof value === 'string';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record without ids that lead nowhere. */
export const withoutPageless = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !pageless.has(name)));

/** A link in place of an id, which is its title; the end of the id where this admin may not open it. */
export function NamedId({ field, id }: { field: string; id: string }) {
  const t = useWords(uiWords);
  const word = useServerWord();
  const type = typeOf[field] ?? null;
  const isOpen = useObjectHref()(type, id) !== undefined;
  if (!isOpen) return <bdi title={id}>{shortId(id)}</bdi>;
  return (
    <ObjectLink type={type} id={id} label={t('openField', { field: word('field', field) })}>
      <span title={id}>{t('open')}</span>
    </ObjectLink>
  );
}
