import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { Alert } from '../../ui/alert.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconX } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { episodeNumberIn } from './match.ts';
import type { Episode } from './queries.ts';
import { beginUpload } from './upload-desk.ts';
import { uploadWords } from './upload-words.ts';
import classes from './uploads.module.css';

/** A file that is not sent yet. */
export interface Draft {
  readonly key: string;
  readonly file: File;
  /** The episode that was chosen by hand, '' for none; null leaves it to the file's name. */
  readonly chosen: string | null;
}

interface DraftsProps {
  seriesId: string | undefined;
  episodes: readonly Episode[];
  drafts: readonly Draft[];
  onDrafts: (drafts: readonly Draft[]) => void;
}

function matchOf({ file, chosen }: Draft, episodes: readonly Episode[]): Episode | undefined {
  if (chosen !== null) return episodes.find(({ id }) => id === chosen);
  const numbers = episodes.map(({ episodeNumber }) => episodeNumber);
  const number = episodeNumberIn(file.name, numbers);
  return episodes.find(({ episodeNumber }) => episodeNumber === number);
}

/** Which file is for which episode, to be looked at and changed before anything is sent. */
export function Drafts({ seriesId, episodes, drafts, onDrafts }: DraftsProps) {
  const t = useWords(uploadWords);
  const matches = drafts.map((draft) => ({ draft, episode: matchOf(draft, episodes) }));
  const ids = matches.flatMap(({ episode }) => (episode ? [episode.id] : []));
  const isTwice = new Set(ids).size < ids.length;
  const start = () => {
    for (const { draft, episode } of matches) {
      const target = { ...(seriesId && { seriesId }), ...(episode && { episodeId: episode.id }) };
      const label = episode ? t('number', { number: episode.episodeNumber, title: episode.title }) : '';
      beginUpload(draft.file, target, label);
    }
    onDrafts([]);
  };
  return (
    <section className={classes.drafts} aria-labelledby="drafts">
      <h2 className={classes.heading} id="drafts">
        {t('drafts')}
      </h2>
      <ul className={classes.list}>
        {matches.map(({ draft, episode }) => (
          <DraftRow
            key={draft.key}
            {...{ draft, episode, episodes }}
            onChoose={(chosen) => onDrafts(drafts.map((one) => (one === draft ? { ...one, chosen } : one)))}
            onRemove={() => onDrafts(drafts.filter((one) => one !== draft))}
          />
        ))}
      </ul>
      {isTwice && <Alert tone="warning">{t('twice')}</Alert>}
      <div>
        <Button disabled={isTwice} onClick={start}>
          {t('start', { count: drafts.length })}
        </Button>
      </div>
    </section>
  );
}

interface DraftRowProps {
  draft: Draft;
  episode: Episode | undefined;
  episodes: readonly Episode[];
  onChoose: (episodeId: string) => void;
  onRemove: () => void;
}

function DraftRow({ draft, episode, episodes, onChoose, onRemove }: DraftRowProps) {
  const t = useWords(uploadWords);
  const format = useFormat();
  const { name, size } = draft.file;
  const found = t(draft.chosen !== null ? 'byHand' : episode ? 'byName' : 'notFound');
  const isReplaced = episode !== undefined && episode.mediaAssetId !== null;
  return (
    <li className={classes.draft}>
      <div className={classes.two}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.quiet}>{format.bytes(size)}</span>
      </div>
      <NativeSelect
        aria-label={t('episodeOf', { name })}
        disabled={episodes.length === 0}
        value={episode?.id ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[
          { value: '', label: t('noEpisode') },
          ...episodes.map(({ id, episodeNumber, title }) => ({
            value: id,
            label: t('number', { number: episodeNumber, title }),
          })),
        ]}
      />
      <div className={classes.two}>
        <span className={classes.quiet}>{episodes.length > 0 && found}</span>
        {isReplaced && (
          <span className={classes.warning}>{t(episode.status === 'published' ? 'replacesLive' : 'replaces')}</span>
        )}
      </div>
      <ActionIcon aria-label={t('takeOut', { name })} onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}
