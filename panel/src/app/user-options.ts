import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../api/client.ts';
import { apiQuery } from '../api/query.ts';
import { shortId } from '../ui/short-id.ts';
import { useSession } from './session.ts';
import { useUserName } from './user-name.ts';

type Named = Pick<
  Schema<'UserListItem'>,
  'id' | 'displayName' | 'email' | 'phoneE164' | 'isGuest' | 'status' | 'countryCode'
>;

function useOption() {
  const userName = useUserName();
  return ({ id, displayName, email, phoneE164, isGuest, status, countryCode }: Named) => {
    const name = [displayName, email].filter((part) => part !== null).join(' · ') || phoneE164;
    return { value: id, label: userName({ id, name, isGuest, isAnonymized: status === 'deleted', countryCode }) };
  };
}

/** Users for a filter: the chosen one by name, and those that what is typed finds. */
export function useUserOptions(chosen: string | undefined) {
  const { can } = useSession();
  const optionOf = useOption();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const found = useQuery({
    ...apiQuery('/v1/admin/users', { query: { ...(q !== '' && { q }), limit: 10 } }),
    enabled: can('users:read') && q !== '',
    placeholderData: keepPreviousData,
  });
  const user = useQuery({
    ...apiQuery('/v1/admin/users/{id}', { path: { id: chosen ?? '' } }),
    enabled: can('users:read') && chosen !== undefined,
  });
  const shown =
    chosen === undefined ? [] : [user.data ? optionOf(user.data) : { value: chosen, label: shortId(chosen) }];
  const others = q === '' ? [] : (found.data?.items ?? []).map(optionOf).filter(({ value }) => value !== chosen);
  return { options: [...shown, ...others], onType: setTyped };
}
