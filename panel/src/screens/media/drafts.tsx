import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { Alert } from '../../ui/alert.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { isText, useDraft } from '../../ui/draft.ts';
import { useFormat } from '../../ui/format.ts';
import { IconX } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { captionLanguages } from './choices.ts';
import { type CaptionLanguage, captionLanguageIn, episodeNumberIn, isCaption, matchingNames } from './match.ts';
import { type Episode, keepsItsVideo } from './queries.ts';
import { beginUpload } from './upload-queue.ts';
import { uploadWords } from './upload-words.ts';
import classes from './uploads.module.css';

/** A file that is not sent yet. */
export interface Draft {
  readonly key: string;
  readonly file: File;
  /** The episode that was chosen by hand, '' for none; null leaves it to the file's name. */
  readonly chosen: string | null;
  /** The language of captions that was chosen by hand. */
  readonly lang?: CaptionLanguage | undefined;
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

interface Match {
  readonly draft: Draft;
  readonly episode: Episode | undefined;
  /** Of captions alone. */
  readonly lang: CaptionLanguage | undefined;
}

/** Captions are for an episode and in a language; a video may wait for its episode. */
const isIncomplete = ({ draft, episode, lang }: Match): boolean => isCaption(draft.file.name) && !(episode && lang);

/** Viewers see captions of a live episode at once, so the change can be explained. */
const takesNote = ({ draft, episode }: Match): boolean =>
  isCaption(draft.file.name) && (episode?.noteRequired ?? false);

/** What a file is for, if that is known. */
const placeOf = ({ draft, episode, lang }: Match): string[] =>
  episode ? [`${episode.id} ${isCaption(draft.file.name) ? lang : 'video'}`] : [];

/** Which file is for which episode, to be looked at and changed before anything is sent. */
export function Drafts({ seriesId, episodes, drafts, onDrafts }: DraftsProps) {
  const t = useWords(uploadWords);
  const word = useServerWord();
  const matches = drafts.map(
    (draft): Match => ({
      draft,
      episode: matchOf(draft, episodes),
      lang: draft.lang ?? captionLanguageIn(draft.file.name),
    }),
  );
  const titleOf = useTitleOf();
  const [note = '', setNote] = useDraft('uploads note', isText);
  const places = matches.flatMap(placeOf);
  const isTwice = (match: Match) => placeOf(match).some((place) => places.indexOf(place) < places.lastIndexOf(place));
  const isReady = (match: Match) => !(isTwice(match) || isIncomplete(match));
  const ready = matches.filter(isReady);
  const start = () => {
    for (const match of ready) {
      const { draft, episode, lang } = match;
      const target = {
        ...(seriesId && { seriesId }),
        ...(episode && (lang || !keepsItsVideo(episode)) && { episodeId: episode.id }),
        ...(lang && { lang }),
        ...(takesNote(match) && note.trim() && { note: note.trim() }),
      };
      const label = episode ? t('number', { number: episode.episodeNumber, title: titleOf(episode) }) : '';
      beginUpload(draft.file, target, lang ? `${label} · ${word('language', lang)}` : label);
    }
    const left = matches.filter((match) => !isReady(match));
    onDrafts(left.map(({ draft }) => draft));
    if (!left.some(takesNote)) setNote(undefined);
  };
  return (
    <Stack as="section" gap="sm" aria-labelledby="drafts">
      <h2 id="drafts">{t('drafts')}</h2>
      <Stack as="ul" gap="sm">
        {matches.map(({ draft, episode, lang }) => (
          <DraftRow
            key={draft.key}
            draft={draft}
            episode={episode}
            lang={lang}
            episodes={episodes}
            hasSeries={seriesId !== undefined}
            onChoose={(chosen) => onDrafts(drafts.map((one) => (one === draft ? { ...one, chosen } : one)))}
            onLanguage={(next) => onDrafts(drafts.map((one) => (one === draft ? { ...one, lang: next } : one)))}
            onRemove={() => onDrafts(drafts.filter((one) => one !== draft))}
          />
        ))}
      </Stack>
      {matches.some(isTwice) && <Alert tone="warning">{t('twice')}</Alert>}
      {matches.some(isIncomplete) && <Alert tone="warning">{t('captionOpen')}</Alert>}
      {matches.some(takesNote) && (
        <TextInput
          label={t('note')}
          description={t('noteText')}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value || undefined)}
        />
      )}
      <div>
        <Button disabled={ready.length === 0} onClick={start}>
          {t('start', { count: ready.length || drafts.length })}
        </Button>
      </div>
    </Stack>
  );
}

/** Names that a file could have to find an episode: the first that has no video, as most are sent for one of those. */
function namesFor(fileName: string, episodes: readonly Episode[]): string[] {
  const open = episodes.find(({ mediaAssetId }) => mediaAssetId === null) ?? episodes[0];
  return open ? matchingNames(fileName, open.episodeNumber) : [];
}

interface DraftRowProps extends Match {
  hasSeries: boolean;
  episodes: readonly Episode[];
  onChoose: (episodeId: string) => void;
  onLanguage: (lang: CaptionLanguage | undefined) => void;
  onRemove: () => void;
}

function DraftRow({ draft, episode, lang, episodes, hasSeries, onChoose, onLanguage, onRemove }: DraftRowProps) {
  const t = useWords(uploadWords);
  const format = useFormat();
  const titleOf = useTitleOf();
  const { name, size } = draft.file;
  const names = format.list(namesFor(name, episodes).map((one) => `\u2068${one}\u2069`));
  const found = t(draft.chosen !== null ? 'byHand' : episode ? 'byName' : 'notFound', { names });
  const isReplaced = !isCaption(name) && episode !== undefined && episode.mediaAssetId !== null;
  return (
    <li className={classes.draft}>
      <Stack gap="3xs">
        <Text as="bdi" className={classes.name} clamp size="md" weight="medium" breaks title={name}>
          {name}
        </Text>
        <small>{format.bytes(size)}</small>
      </Stack>
      <NativeSelect
        aria-label={t('episodeOf', { name })}
        disabled={episodes.length === 0}
        value={episode?.id ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[
          { value: '', label: t('noEpisode') },
          ...episodes.map((one) => ({
            value: one.id,
            label: t('number', { number: one.episodeNumber, title: titleOf(one) }),
          })),
        ]}
      />
      {isCaption(name) && <LanguageSelect name={name} lang={lang} onLanguage={onLanguage} />}
      <Stack gap="3xs">
        <small>{hasSeries ? episodes.length > 0 && found : t('seriesFirst')}</small>
        {isReplaced && (
          <Text size="sm" tone="warning">
            {t(keepsItsVideo(episode) ? 'chosenLater' : 'replaces')}
          </Text>
        )}
      </Stack>
      <ActionIcon aria-label={t('takeOut', { name })} onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

interface LanguageSelectProps extends Pick<DraftRowProps, 'lang' | 'onLanguage'> {
  name: string;
}

function LanguageSelect({ name, lang, onLanguage }: LanguageSelectProps) {
  const t = useWords(uploadWords);
  const word = useServerWord();
  return (
    <NativeSelect
      aria-label={t('languageOf', { name })}
      value={lang ?? ''}
      onChange={({ currentTarget: { value } }) => onLanguage(captionLanguages.find((one) => one === value))}
      data={[
        { value: '', label: t('noLanguage') },
        ...captionLanguages.map((one) => ({ value: one, label: word('language', one) })),
      ]}
    />
  );
}
