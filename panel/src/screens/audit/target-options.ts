import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/query.ts';
import { useSession } from '../../app/session.ts';
import { useUserOptions } from '../../app/user-options.ts';
import { isUuid, shortId } from '../../ui/short-id.ts';
import { useTitleOf } from '../../words/title.ts';
import type { AuditEntry } from './queries.ts';
import { type TargetName, useTargetNames } from './target-names.ts';

interface Chosen {
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
}

function useSeriesFound(q: string) {
  const { can } = useSession();
  const titleOf = useTitleOf();
  const found = useQuery({
    ...apiQuery('/v1/admin/series', { query: { q, limit: 10 } }),
    enabled: can('catalog:read') && q !== '',
    placeholderData: keepPreviousData,
  });
  return q === '' ? [] : (found.data?.items ?? []).map((one) => ({ value: one.id, label: titleOf(one) }));
}

/** What an entry is about, a package with its SKU; some are about nothing. */
const namedBy =
  (nameOf: (entry: AuditEntry) => TargetName) =>
  (entry: AuditEntry): { id: string; name: string; isNameless: boolean }[] => {
    const { target_id: id, target_type: type } = entry;
    if (id === null || type === null) return [];
    const { name, sku, isNameless } = nameOf(entry);
    return [{ id, isNameless, name: sku === undefined ? name : `${name} · \u2066${sku}\u2069` }];
  };

/**
 * What entries can be about, by name: what those on this page are about, and the users and series that what is typed
 * finds. Of anything else one may have an id, from a log or a colleague, which is taken as it is.
 */
export function useTargetOptions(entries: readonly AuditEntry[], { targetType, targetId }: Chosen) {
  const nameOf = useTargetNames();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const users = useUserOptions(targetType === 'user' ? targetId : undefined);
  const series = useSeriesFound(q);
  const isOf = (type: string) => targetType === undefined || targetType === type;
  const names = new Map<string, string>();
  if (targetId) names.set(targetId, shortId(targetId));
  if (isUuid(q)) names.set(q, shortId(q));
  if (isOf('user')) for (const { value, label } of users.options) names.set(value, label);
  if (isOf('series')) for (const { value, label } of series) names.set(value, label);
  for (const { id, name, isNameless } of entries.flatMap(namedBy(nameOf))) {
    const isFound = !isNameless && name.toLocaleLowerCase().includes(q.toLocaleLowerCase());
    if (id === targetId || isFound) names.set(id, name);
  }
  const onType = (text: string) => {
    setTyped(text);
    users.onType(text);
  };
  return { options: [...names].map(([value, label]) => ({ value, label })), onType };
}
