import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loaded, type ShownQuery } from '../api/loaded.tsx';
import { Note, Rows, Stack } from '../ui/box.tsx';
import { PersonAvatar } from '../ui/person.tsx';
import { useWords } from '../words/define.ts';
import { ObjectLink } from './object-link.tsx';
import classes from './people-list.module.css';
import { peopleWords } from './people-words.ts';
import { useUserName } from './user-name.ts';

interface User {
  readonly id: string;
  readonly displayName: string | null;
  readonly isGuest: boolean;
}

interface Pages<Item> {
  readonly pages: readonly { readonly items: readonly Item[] }[];
}

interface PeopleListProps<Item> {
  readonly query: ShownQuery<Pages<Item>> & {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label: string;
  /** What is said where there is nobody. */
  readonly none: string;
  readonly rowKey: (item: Item) => string;
  /** What stands below the name, and what at the end of the line. */
  readonly row: (item: Item) => { readonly below: ReactNode; readonly end: ReactNode };
}

/** Users by name, one for each thing that is listed, and a button that leads on. */
export function PeopleList<Item extends { readonly user: User }>(props: PeopleListProps<Item>) {
  const { query, label, none, rowKey, row } = props;
  const t = useWords(peopleWords);
  return (
    <Loaded query={query} lines={4}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <Note>{none}</Note>;
        return (
          <>
            <Rows className={classes.people} aria-label={label}>
              {items.map((item) => (
                <PersonRow key={rowKey(item)} user={item.user} {...row(item)} />
              ))}
            </Rows>
            {query.hasNextPage && (
              <Button
                mt="sm"
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('more')}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function PersonRow({ user, below, end }: { user: User; below: ReactNode; end: ReactNode }) {
  const name = useUserName()({ ...user, name: user.displayName });
  return (
    <li>
      <PersonAvatar name={name} size={28} />
      <Stack align="start" tight>
        <ObjectLink type="user" id={user.id}>
          <bdi>{name}</bdi>
        </ObjectLink>
        <Stack className={classes.below} align="start" gap="3xs" size="sm" tone="muted" tight>
          {below}
        </Stack>
      </Stack>
      {end}
    </li>
  );
}
