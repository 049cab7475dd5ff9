import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/client.ts';
import { apiQuery } from '../api/query.ts';
import { Alert } from '../ui/alert.tsx';
import { Inline, Stack, Text } from '../ui/box.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { useFormat } from '../ui/format.ts';
import { StatusPill } from '../ui/status-pill.tsx';
import { Time } from '../ui/time.tsx';
import { useWords } from '../words/define.ts';
import classes from './proof.module.css';
import { proofWords } from './proof-words.ts';
import { useSession } from './session.ts';

/** Whether history is what it was when it was sealed, for those who may read it. Nothing is shown while that is not known. */

export const auditProofQuery = apiQuery('/v1/admin/audit-log/proof', {});
export const ledgerProofQuery = apiQuery('/v1/admin/ledger/proof', {});

type Sealed = Schema<'AuditProof'>;

/** The verdict on the audit log in a line, with the fingerprint to keep. */
export function AuditProof() {
  const { data: proof } = useQuery(auditProofQuery);
  const t = useWords(proofWords);
  if (!proof) return null;
  const { head } = proof;
  const label = t('fingerprint', { no: head?.no ?? 0 });
  return (
    <Inline justify="between" wraps gap="lg" rowGap="sm" mb="lg">
      <ProofStatus of="audit" proof={proof} />
      {head && (
        <Inline as="span" wraps tone="muted">
          {label}
          <code className="ltr">{head.hash.slice(0, 12)}…</code>
          <CopyText hidden label={label} text={head.hash} />
        </Inline>
      )}
    </Inline>
  );
}

/** The verdict on the ledger with what it rests on. */
export function LedgerProof() {
  const { can } = useSession();
  const { data: proof } = useQuery({ ...ledgerProofQuery, enabled: can('wallet:read') });
  const t = useWords(proofWords);
  const format = useFormat();
  if (!proof) return null;
  const { head, books } = proof;
  return (
    <Stack as="section" className={classes.card} gap="md" framed="raised" pad="lg" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ProofStatus of="ledger" proof={proof} />
      <Text as="p" tone="muted">
        {t('text')}
      </Text>
      <DescriptionList
        facts={[
          ...(books ? ([[t('books'), t(books.holds ? 'booksHold' : 'booksBroken')]] as const) : []),
          ...(head ? ([[t('newest'), <NewestBlock key="newest" head={head} />]] as const) : []),
          [t('waiting'), format.number(proof.notSealed)],
          [t('checked'), <Time key="checked" at={proof.checkedAt} distance />],
          [t('allChecked'), <Time key="all" at={proof.allCheckedAt} distance />],
        ]}
      />
      {head && <CopyText label={t('fingerprint', { no: head.no })} text={head.hash} />}
    </Stack>
  );
}

function NewestBlock({ head }: { head: NonNullable<Sealed['head']> }) {
  const t = useWords(proofWords);
  return (
    <>
      {t('block', { no: head.no })} · <Time at={head.sealedAt} distance />
    </>
  );
}

function ProofStatus({ of, proof: { head, brokenBlocks } }: { of: 'ledger' | 'audit'; proof: Sealed }) {
  const t = useWords(proofWords);
  if (brokenBlocks.length > 0) {
    return (
      <Alert tone="danger" role="alert" title={t('broken')}>
        <p>{t('brokenText')}</p>
        <p>{t('brokenBlocks', { blocks: brokenBlocks.map(({ no }) => no).join(', ') })}</p>
      </Alert>
    );
  }
  return (
    <Inline as="p" wraps tone="muted">
      <StatusPill tone={head ? 'positive' : 'neutral'}>{t(head ? 'holds' : 'none')}</StatusPill>
      <span>{t(`${of}${head ? 'Holds' : 'None'}`)}</span>
    </Inline>
  );
}
