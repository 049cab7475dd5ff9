import { Link } from '@tanstack/react-router';
import type { Moment } from '../../ui/timeline.tsx';
import { useLanguage, useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { TimelineItem } from './queries.ts';
import { tabWords } from './tab-words.ts';
import classes from './users.module.css';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isTitles = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What was pushed to them, and what became of it. */
export function usePushMoment() {
  const t = useWords(tabWords);
  const word = useServerWord();
  const language = useLanguage();
  return ({ title, data }: TimelineItem): Omit<Moment, 'id' | 'at'> => {
    const outcome = text(data.outcome);
    const own = isTitles(data.titleI18n) ? text(data.titleI18n[language]) : '';
    const isThere = outcome === 'delivered' || outcome === 'logged';
    return {
      title: (
        <Link to="/push/$id" params={{ id: text(data.campaignId) }} className={classes.link}>
          {t('timeline.push', { title: own || title })}
        </Link>
      ),
      text: `${word('pushCategory', text(data.category))} · ${word('pushOutcome', outcome)}`,
      tone: isThere ? 'info' : 'neutral',
    };
  };
}
