import { Button } from '@mantine/core';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Note, Rows, Stack, Text } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord } from '../../words/server.ts';
import type { CommentDetail } from './queries.ts';
import { Thread } from './thread.tsx';
import { commentWords } from './words.ts';

interface AuthorProps {
  comment: CommentDetail;
  name: string;
}

/** What is known of who wrote it: strikes, and what they wrote elsewhere. */
export function AuthorSection({ comment, name }: AuthorProps) {
  const t = useWords(commentWords);
  const format = useFormat();
  const { author, authorCounts: counts, authorComments, strikes } = comment;
  return (
    <>
      <DrawerSection title={t('about.author', { name })}>
        {author.commentingSuspended && <Alert tone="warning">{t('about.suspended')}</Alert>}
        <DescriptionList
          facts={[
            [t('about.comments'), format.number(counts.comments)],
            [t('about.notVisible'), format.number(counts.notVisible)],
            [t('about.reportsMade'), format.number(counts.reportsMade)],
          ]}
        />
      </DrawerSection>
      <DrawerSection title={t('strikes.title', { count: strikes.length })}>
        <Strikes userId={author.id} strikes={strikes} name={name} />
      </DrawerSection>
      <DrawerSection title={t('about.earlier')}>
        {authorComments.length === 0 ? (
          <Note>{t('about.noEarlier')}</Note>
        ) : (
          <Thread comments={authorComments} current={comment.id} />
        )}
      </DrawerSection>
    </>
  );
}

interface StrikesProps {
  userId: string;
  strikes: CommentDetail['strikes'];
  name: string;
}

/** The strikes of a user that count, each of which can be taken back. */
export function Strikes({ userId, strikes, name }: StrikesProps) {
  const t = useWords(commentWords);
  const reasonWord = useReasonWord();
  const review = useReview();
  const { can } = useSession();
  if (strikes.length === 0) return <Note>{t('strikes.none')}</Note>;
  const remove = (strikeId: string) =>
    review.open({
      title: t('strikes.sheet', { name }),
      about: name,
      intro: t('strikes.text'),
      confirmLabel: t('strikes.remove'),
      done: () => t('strikes.removed', { name }),
      change: change('DELETE', '/v1/admin/users/{id}/strikes/{strikeId}', { path: { id: userId, strikeId } }),
    });
  return (
    <Rows>
      {strikes.map(({ id, type, reason, createdAt }) => (
        <Inline as="li" key={id} justify="between" wraps gap="md" rowGap="xs">
          <Stack as="span" gap="3xs" tight breaks>
            <Text as="bdi" weight="medium">
              {reasonWord(reason)}
            </Text>
            <small>
              {t(`strikes.${type}`)} · <Time at={createdAt} distance />
            </small>
          </Stack>
          {can('moderation:write') && (
            <Button variant="subtle" size="compact-xs" onClick={() => remove(id)}>
              {t('strikes.remove')}
            </Button>
          )}
        </Inline>
      ))}
    </Rows>
  );
}
