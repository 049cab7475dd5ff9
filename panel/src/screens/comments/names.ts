import { shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { commentWords } from './words.ts';

interface Named {
  readonly id: string;
  readonly displayName: string | null;
  readonly isGuest?: boolean;
  readonly status?: string;
}

/** What a viewer is called: by the name that others see, or as what they are. */
export function useViewerName(): (viewer: Named) => string {
  const t = useWords(commentWords);
  return ({ id, displayName, isGuest = true, status }) => {
    if (displayName !== null) return displayName;
    const kind = status === 'deleted' ? 'nobody' : isGuest ? 'guest' : 'noName';
    return `${t(kind)} ${shortId(id)}`;
  };
}
