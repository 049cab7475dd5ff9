import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NotRefreshed, QueryFallback, type ShownQuery } from '../../api/loaded.tsx';
import { useSeenDecision } from '../../app/home/use-seen-decision.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Deciders } from '../../app/review/deciders.tsx';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import { ApprovalActions } from './actions.tsx';
import { ApprovalNotes, EffectsComparison } from './effects-comparison.tsx';
import { ApprovalTimeline, Contents } from './facts.tsx';
import { type ApprovalDetail, approvalQuery, approvalsQuery } from './queries.ts';
import { ApprovalStatus, Expiry } from './status.tsx';
import { useSubject } from './subject.ts';
import { TargetCard } from './target-card.tsx';
import { approvalWords } from './words.ts';

const route = getRouteApi('/shell/approvals/$id');
const wide = 940;

export function ApprovalDrawer() {
  const t = useWords(approvalWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const approval = useQuery(approvalQuery(id));
  const close = () => void navigate({ to: '/approvals', search: true });
  if (!approval.data) {
    return (
      <DetailDrawer title={t('title')} onClose={close} size={wide}>
        <NeighbourKeys id={id} />
        <QueryFallback query={approval} lines={10} />
      </DetailDrawer>
    );
  }
  return <Shown key={id} query={approval} approval={approval.data} onClose={close} />;
}

interface ShownProps {
  query: ShownQuery<ApprovalDetail>;
  approval: ApprovalDetail;
  onClose: () => void;
}

function Shown({ query, approval, onClose }: ShownProps) {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const subject = useSubject();
  const { status, reason, requiredPermission, result } = approval;
  const payload = restOf(approval.payload);
  const { me } = useSession();
  const isOwn = approval.requestedBy.id === me.id;
  const isPending = status === 'pending';
  useSeenDecision(approval.id, isOwn && !isPending);
  return (
    <DetailDrawer
      title={`${word('approvalKind', approval.kind)}: ${subject(approval)}`}
      subtitle={
        <>
          <ApprovalStatus status={status} />
          {isPending && (
            <span>
              {t('expiresIn')} <Expiry approval={approval} />
            </span>
          )}
        </>
      }
      actions={isPending && <ApprovalActions approval={approval} />}
      onClose={onClose}
      size={wide}
    >
      <NeighbourKeys id={approval.id} />
      <NotRefreshed query={query} />
      <Rejection approval={approval} />
      <TargetCard approval={approval} />
      <ApprovalNotes approval={approval} />
      <DrawerSection title={t(effectsTitleOf(status))}>
        <EffectsComparison approval={approval} />
      </DrawerSection>
      <DrawerSection title={t('request')}>
        <DescriptionList
          facts={[
            [
              t('askedBy'),
              <ObjectLink key="by" type="admin" id={approval.requestedBy.id}>
                <bdi title={approval.requestedBy.email}>{approval.requestedBy.name}</bdi>
              </ObjectLink>,
            ],
            [t('reason'), <bdi key="reason">{reasonWord(reason)}</bdi>],
            [t('permission'), word('permission', requiredPermission)],
            ...(isPending && isOwn
              ? [[t('deciders'), <Deciders key="who" kind={approval.kind} targetId={approval.targetId} />] as const]
              : []),
          ]}
        />
      </DrawerSection>
      {Object.keys(payload).length > 0 && (
        <DrawerSection title={t('payload')}>
          <Contents fields={payload} />
        </DrawerSection>
      )}
      {result && Object.keys(result).length > 0 && (
        <DrawerSection title={t('result')}>
          <Contents fields={result} />
        </DrawerSection>
      )}
      <DrawerSection title={t('timeline.title')}>
        <ApprovalTimeline approval={approval} />
      </DrawerSection>
    </DetailDrawer>
  );
}

/** Who rejected it and why, which is what the requester looks for. */
function Rejection({ approval: { status, decidedBy, decisionNote } }: { approval: ApprovalDetail }) {
  const t = useWords(approvalWords);
  if (status !== 'rejected' || !decidedBy) return null;
  return (
    <Alert tone="danger" title={t('timeline.rejected', { who: decidedBy.name })}>
      {decisionNote && <bdi>{decisionNote}</bdi>}
    </Alert>
  );
}

/** What is decided has changed something, or never will. */
const effectsTitleOf = (status: ApprovalDetail['status']) =>
  status === 'pending' ? 'effects.title' : status === 'approved' ? 'effects.titleApproved' : 'effects.titleClosed';

const shownAbove = [
  ...['name', 'title', 'amount', 'direction', 'reason', 'note'],
  // Of a refund.
  ...['purchaseId', 'amountCents', 'reverseUnlocks'],
  // The requester.
  'creditedBy',
];

/** What the title and the card of the target do not say already. */
const restOf = (payload: ApprovalDetail['payload']) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !shownAbove.includes(name)));

/** j and k go through the list without leaving the drawer, whose keys they are. */
function NeighbourKeys({ id }: { id: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(approvalsQuery(search));
  const ids = (data?.items ?? []).map((approval) => approval.id);
  const go = (step: number) => () => {
    const next = ids[ids.includes(id) ? ids.indexOf(id) + step : 0];
    if (next) void navigate({ to: '/approvals/$id', params: { id: next }, search: true });
  };
  useKeys({ j: go(1), k: go(-1) });
  return null;
}
