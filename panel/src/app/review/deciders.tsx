import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/query.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { serverTables } from '../../words/server.ts';
import { useSession } from '../session.ts';
import { reviewWords } from './words.ts';

type Kind = Exclude<keyof typeof serverTables.approvalKind, 'refund'>;

const isKind = (kind: string): kind is Kind => Object.hasOwn(serverTables.approvalKind, kind) && kind !== 'refund';

const mostNamed = 3;

/** Whom to turn to with a request: those who may decide it, by name. */
export function Deciders({ kind, targetId }: { kind: string; targetId: string }) {
  return isKind(kind) ? <Names kind={kind} targetId={targetId} /> : null;
}

function Names({ kind, targetId }: { kind: Kind; targetId: string }) {
  const t = useWords(reviewWords);
  const format = useFormat();
  const { can } = useSession();
  const { data } = useQuery({
    ...apiQuery('/v1/admin/approvals/deciders', { query: { kind, targetId } }),
    staleTime: 60_000,
    retry: false,
  });
  if (!data) return null;
  const names = data.items.slice(0, mostNamed).map(({ name }) => name);
  const others = data.items.length - names.length;
  if (names.length === 0) return t(can('*') ? 'noDecidersYours' : 'noDeciders');
  return t('deciders', { names: format.list(others > 0 ? [...names, t('othersToo', { count: others })] : names) });
}
