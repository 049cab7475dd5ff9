import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../api/query.ts';
import { fieldsOf } from '../ui/diff.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ActingAdmin } from '../ui/person.tsx';
import { Time } from '../ui/time.tsx';
import { useWords } from '../words/define.ts';
import { useServerWord } from '../words/server.ts';
import { useTitleIn } from '../words/title.ts';
import { useSession } from './session.ts';
import { shellWords } from './words.ts';

interface MissingObjectProps {
  type: 'user' | 'series' | 'episode' | 'collection';
  id: string;
  /** The list of things of its type. */
  list: '/users' | '/series' | '/collections';
}

/** In place of a thing that does not exist: what it was called and what was done to it last, as far as one may know. */
export function MissingObject({ type, id, list }: MissingObjectProps) {
  const t = useWords(shellWords);
  const word = useServerWord();
  const { can } = useSession();
  const query = { targetType: type, targetId: id, limit: 1 };
  const { data } = useQuery({ ...apiQuery('/v1/admin/audit-log', { query }), enabled: can('audit:read') });
  const entry = data?.items[0];
  const fields = { ...fieldsOf(entry?.after), ...fieldsOf(entry?.before) };
  const titleIn = useTitleIn();
  const label = entry?.target_label && titleIn(entry.target_label, entry.target_label_i18n);
  const name = label ?? fields.title ?? fields.name;
  const what = word('target', type);
  const title = typeof name === 'string' ? t('missing.named', { what, name }) : t('missing.title', { what });
  return (
    <EmptyState title={title} text={t('missing.text')}>
      {entry && (
        <span>
          {word('action', entry.action)} · <ActingAdmin name={entry.admin_name} email={entry.admin_email} /> ·{' '}
          <Time at={entry.created_at} distance />
        </span>
      )}
      <Button component={Link} to={list} variant="default">
        {t('missing.list')}
      </Button>
    </EmptyState>
  );
}
