import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { shortId } from '../../ui/short-id.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import classes from './economy.module.css';
import { type LedgerProof, proofQuery } from './queries.ts';
import { economyWords } from './words.ts';

/** What the last check of the whole ledger found, for those who may see wallets. */
export function ProofCard() {
  const t = useWords(economyWords);
  const { may } = useSession();
  const proof = useQuery({ ...proofQuery, enabled: may('wallet:read') });
  if (!may('wallet:read')) return null;
  return (
    <section className={classes.total} aria-label={t('proof.title')}>
      <h2>{t('proof.title')}</h2>
      <p className={classes.quiet}>{t('proof.text')}</p>
      <Loaded query={proof} lines={3}>
        {(data) => <Verdict proof={data} />}
      </Loaded>
    </section>
  );
}

function Verdict({ proof }: { proof: LedgerProof }) {
  const t = useWords(economyWords);
  const format = useFormat();
  const { holds, books, head, notSealed } = proof;
  const never = t('proof.never');
  return (
    <div className={classes.proof}>
      <StatusPill tone={holds ? 'positive' : 'danger'}>{t(holds ? 'proof.holds' : 'proof.broken')}</StatusPill>
      <DescriptionList
        facts={[
          [t('proof.checked'), books ? <Time key="checked" at={books.checkedAt} distance /> : never],
          [t('proof.waiting'), format.number(books?.eventsBehind ?? notSealed)],
          [t('proof.sealed'), head ? <Time key="sealed" at={head.sealedAt} distance /> : never],
          ...(head
            ? [[t('proof.seal'), <CopyText key="seal" label={t('proof.seal')} text={head.hash} hidden />] as const]
            : []),
        ]}
      />
      {books && books.breaks.length > 0 && (
        <ul className={classes.breaks} aria-label={t('proof.broken')}>
          {books.breaks.map(({ eventId, what }) => (
            <li key={eventId + what}>
              <ObjectLink type="ledger_event" id={eventId}>
                {t('proof.movement', { number: shortId(eventId) })}
              </ObjectLink>{' '}
              <bdi>{what}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
