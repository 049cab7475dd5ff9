import { useFailureSentence } from '../../api/error-words.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { type NamedUser, useUserName } from '../../app/user-name.ts';
import { Inline, Note, Rows, Stack, Text } from '../../ui/box.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { PersonAvatar } from '../../ui/person.tsx';
import { shortId } from '../../ui/short-id.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import { useFailureWord } from '../webhooks/public.ts';
import classes from './alerts.module.css';
import type { AlertDetail, EvidenceRow } from './queries.ts';
import { alertWords } from './words.ts';

const withoutRows = ['ledger_unproven', 'storage_low', 'verification_failures', 'rail_quiet', 'disputes'] as const;
const hasRows = (kind: AlertDetail['kind']): kind is Exclude<AlertDetail['kind'], (typeof withoutRows)[number]> =>
  !withoutRows.some((one) => one === kind);

/** The figure hour by hour, and what it was made of. */
export function Evidence({ alert }: { alert: AlertDetail }) {
  const t = useWords(alertWords);
  const word = useServerWord();
  const { kind, evidence } = alert;
  const { rows, shown, requires } = evidence;
  return (
    <>
      <Hours alert={alert} />
      {hasRows(kind) && (
        <DrawerSection title={t(`evidence.${kind}`)}>
          {!shown && <Note>{t('evidence.hidden', { permission: word('permission', requires) })}</Note>}
          {shown && rows.length === 0 && <Note>{t('evidence.none')}</Note>}
          {rows.length > 0 && (
            <Rows>
              {rows.map((row) => (
                <Row key={`${row.type} ${row.id} ${row.at}`} row={row} />
              ))}
            </Rows>
          )}
        </DrawerSection>
      )}
    </>
  );
}

const unitOf: Readonly<Partial<Record<AlertDetail['kind'], 'refunds' | 'payments'>>> = {
  refund_rate: 'refunds',
  rail_quiet: 'payments',
};

function Hours({ alert: { kind, evidence } }: { alert: AlertDetail }) {
  const t = useWords(alertWords);
  const format = useFormat();
  if (evidence.hours.length === 0) return null;
  const unit = t(`hours.${unitOf[kind] ?? 'coins'}`);
  return (
    <div className={classes.hours}>
      <ChartFrame
        title={t('hours.title')}
        unit={unit}
        kind="bar"
        lines={[{ key: 'amount', label: unit, color: 'iris.6' }]}
        points={evidence.hours.map(({ hour, amount }) => ({ at: format.dayTime(hour), values: { amount } }))}
      />
    </div>
  );
}

/** By what a row is called, and where it leads. */
function RowName({ row }: { row: EvidenceRow }) {
  const t = useWords(alertWords);
  const format = useFormat();
  const word = useServerWord();
  const nameOf = useUserName();
  const { type, id, userId, label, item, requester, decider } = row;
  if (item) {
    const number = item.episodeNumber;
    const name =
      number === null
        ? item.title
        : t('evidence.episode', { series: item.seriesTitle, number: format.number(number), title: item.title });
    return (
      <ObjectLink type="series" id={item.seriesId}>
        <bdi>{name}</bdi>
      </ObjectLink>
    );
  }
  if (type === 'approval') {
    return (
      <ObjectLink type="approval" id={id}>
        <bdi>
          {word('approvalKind', label ?? '')}:{' '}
          {t('evidence.people', { requester: requester ?? '', decider: decider ?? '' })}
        </bdi>
      </ObjectLink>
    );
  }
  if (type === 'sealed_block') return <bdi>{t('evidence.block', { number: format.number(Number(id)) })}</bdi>;
  if (type === 'webhook_event') {
    return (
      <ObjectLink type="webhook" id={id}>
        <bdi>{shortId(label ?? id)}</bdi>
      </ObjectLink>
    );
  }
  return (
    <ObjectLink type="user" id={userId}>
      <bdi>{nameOf(userOf(row))}</bdi>
    </ObjectLink>
  );
}

/** Whom a row is about, where that is a user. */
const userOf = ({ id, userId, label, userKind }: EvidenceRow): NamedUser => ({
  id: userId ?? id,
  name: label,
  isGuest: userKind === 'guest',
  isAnonymized: userKind === 'anonymized',
});

/** Why something failed, or what was given as the reason. */
function useRowReason(): (row: EvidenceRow) => string | null {
  const reasonWord = useReasonWord();
  const sentence = useFailureSentence();
  const failureWord = useFailureWord();
  return ({ type, reason }) => {
    if (reason === null) return null;
    if (type === 'schedule') return sentence(reason);
    return type === 'webhook_event' ? failureWord(reason) : reasonWord(reason);
  };
}

function Row({ row }: { row: EvidenceRow }) {
  const t = useWords(alertWords);
  const format = useFormat();
  const reason = useRowReason()(row);
  const nameOf = useUserName();
  const { type, id, amount, currency, at } = row;
  const shown =
    amount === null
      ? null
      : currency === null
        ? t('evidence.coins', { count: amount, amount: format.number(amount) })
        : format.money(amount, currency);
  return (
    <Inline as="li">
      {row.userId !== null && <PersonAvatar name={nameOf(userOf(row))} size={28} />}
      <Stack as="span" gap="3xs" breaks grows>
        <RowName row={row} />
        <small>
          {at !== null && <Time at={at} distance />}
          {reason !== null && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </small>
      </Stack>
      {shown !== null && (
        <Text className={currency === null ? '' : 'ltr'} tabular nowrap>
          <ObjectLink type={type} id={id}>
            {shown}
          </ObjectLink>
        </Text>
      )}
    </Inline>
  );
}
