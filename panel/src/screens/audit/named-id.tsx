import { ObjectLink } from '../../app/object-link.tsx';
import { useServerWord } from '../../words/server.ts';

/** Fields with the id of something that has no name of its own, by what it is. */
const typeOf: Readonly<Record<string, string>> = {
  approval_id: 'approval',
  event_id: 'ledger_event',
  eventId: 'ledger_event',
  undoes: 'audit_entry',
};

export const isNamedId = (field: string, value: unknown): value is string =>
  Object.hasOwn(typeOf, field) && typeof value === 'string';

/** A link that says what it leads to; its id is the title. */
export function NamedId({ field, id }: { field: string; id: string }) {
  const word = useServerWord();
  return (
    <ObjectLink type={typeOf[field] ?? null} id={id}>
      <bdi title={id}>{word('field', field)}</bdi>
    </ObjectLink>
  );
}
