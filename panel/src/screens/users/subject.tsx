import { ObjectLink } from '../../app/object-link.tsx';
import { Picture, type PictureOf, usePictures } from '../../app/pictures.tsx';
import { Inline } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { coinWords } from './coin-words.ts';
import type { Subject } from './queries.ts';

type Given = Subject | null | undefined;

/** The pictures of many, asked for together. */
export const useSubjectPictures = (subjects: readonly Given[]): PictureOf =>
  usePictures(subjects.map((subject) => subject?.pictureAssetId ?? null));

interface SubjectNameProps {
  subject: Subject;
  pictureOf: PictureOf;
  /** Not where the whole row is a link. */
  linked?: boolean;
}

/** An episode with its number and series, or a series, by picture and name. */
export function SubjectName({ subject, pictureOf, linked = false }: SubjectNameProps) {
  const t = useWords(coinWords);
  const format = useFormat();
  const titleIn = useTitleIn();
  const { type, id, episodeNumber, pictureAssetId } = subject;
  const series = titleIn(subject.seriesTitle, subject.seriesTitleI18n);
  const title = titleIn(subject.title, subject.titleI18n);
  const name = episodeNumber === null ? title : t('episodeOf', { number: format.number(episodeNumber), series, title });
  const src = pictureOf(pictureAssetId);
  return (
    <Inline as="span" within>
      {src !== undefined && <Picture src={src} shape={type === 'series' ? 'poster' : 'thumb'} />}
      {linked ? (
        <ObjectLink type={type} id={id}>
          <bdi>{name}</bdi>
        </ObjectLink>
      ) : (
        <bdi>{name}</bdi>
      )}
    </Inline>
  );
}
