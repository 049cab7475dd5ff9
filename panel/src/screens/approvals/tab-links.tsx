import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Inline } from '../../ui/box.tsx';
import { Count } from '../../ui/count.tsx';
import classes from '../../ui/tab-links.module.css';
import { useWords } from '../../words/define.ts';
import { approvalsQuery } from './queries.ts';
import { type Tab, tabs } from './tabs.ts';
import { approvalWords } from './words.ts';

const route = getRouteApi('/shell/approvals');

/** The tabs are addresses: each can be sent to a colleague or kept as a bookmark. */
export function TabLinks() {
  const t = useWords(approvalWords);
  const { tab: shown = 'decide' } = route.useSearch();
  return (
    <Inline as="nav" className={classes.tabs} align="stretch" gap="2xs" mb="lg" aria-label={t('title')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/approvals"
          search={searchOf(tab)}
          className={classes.tab}
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {t(`tabs.${tab}`)}
          {tab === 'decide' && <Waiting />}
        </Link>
      ))}
    </Inline>
  );
}

/** The first tab needs no word in the address. */
const searchOf = (tab: Tab) => (tab === 'decide' ? {} : { tab });

function Waiting() {
  const t = useWords(approvalWords);
  const { data } = useQuery(approvalsQuery({}));
  if (!data || data.items.length === 0) return null;
  const count = data.items.length;
  return <Count tone="accent" value={count} isMore={data.nextCursor !== null} label={t('waiting', { count })} />;
}
