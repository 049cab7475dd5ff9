import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Note, Rows, Stack, Text } from '../../ui/box.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord } from '../../words/server.ts';
import classes from './comments.module.css';
import { useViewerName } from './names.ts';
import { CommentStatus } from './parts.tsx';
import type { Comment, CommentDetail, Report } from './queries.ts';
import { commentWords } from './words.ts';

/** Who reported it, why, and what became of it. */
export function Reports({ comment: { reports } }: { comment: CommentDetail }) {
  const t = useWords(commentWords);
  if (reports.length === 0) return <Note>{t('about.noReports')}</Note>;
  return (
    <Rows>
      {reports.map((report) => (
        <ReportRow key={report.id} report={report} />
      ))}
    </Rows>
  );
}

function ReportRow({ report }: { report: Report }) {
  const t = useWords(commentWords);
  const reasonWord = useReasonWord();
  const { can } = useSession();
  const { reason, reporter, createdAt, outcome } = report;
  const name = useViewerName()(reporter);
  return (
    <Inline as="li" justify="between" wraps gap="md" rowGap="xs">
      <Stack as="span" gap="3xs" tight breaks>
        <Text as="bdi" weight="medium">
          {reasonWord(reason)}
        </Text>
        <Inline as="span" justify="between" wraps rowGap="2xs">
          <ObjectLink type="user" id={reporter.id}>
            <Person name={name} />
          </ObjectLink>
          <small>
            <Time at={createdAt} distance />
            {outcome !== null && <> · {t(`outcome.${outcome}`)}</>}
          </small>
        </Inline>
      </Stack>
      {can('moderation:write') && <FalseReport report={report} name={name} />}
    </Inline>
  );
}

/** A strike for who reports what is fine. */
function FalseReport({ report, name }: { report: Report; name: string }) {
  const t = useWords(commentWords);
  const review = useReview();
  const open = () =>
    review.open({
      title: t('falseReport.sheet', { name }),
      about: name,
      intro: t('falseReport.text'),
      confirmLabel: t('falseReport.button'),
      done: () => t('falseReport.done', { name }),
      danger: true,
      reason: { min: 1, max: 500, label: t('reason.label') },
      change: (reason) =>
        change('POST', '/v1/admin/users/{id}/strikes', {
          path: { id: report.reporter.id },
          body: { type: 'report', refId: report.id, reason },
        }),
    });
  return (
    <Button variant="subtle" size="compact-xs" onClick={open}>
      {t('falseReport.button')}
    </Button>
  );
}

interface ThreadProps {
  comments: readonly Comment[];
  /** The one that is looked at. */
  current: string;
}

/** What was written around it, newest first. */
export function Thread({ comments, current }: ThreadProps) {
  return (
    <Stack as="ol" gap="2xs">
      {comments.map((comment) => (
        <li key={comment.id} className={classes.message} aria-current={comment.id === current || undefined}>
          <Message comment={comment} isCurrent={comment.id === current} />
        </li>
      ))}
    </Stack>
  );
}

function Message({ comment, isCurrent }: { comment: Comment; isCurrent: boolean }) {
  const { id, userId, displayName, body, status, createdAt } = comment;
  const name = useViewerName()({ id: userId, displayName });
  return (
    <>
      <Inline as="span" justify="between" wraps rowGap="2xs">
        <Inline as="span" justify="between" wraps rowGap="2xs">
          <Person name={name} />
          {status !== 'visible' && <CommentStatus status={status} />}
        </Inline>
        <small>
          <Time at={createdAt} distance />
        </small>
      </Inline>
      {isCurrent ? (
        <p dir="auto" className={classes.excerptLong}>
          {body}
        </p>
      ) : (
        <Link to="/moderation/$id" params={{ id }} search={true} className={classes.excerptLong} dir="auto">
          {body}
        </Link>
      )}
    </>
  );
}
