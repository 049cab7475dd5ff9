import { IconPhoto, IconPhotoOff } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import type { Series } from './queries.ts';

const kinds = ['poster', 'hero'] as const;

/** Which pictures a series has. */
export function Artwork({ series }: { series: Series }) {
  return (
    <div className={classes.artwork}>
      {kinds.map((kind) => (
        <ArtworkSlot key={kind} kind={kind} assetId={series[`${kind}AssetId`]} />
      ))}
    </div>
  );
}

interface ArtworkSlotProps {
  kind: (typeof kinds)[number];
  assetId: string | null;
}

function ArtworkSlot({ kind, assetId }: ArtworkSlotProps) {
  const t = useWords(editorWords);
  const SlotIcon = assetId === null ? IconPhotoOff : IconPhoto;
  return (
    <figure className={classes.slot} data-kind={kind} data-set={assetId !== null || undefined}>
      <div className={classes.frame}>
        <SlotIcon size={20} stroke={1.5} aria-hidden />
        {t(assetId === null ? 'notSet' : 'isSet')}
      </div>
      <figcaption>{t(kind)}</figcaption>
    </figure>
  );
}
