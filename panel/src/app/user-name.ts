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

/** What a user is called of whom one may see it; a guest has no name, and is known by the end of the id and by where they are. */
export function useSeenUserName(): (user: NamedUser) => string {
  const language = useLanguage();
  const kindOf = useUserKind();
  return (user) => {
    const { id, name, isGuest = false, isAnonymized = false, countryCode = null } = user;
    if (name !== null) return name;
    if (isGuest && !isAnonymized && countryCode !== null) return guestName(language, id, countryCode);
    return `${kindOf(user)} ${shortId(id)}`;
  };
}

/** The same, and where one may not see it what they are. */
export function useUserName(): (user: NamedUser) => string {
  const t = useWords(peopleWords);
  const { can } = useSession();
  const seenName = useSeenUserName();
  const kindOf = useUserKind();
  return (user) => {
    const { name, isGuest = false, isAnonymized = false, countryCode = null } = user;
    const isToldByPlace = isGuest && !isAnonymized && countryCode !== null;
    return name !== null || isToldByPlace || can('users:read') ? seenName(user) : t('hidden', { kind: kindOf(user) });
  };
}

function useUserKind(): (user: NamedUser) => string {
  const t = useWords(peopleWords);
  return ({ isGuest = false, isAnonymized = false }) => t(isAnonymized ? 'anonymized' : isGuest ? 'guest' : 'user');
}
