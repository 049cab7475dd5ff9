import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadedTable } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import listClasses from '../../ui/list/list.module.css';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { CommentStatus, Strikes } from '../comments/public.ts';
import { LoadMore } from './more.tsx';
import { type User, type UserComment, userCommentsQuery } from './queries.ts';
import { useNameOf } from './status.tsx';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import classes from './users.module.css';

/** What the user wrote, and the strikes that it earned. */
export function CommentsTab({ user }: { user: User }) {
  const t = useWords(tabWords);
  const name = useNameOf()(user);
  return (
    <>
      <Text as="section" mb="xl">
        <Text as="h2" size="md" mb="2xs">
          {t('comments.strikes', { count: user.strikes.length })}
        </Text>
        <Strikes userId={user.id} strikes={user.strikes} name={name} />
      </Text>
      <RequirePermission permission="moderation:read">
        <Comments userId={user.id} />
      </RequirePermission>
    </>
  );
}

function Comments({ userId }: { userId: string }) {
  const t = useWords(tabWords);
  const comments = useInfiniteQuery(userCommentsQuery(userId));
  const columns = useColumns();
  const rows = comments.data?.pages.flatMap((page) => page.items);
  if (rows?.length === 0) return <EmptyState title={t('comments.empty.title')} text={t('comments.empty.text')} />;
  return (
    <>
      <div className={listClasses.frame}>
        <LoadedTable query={comments}>
          <DataTable
            label={t('comments.label')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            linkOf={({ id }) => ({ to: '/moderation/$id', params: { id } })}
          />
        </LoadedTable>
      </div>
      <LoadMore query={comments} />
    </>
  );
}

function useColumns(): Column<UserComment>[] {
  const t = useWords(tabWords);
  const titleIn = useTitleIn();
  return [
    {
      key: 'comment',
      label: t('comments.comment'),
      cell: ({ body, episode }) => (
        <Inline as="span" gap="md">
          <Picture src={episode.pictureUrl === null ? undefined : ownAddress(episode.pictureUrl)} shape="poster" />
          <Stack as="span" className={classes.who} tight>
            <Text as="bdi" className={tabClasses.excerpt} clamp>
              {body}
            </Text>
            <Text as="bdi" className={classes.whoMore} size="sm" weight="normal" tone="muted">
              {t('unlocks.episodeNamed', {
                number: episode.episodeNumber,
                title: titleIn(episode.seriesTitle, episode.seriesTitleI18n),
              })}
            </Text>
          </Stack>
        </Inline>
      ),
    },
    { key: 'status', label: t('comments.status'), cell: ({ status }) => <CommentStatus status={status} /> },
    {
      key: 'when',
      label: t('comments.when'),
      wideOnly: true,
      cell: ({ createdAt }) => <Time at={createdAt} distance />,
    },
  ];
}
