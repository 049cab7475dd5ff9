import { isNamedId, NamedId, withoutPageless } from '../../app/named-id.tsx';
import { useValueName } from '../../app/review/value-name.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { toneOf } from '../../ui/status-pill.tsx';
import { type Moment, Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import classes from './approvals.module.css';
import type { ApprovalDetail } from './queries.ts';
import { approvalWords } from './words.ts';

/** What was asked for or came of it, field by field. */
export function Contents({ fields }: { fields: Readonly<Record<string, unknown>> }) {
  const word = useServerWord();
  const valueName = useValueName();
  const show = (name: string, value: unknown) =>
    valueName(name, value, fields) ?? (typeof value === 'string' ? value : JSON.stringify(value));
  return (
    <DescriptionList
      facts={Object.entries(withoutPageless(fields)).map(([name, value]) => [
        word('field', name),
        isNamedId(name, value) ? (
          <NamedId key={name} field={name} id={value} />
        ) : (
          <bdi key={name}>{show(name, value)}</bdi>
        ),
      ])}
    />
  );
}

/** Who asked, and what became of it. */
export function ApprovalTimeline({ approval }: { approval: ApprovalDetail }) {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const { status, requestedBy, decidedBy, decidedAt, decisionNote, createdAt, reason } = approval;
  const moments: Moment[] = [];
  if (status !== 'pending') {
    moments.push({
      id: 'decided',
      at: decidedAt ?? approval.expiresAt,
      title: decidedBy
        ? t(`timeline.${status}`, { who: decidedBy.name })
        : word('approvalStatus', status, word('status', status)),
      text: decisionNote && <bdi className={classes.quote}>{decisionNote}</bdi>,
      tone: toneOf(status),
    });
  }
  moments.push({
    id: 'asked',
    at: createdAt,
    title: t('timeline.asked', { who: requestedBy.name }),
    text: <bdi className={classes.quote}>{reasonWord(reason)}</bdi>,
    tone: 'info',
  });
  return <Timeline moments={moments} />;
}
