import { type EffectsShown, EffectsView } from '../../app/review/effects-view.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Box, Columns, Inline, Stack, Text } from '../../ui/box.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import classes from './approvals.module.css';
import type { ApprovalDetail } from './queries.ts';
import { useRefusal } from './refusal.ts';
import { approvalWords } from './words.ts';

/** What must be known before one decides: it would be refused, or it would do something else by now. */
export function ApprovalNotes({ approval }: { approval: ApprovalDetail }) {
  const t = useWords(approvalWords);
  const refusal = useRefusal(approval);
  const isPending = approval.status === 'pending';
  return (
    <Stack className={classes.notes} gap="sm" mb="xl">
      {refusal ? (
        <Alert tone="danger" role="alert" title={t('refused.title')}>
          {refusal} {approval.requesterEligible && t('refused.text')}
        </Alert>
      ) : (
        approval.drift && (
          <Alert tone="warning" title={t('drift.title')}>
            {t('drift.text')}
          </Alert>
        )
      )}
      {approval.deciderBoundToRequester && (
        <Alert tone="warning" title={t(isPending ? 'bound.title' : 'bound.decidedTitle')}>
          {t(isPending ? 'bound.text' : 'bound.decidedText')}
        </Alert>
      )}
    </Stack>
  );
}

/** The database keeps fields in an order of its own; side by side they must stand in the same one. */
function inOrder(effects: EffectsShown): EffectsShown {
  const sorted = (fields: Readonly<Record<string, unknown>> | null) =>
    fields === null ? null : Object.fromEntries(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)));
  const changes = effects.changes.map((change) => ({
    ...change,
    before: sorted(change.before),
    after: sorted(change.after),
  }));
  return { ...effects, changes };
}

/** What it would do now, which is what is decided; then what it was to do when it was asked for, where the two differ. */
export function EffectsComparison({ approval }: { approval: ApprovalDetail }) {
  const t = useWords(approvalWords);
  const refusal = useRefusal(approval);
  const { effects, effectsNow, drift, status, createdAt } = approval;
  if (status === 'pending' && effectsNow && !drift) return <EffectsView effects={inOrder(effectsNow)} />;
  return (
    <Columns min="lg" align="start">
      {status === 'pending' && (
        <Box
          as="section"
          className={classes.side}
          framed="plain"
          pad="md"
          data-changed={drift || undefined}
          aria-label={t('effects.now')}
        >
          <Inline as="h4" className={classes.sideTitle} align="stretch" justify="between" gap="md" mb="md">
            {t('effects.now')}
            <span>{drift && t('effects.changed')}</span>
          </Inline>
          {effectsNow ? (
            <EffectsView effects={inOrder(effectsNow)} other={effects} />
          ) : (
            <Text as="p" tone="muted">
              {refusal ?? t('effects.unknown')}
            </Text>
          )}
        </Box>
      )}
      <Box as="section" className={classes.side} framed="plain" pad="md" aria-label={t('effects.asked')}>
        <Inline as="h4" className={classes.sideTitle} align="stretch" justify="between" gap="md" mb="md">
          {t('effects.asked')}
          <span>
            <Time at={createdAt} distance />
          </span>
        </Inline>
        <EffectsView effects={inOrder(effects)} other={status === 'pending' && effectsNow ? effectsNow : undefined} />
      </Box>
    </Columns>
  );
}
