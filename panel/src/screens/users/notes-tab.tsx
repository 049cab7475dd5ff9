import { ActionIcon, Button, Textarea } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { ErrorNote } from '../../api/show-error.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { LoadMore } from './more.tsx';
import { notesQuery, type User, type UserNote } from './queries.ts';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import { useNewNote } from './use-new-note.ts';
import classes from './users.module.css';

/** What colleagues should know. A note moves neither money nor access, so it is written without the review dialog. */
export function NotesTab({ user }: { user: User }) {
  return (
    <>
      {user.allowed.includes('note') && <NewNote id={user.id} />}
      <NoteList id={user.id} />
    </>
  );
}

function NewNote({ id }: { id: string }) {
  const t = useWords(tabWords);
  const { body, setBody, outcome, add } = useNewNote(id, t('notes.write'));
  return (
    <Stack
      as="form"
      gap="sm"
      mb="xl"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Textarea
        label={t('notes.write')}
        description={t('notes.hint')}
        autosize
        minRows={2}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value || undefined)}
      />
      {outcome === 'known' || add.isPending ? (
        <ErrorNote error={add.error} />
      ) : (
        <Alert tone="warning" role="alert" title={t('notes.unknown.title')}>
          {t(`notes.unknown.${outcome}`)}
        </Alert>
      )}
      <div>
        <Button type="submit" disabled={body.trim() === ''} loading={add.isPending}>
          {t(outcome === 'unseen' ? 'notes.unknown.look' : 'notes.add')}
        </Button>
      </div>
    </Stack>
  );
}

function NoteList({ id }: { id: string }) {
  const t = useWords(tabWords);
  const notes = useInfiniteQuery(notesQuery(id));
  return (
    <Loaded query={notes} lines={4}>
      {(data) => {
        const items = data.pages.flatMap((page) => page.items);
        if (items.length === 0) return <EmptyState title={t('notes.empty.title')} text={t('notes.empty.text')} />;
        return (
          <>
            <Stack as="ul" gap="sm">
              {items.map((note) => (
                <NoteCard key={note.id} userId={id} note={note} />
              ))}
            </Stack>
            <LoadMore query={notes} />
          </>
        );
      }}
    </Loaded>
  );
}

function NoteCard({ userId, note }: { userId: string; note: UserNote }) {
  const t = useWords(tabWords);
  const review = useReview();
  const remove = () =>
    review.open({
      title: t('notes.removeTitle'),
      intro: <span className={tabClasses.noteBody}>{note.body}</span>,
      confirmLabel: t('notes.remove'),
      danger: true,
      change: change('DELETE', '/v1/admin/users/{id}/notes/{noteId}', { path: { id: userId, noteId: note.id } }),
    });
  return (
    <Stack as="li" gap="sm" framed="raised" pad="md">
      <Inline justify="between" wraps gap="md" rowGap="2xs">
        <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
          <Person name={note.admin_name} email={note.admin_email} /> · <Time at={note.created_at} distance />
        </Text>
        <ActionIcon aria-label={t('notes.remove')} onClick={remove}>
          <IconTrash size={15} stroke={1.75} />
        </ActionIcon>
      </Inline>
      <p className={tabClasses.noteBody}>{note.body}</p>
    </Stack>
  );
}
