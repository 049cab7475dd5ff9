import { useUserName } from '../../app/user-name.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useServerWord } from '../../words/server.ts';
import type { User, UserListItem } from './queries.ts';

export function UserStatus({ status }: { status: string }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>;
}

type Named = Pick<UserListItem, 'id' | 'displayName' | 'email' | 'phoneE164' | 'isGuest' | 'status' | 'countryCode'>;

/** What a user is called on their own page and in the list. */
export function useNameOf(): (user: Named) => string {
  const userName = useUserName();
  return ({ id, displayName, email, phoneE164, isGuest, status, countryCode }) =>
    userName({
      id,
      name: displayName ?? email ?? phoneE164,
      isGuest,
      countryCode,
      isAnonymized: status === 'deleted',
    });
}

/** What the products of a user's subscriptions are called; a package goes by its SKU. */
export function productNamesOf({ subscriptions }: Pick<User, 'subscriptions'>): (productId: string) => string {
  const names = new Map(subscriptions.map(({ productId, productName }) => [productId, productName]));
  return (productId) => names.get(productId) ?? productId;
}
