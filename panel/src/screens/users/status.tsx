import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useServerWord } from '../../words/server.ts';

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

/** The last digits of an id tell guests apart; the first ones are the time they came. */
export const shortId = (id: string): string => id.slice(-8);

export const nameOf = (user: Named, nameless: string): string =>
  user.displayName ?? user.email ?? user.phoneE164 ?? `${nameless} ${shortId(user.id)}`;
