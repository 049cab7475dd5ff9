import { Button } from '@mantine/core';
import { useWords } from '../../words/define.ts';
import { tabWords } from './tab-words.ts';
import classes from './tabs.module.css';

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Leads on to older things, where there are some. */
export function LoadMore({ query }: MoreProps) {
  const t = useWords(tabWords);
  if (!query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  );
}
