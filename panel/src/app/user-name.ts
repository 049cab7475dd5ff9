import { shortId } from '../ui/short-id.ts';
import { useLanguage, useWords } from '../words/define.ts';
import { guestName } from '../words/guest.ts';
import { peopleWords } from './people-words.ts';
import { useSession } from './session.ts';

export interface NamedUser {
  readonly id: string;
  readonly name: string | null;
  readonly isGuest?: boolean;
  readonly isAnonymized?: boolean;
  readonly countryCode?: string | null;
}

/**
 * What a user is called, as on their own page; one without a name by what they are, or that one may not see it. A guest
 * has no name, and is known by the end of the id, and by where they are where that is told.
 */
export function useUserName(): (user: NamedUser) => string {
  const t = useWords(peopleWords);
  const { can } = useSession();
  const language = useLanguage();
  return ({ id, name, isGuest = false, isAnonymized = false, countryCode = null }) => {
    if (name !== null) return name;
    if (isGuest && !isAnonymized && countryCode !== null) return guestName(language, id, countryCode);
    const kind = t(isAnonymized ? 'anonymized' : isGuest ? 'guest' : 'user');
    return can('users:read') ? `${kind} ${shortId(id)}` : t('hidden', { kind });
  };
}
