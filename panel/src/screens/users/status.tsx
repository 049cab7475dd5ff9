import { useFormat } from '../../ui/format.ts';
import { shortId } from '../../ui/short-id.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useServerWord } from '../../words/server.ts';
import type { User } from './queries.ts';

export function UserStatus({ status }: { status: string }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>;
}

/** US cents. The sign of the currency keeps its place beside the number in Arabic too. */
export function Money({ cents, currency = 'USD' }: { cents: number; currency?: string }) {
  return <span className="ltr">{useFormat().money(cents, currency)}</span>;
}

interface Named {
  readonly id: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly phoneE164: string | null;
}

export const nameOf = (user: Named, nameless: string): string =>
  user.displayName ?? user.email ?? user.phoneE164 ?? `${nameless} ${shortId(user.id)}`;

/** What the products of a user's subscriptions are called; a package goes by its SKU. */
export function productNamesOf({ subscriptions }: Pick<User, 'subscriptions'>): (productId: string) => string {
  const names = new Map(subscriptions.map(({ productId, productName }) => [productId, productName]));
  return (productId) => names.get(productId) ?? productId;
}
