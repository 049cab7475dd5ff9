import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { asApiError } from '../api/errors.ts';
import { useLanguage, useWords } from '../words/define.ts';
import { Failure } from './failure.tsx';
import { commentsQuery, meQuery } from './queries.ts';
import { client, dataOf, type Schema } from './session.ts';
import { viewerWords } from './words.ts';

type Comment = Schema<'Comment'>;

interface CommentsProps {
  readonly episodeId: string;
}

/** What viewers wrote under an episode, newest first, and a field to write with. */
export function Comments({ episodeId }: CommentsProps) {
  const t = useWords(viewerWords);
  const { data, error, refetch } = useQuery(commentsQuery(episodeId));
  const { data: me } = useQuery(meQuery);
  return (
    <section className="comments" aria-label={t('comments.title')}>
      <h2>{t('comments.title')}</h2>
      <CommentForm episodeId={episodeId} />
      {error && !data ? <Failure error={error} retry={() => void refetch()} /> : null}
      {data?.items.length === 0 ? <p className="none">{t('comments.none')}</p> : null}
      <ul>
        {data?.items.map((comment) => (
          <CommentRow key={comment.id} comment={comment} isOwn={comment.userId === me?.id} />
        ))}
      </ul>
    </section>
  );
}

const longest = 1_000;

function CommentForm({ episodeId }: CommentsProps) {
  const t = useWords(viewerWords);
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const post = useMutation({
    mutationFn: (body: string) => dataOf(client.POST('/v1/comments', { body: { episodeId, body } })),
    onSuccess: async (_posted, sent) => {
      // What was typed while it was on its way stays.
      setText((now) => (now === sent ? '' : now));
      await queries.invalidateQueries({ queryKey: commentsQuery(episodeId).queryKey });
    },
  });
  const isTooLong = [...text].length > longest;
  const isRefused = post.error !== null && asApiError(post.error).code === 'validation_failed';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    post.mutate(text);
  };
  return (
    <form onSubmit={submit}>
      <textarea
        rows={2}
        required
        dir="auto"
        aria-label={t('comments.write')}
        placeholder={t('comments.write')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" disabled={post.isPending || isTooLong || text.trim() === ''}>
        {t('comments.post')}
      </button>
      {isTooLong ? <p role="alert">{t('comments.tooLong')}</p> : null}
      {post.data?.status === 'hidden' ? <p role="alert">{t('comments.hidden')}</p> : null}
      {isRefused ? <p role="alert">{t('comments.refused')}</p> : null}
      {post.error && !isRefused ? <Failure error={post.error} /> : null}
    </form>
  );
}

function CommentRow({ comment, isOwn }: { readonly comment: Comment; readonly isOwn: boolean }) {
  const t = useWords(viewerWords);
  const language = useLanguage();
  const { displayName, body, createdAt } = comment;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <header>
        <strong>
          <bdi>{isOwn ? t('comments.you') : (displayName ?? t('comments.guest'))}</bdi>
        </strong>
        <small>{time.format(new Date(createdAt))}</small>
      </header>
      <p dir="auto">{body}</p>
      {isOwn ? null : <Report comment={comment} />}
    </li>
  );
}

const reasons = ['spam', 'abuse', 'hate', 'sexual', 'spoiler'] as const;

/** Tells the moderators of a comment, with one of the usual reasons. */
function Report({ comment: { id, episodeId } }: { readonly comment: Comment }) {
  const t = useWords(viewerWords);
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const report = useMutation({
    mutationFn: (reason: string) =>
      dataOf(client.POST('/v1/comments/{id}/report', { params: { path: { id } }, body: { reason } })),
    onError: (error) => {
      // Somebody has taken it away meanwhile.
      if (asApiError(error).status === 404)
        void queries.invalidateQueries({ queryKey: commentsQuery(episodeId).queryKey });
    },
  });
  if (report.data) return <small role="status">{t('comments.reported')}</small>;
  return (
    <>
      <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('comments.report')}
      </button>
      {isOpen ? (
        <fieldset>
          <legend>{t('comments.why')}</legend>
          {reasons.map((reason) => (
            <button
              key={reason}
              type="button"
              className="quiet"
              disabled={report.isPending}
              onClick={() => report.mutate(reason)}
            >
              {t(`comments.reason.${reason}`)}
            </button>
          ))}
        </fieldset>
      ) : null}
      {report.error ? <Failure error={report.error} /> : null}
    </>
  );
}
