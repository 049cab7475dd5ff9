import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { useServerWord } from '../../words/server.ts';
import type { Comment } from './queries.ts';

const tones = { visible: 'positive', hidden: 'warning', deleted: 'danger' } as const satisfies Record<
  Comment['status'],
  Tone
>;

export function CommentStatus({ status }: Pick<Comment, 'status'>) {
  const word = useServerWord();
  return <StatusPill tone={tones[status]}>{word('commentStatus', status)}</StatusPill>;
}
