import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PictureOf } from '../../app/pictures.tsx';
import { Inline } from '../../ui/box.tsx';
import type { Moment } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord } from '../../words/server.ts';
import { CommentStatus } from '../comments/public.ts';
import type { TimelineItem } from './queries.ts';
import { SubjectName } from './subject.tsx';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import classes from './users.module.css';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const hiddenStatuses = ['hidden', 'deleted'] as const;

/** What the user wrote or reported, which leads to the comment. */
export function useWrittenMoment(pictureOf: PictureOf) {
  const t = useWords(tabWords);
  const reasonWord = useReasonWord();
  return ({ type, title, data }: TimelineItem): Omit<Moment, 'id' | 'at'> => {
    const taken = hiddenStatuses.find((status) => type === 'comment' && status === data.status);
    return {
      title: (
        <Link to="/moderation/$id" params={{ id: text(data.commentId) }} className={classes.link}>
          {t(type === 'report' ? 'timeline.report' : 'timeline.comment')}
        </Link>
      ),
      text: (
        <>
          <p className={tabClasses.noteBody}>{title}</p>
          <Inline as="span" wraps gap="md" rowGap="2xs">
            {type === 'report' && <bdi>{reasonWord(text(data.reason))}</bdi>}
            {taken && <CommentStatus status={taken} />}
            {data.subject && <SubjectName subject={data.subject} pictureOf={pictureOf} linked />}
          </Inline>
        </>
      ),
      tone: taken ? 'warning' : 'neutral',
    };
  };
}

/** A strike, who gave it and why. */
export function useStrikeMoment() {
  const t = useWords(tabWords);
  const reasonWord = useReasonWord();
  return ({ title, data }: TimelineItem, who: ReactNode): Omit<Moment, 'id' | 'at'> => ({
    title: t('timeline.strike'),
    text: (
      <Inline as="span" wraps gap="md" rowGap="2xs">
        {who}
        <bdi>{reasonWord(title)}</bdi>
        {text(data.removedAt) && <span>{t('timeline.strikeRemoved')}</span>}
      </Inline>
    ),
    tone: 'warning',
  });
}
