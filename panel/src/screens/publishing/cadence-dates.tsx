import type { ApiError } from '../../api/errors.ts';
import { DateField } from '../../ui/date/date-field.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import type { Episode } from '../catalog/queries.ts';
import { cadenceWords } from './cadence-words.ts';
import classes from './publishing.module.css';

/** The state in which each refused episode was; null where it is gone. */
export function faultsOf(refusal: ApiError | null): ReadonlyMap<string, string | null> {
  const details: unknown = refusal?.extras.details;
  const pairs = (Array.isArray(details) ? details : []).map((detail): [string, string | null] => {
    const { episodeId, currentState } = fieldsOf(detail);
    return [String(episodeId), typeof currentState === 'string' ? currentState : null];
  });
  return new Map(pairs);
}

interface CadenceDatesProps {
  episodes: readonly Episode[];
  moments: readonly (string | undefined)[];
  faults: ReadonlyMap<string, string | null>;
  /** The fields of the dates, where each is chosen by hand. */
  own: Readonly<Record<string, string>> | null;
  onOwn: (id: string, value: string) => void;
}

/** Every date that will be made, before it is. */
export function CadenceDates({ episodes, moments, faults, own, onOwn }: CadenceDatesProps) {
  const t = useWords(cadenceWords);
  const format = useFormat();
  const word = useServerWord();
  const titleOf = useTitleOf();
  const faultOf = (id: string) => {
    const state = faults.get(id);
    if (state === undefined) return null;
    return state === null ? t('gone') : t('fault', { state: word('status', state) });
  };
  return (
    <table className={classes.dates}>
      <caption>{t('dates')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('episode')}</th>
          <th scope="col">{t('when')}</th>
        </tr>
      </thead>
      <tbody>
        {episodes.map(({ id, episodeNumber, title, titleI18n }, index) => (
          <tr key={id} data-fault={faults.has(id) || undefined}>
            <td>{format.number(episodeNumber)}</td>
            <th scope="row">
              <bdi>{titleOf({ title, titleI18n })}</bdi>
              {faults.has(id) && <span className={classes.fault}>{faultOf(id)}</span>}
            </th>
            <td>
              {own ? (
                <DateField
                  withTime
                  aria-label={t('whenOf', { number: episodeNumber })}
                  value={own[id] ?? ''}
                  onChange={(value) => onOwn(id, value)}
                />
              ) : (
                <Moment at={moments[index]} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Moment({ at }: { at: string | undefined }) {
  const t = useWords(cadenceWords);
  const format = useFormat();
  if (at === undefined) return t('unknown');
  return <Time at={at}>{format.longDateTime(at)}</Time>;
}
