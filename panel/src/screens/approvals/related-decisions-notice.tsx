import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { relatedDecisionsQuery } from './queries.ts';
import { useSubject } from './subject.ts';
import { approvalWords } from './words.ts';

const shownMs = 7 * 24 * 60 * 60 * 1000;

/** Shows superadmins the recent decisions whose decider and requester were related by recently given access. */
export function RelatedDecisionsNotice() {
  const { can } = useSession();
  return can('*') ? <Notice /> : null;
}

function Notice() {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const subject = useSubject();
  const { data } = useQuery(relatedDecisionsQuery);
  const recent = (data?.items ?? []).filter(({ decidedAt }) => Date.now() - Date.parse(decidedAt ?? '') < shownMs);
  if (recent.length === 0) return null;
  return (
    <Alert tone="warning" title={t('bound.mark')}>
      {t('bound.notice')}
      <ul>
        {recent.map((approval) => (
          <li key={approval.id}>
            <Link to="/approvals/$id" params={{ id: approval.id }} search={{ tab: 'history' }}>
              {word('approvalKind', approval.kind)}: <bdi>{subject(approval)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
