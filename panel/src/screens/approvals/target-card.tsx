import { Avatar } from '@mantine/core';
import { useProductCalled } from '../../app/bought.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Inline, Stack } from '../../ui/box.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { initialsOf } from '../../ui/initials.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import classes from './approvals.module.css';
import type { ApprovalDetail } from './queries.ts';
import { useTargetName } from './subject.ts';
import { approvalWords } from './words.ts';

/** Whom or what the request is about, and why: what one looks at first. */
export function TargetCard({ approval }: { approval: ApprovalDetail }) {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const { kind, target, targetType, targetId, payload } = approval;
  const name = useTargetName()(approval);
  const asked = typeof payload.reason === 'string' ? payload.reason : '';
  const note = typeof payload.note === 'string' ? payload.note : '';
  return (
    <Inline
      as="section"
      className={classes.target}
      align="stretch"
      gap="md"
      mb="xl"
      aria-label={word('target', targetType)}
    >
      <Avatar
        src={target.pictureUrl}
        size={44}
        radius={targetType === 'user' ? 'xl' : 'sm'}
        color="iris"
        alt=""
        aria-hidden
      >
        {initialsOf(name)}
      </Avatar>
      <Stack gap="2xs">
        <Inline as="p" wraps size="lg" weight="strong">
          <ObjectLink type={targetType} id={targetId}>
            <bdi>{name}</bdi>
          </ObjectLink>
          {typeof target.status === 'string' && target.status !== approval.status && (
            <StatusPill tone={toneOf(target.status)}>{word('status', target.status)}</StatusPill>
          )}
        </Inline>
        {asked && (
          <p className={classes.line}>
            {t('askedReason')} <bdi>{kind === 'wallet_grant' ? reasonWord(asked) : asked}</bdi>
          </p>
        )}
        {note && <bdi className={classes.quote}>{note}</bdi>}
        <Wallet target={target} />
        {kind === 'refund' && <RefundAsked target={target} />}
      </Stack>
    </Inline>
  );
}

/** What is to be given back, of which purchase and to whom. */
function RefundAsked({ target }: { target: ApprovalDetail['target'] }) {
  const t = useWords(approvalWords);
  const format = useFormat();
  const railName = useRailName();
  const called = useProductCalled();
  const { amountCents, amountUsdCents, currency, productId, bought, platform, userId, reverseUnlocks } = target;
  if (typeof amountCents !== 'number' || typeof amountUsdCents !== 'number') return null;
  return (
    <>
      <p className={classes.line}>
        {t('refundOf', {
          amount: format.money(amountCents, String(currency)),
          worth: format.money(amountUsdCents, 'USD'),
        })}
      </p>
      <p className={classes.line}>
        {t('refundFor', {
          product: called(String(productId), bought),
          rail: railName(String(platform)),
        })}
        {' · '}
        <ObjectLink type="user" id={String(userId)}>
          {t('openUser')}
        </ObjectLink>
      </p>
      {reverseUnlocks === true && <p className={classes.line}>{t('refundReverses')}</p>}
    </>
  );
}

function Wallet({ target }: { target: ApprovalDetail['target'] }) {
  const t = useWords(approvalWords);
  const format = useFormat();
  const reasonWord = useReasonWord();
  const { balanceTotal } = target;
  if (typeof balanceTotal !== 'number') return null;
  const grants = Array.isArray(target.lastGrants) ? target.lastGrants.map(fieldsOf) : [];
  return (
    <>
      <p className={classes.line}>{t('balance', { count: balanceTotal, amount: format.number(balanceTotal) })}</p>
      {grants.length > 0 && (
        <div className={classes.line}>
          {t('lastGrants')}
          <ul className={classes.grants}>
            {grants.map(({ amount, reason, createdAt }) => (
              <li key={String(createdAt)}>
                <bdi>{format.signed(Number(amount))}</bdi> <bdi>{reasonWord(String(reason))}</bdi>{' '}
                <Time at={String(createdAt)} distance />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
