import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Stack, Text } from '../../ui/box.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useLocalized, useWords } from '../../words/define.ts';
import type { RequestLine, TileLine } from '../tiles.ts';
import classes from './home.module.css';
import type { Line } from './order.ts';
import { homeWords } from './words.ts';

/** One thing: what is to be done with it, what it is, and by when. The row leads to it. */
export function LineRow({ tile, line }: Line) {
  const t = useWords(homeWords);
  const localized = useLocalized();
  const { request, text, href } = line;
  const name = typeof text === 'string' ? text : localized(text);
  const verb = verbOf(tile.name);
  const kind = t(`tile.${tile.name}`);
  return (
    <li>
      <Link to={href} className={classes.line} data-bad={tile.isFault || undefined}>
        <Text as="strong" weight="medium" tone={tile.isFault ? 'danger' : undefined}>
          {request ? <RequestVerb request={request} isOwn={tile.name === 'mine'} /> : verb ? t(`verb.${verb}`) : kind}
        </Text>
        <Stack as="span" tight grows>
          <span className={classes.what}>
            {request ? <RequestText request={request} name={name} /> : <EmailText email={name} />}
          </span>
          {(request || verb) && (
            <Text size="sm" tone="muted">
              {request && tile.name !== 'mine' ? <RequestFacts request={request} /> : kind}
            </Text>
          )}
        </Stack>
        <Text size="sm" tone="muted" nowrap>
          <When line={line} />
        </Text>
      </Link>
    </li>
  );
}

type Verb = keyof typeof homeWords.en.verb;
const verbs: readonly string[] = Object.keys(homeWords.en.verb);
const isVerb = (name: string): name is Verb => verbs.includes(name);
const verbOf = (name: string): Verb | undefined => (isVerb(name) ? name : undefined);

function RequestVerb({ request: { decision }, isOwn }: { request: RequestLine; isOwn: boolean }) {
  const t = useWords(homeWords);
  if (!decision) return t(isOwn ? 'waiting' : 'verb.decide');
  return t(decision.isApproved ? 'approvedBy' : 'rejectedBy', { name: decision.by });
}

function RequestText({ request: { kind, coins, price }, name }: { request: RequestLine; name: string }): ReactNode {
  const t = useWords(homeWords);
  const format = useFormat();
  const amount = price ? format.money(price.cents, price.currency) : coins === undefined ? '' : format.number(coins);
  return t(`ask.${kind}`, { amount, name: `\u2068${name}\u2069` });
}

function RequestFacts({ request: { askedBy, decision } }: { request: RequestLine }): ReactNode {
  const t = useWords(homeWords);
  if (decision) return decision.note === null ? '' : <bdi>{t('quoted', { note: decision.note })}</bdi>;
  return t('askedBy', { name: askedBy });
}

function When({ line: { at, day, dueAt, request } }: { line: TileLine }): ReactNode {
  const t = useWords(homeWords);
  const format = useFormat();
  if (dueAt !== undefined) {
    const time = format.duration(Date.parse(dueAt) - Date.now());
    return t(request ? 'expiresIn' : 'dueIn', { time });
  }
  if (day !== undefined) return <time dateTime={day}>{format.daysAway(day)}</time>;
  return at === undefined ? <Fragment /> : <Time at={at} distance />;
}
