import { ownAddress } from '../../api/own-address.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Inline, Stack } from '../../ui/box.tsx';
import { IconBadgeCc, IconMovie, IconPhoto } from '../../ui/icons.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { type Asset, isStuck } from './queries.ts';

const icons = { video: IconMovie, caption: IconBadgeCc, thumb: IconPhoto, poster: IconPhoto, hero: IconPhoto };

/** A small picture of the file, or a sign for its kind. */
function Preview({ asset: { kind, url } }: { asset: Asset }) {
  const KindIcon = icons[kind];
  const isPicture = url !== null && kind !== 'video' && kind !== 'caption';
  return (
    <span className={classes.preview} aria-hidden>
      {isPicture ? <img src={ownAddress(url)} alt="" loading="lazy" /> : <KindIcon size={16} stroke={1.75} />}
    </span>
  );
}

export function AssetName({ asset }: { asset: Asset }) {
  const word = useServerWord();
  const { kind, lang, sourceFileName } = asset;
  return (
    <Inline as="span" gap="md">
      <Preview asset={asset} />
      <Stack as="span" gap="3xs" tight>
        <bdi className={classes.name}>{sourceFileName}</bdi>
        <small>
          {word('assetKind', kind)}
          {lang !== null && ` · ${word('language', lang)}`}
        </small>
      </Stack>
    </Inline>
  );
}

export function AssetStatus({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const word = useServerWord();
  if (isStuck(asset)) return <StatusPill tone="warning">{t('stuck')}</StatusPill>;
  return <StatusPill tone={toneOf(asset.status)}>{word('status', asset.status)}</StatusPill>;
}

/** Why a file is not where it should be, as a sentence. */
export function useReason(): (asset: Asset) => string | undefined {
  const t = useWords(libraryWords);
  const word = useServerWord();
  return (asset) => {
    if (asset.error !== null) return word('assetError', asset.error, asset.error);
    if (!isStuck(asset)) return undefined;
    return t(asset.status === 'uploading' ? 'attention.uploading' : 'attention.processing');
  };
}

/** The series or the episode that a file was sent for, by name. */
export function AssetOwner({ asset: { episodeId, seriesId, belongsTo } }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const titleIn = useTitleIn();
  const series = <bdi>{belongsTo ? titleIn(belongsTo.seriesTitle, belongsTo.seriesTitleI18n) : t('series')}</bdi>;
  if (episodeId === null && seriesId === null) return <small>{t('nothing')}</small>;
  if (episodeId === null) {
    return (
      <ObjectLink type="series" id={seriesId}>
        {series}
      </ObjectLink>
    );
  }
  return (
    <Stack as="span" gap="3xs" tight>
      <ObjectLink type="episode" id={episodeId}>
        {belongsTo
          ? t('episodeNamed', {
              number: belongsTo.episodeNumber ?? '',
              title: titleIn(belongsTo.title, belongsTo.titleI18n),
            })
          : t('episode')}
      </ObjectLink>
      {belongsTo && <small>{series}</small>}
    </Stack>
  );
}
