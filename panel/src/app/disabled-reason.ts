import type { Permission } from '../api/contract.ts';
import { uiWords } from '../ui/words.ts';
import { useWords } from '../words/define.ts';
import { useServerWord } from '../words/server.ts';
import { useSession } from './session.ts';

/**
 * Why an action is off: the server's list of what is allowed decides, and the missing permission or the state explains.
 * Give the state's own reason where it is known; undefined means that the action may be done.
 */
export function useDisabledReason(allowed: readonly string[], permission: Permission) {
  const t = useWords(uiWords);
  const word = useServerWord();
  const { can } = useSession();
  return (action: string, why?: string): string | undefined => {
    if (allowed.includes(action)) return undefined;
    if (!can(permission)) return t('blocked.permission', { permission: word('permission', permission) });
    return why ?? t('blocked.state');
  };
}
