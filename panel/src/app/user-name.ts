import { shortId } from '../ui/short-id.ts';
import { useWords } from '../words/define.ts';
import { peopleWords } from './people-words.ts';
import { useSession } from './session.ts';

export interface NamedUser {
  readonly id: string;
  readonly name: string | null;
  readonly isGuest?: boolean;
  readonly isAnonymized?: boolean;
}

/** What a user is called, as on their own page; one without a name by what they are, or that one may not see it. */
export function useUserName(): (user: NamedUser) => string {
  const t = useWords(peopleWords);
  const { may } = useSession();
  return ({ id, name, isGuest = false, isAnonymized = false }) => {
    if (name !== null) return name;
    const kind = t(isAnonymized ? 'anonymized' : isGuest ? 'guest' : 'user');
    return may('users:read') ? `${kind} ${shortId(id)}` : t('hidden', { kind });
  };
}
