import { useQuery } from '@tanstack/react-query';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Inline } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import classes from './pricing.module.css';
import { heatMapQuery, type Scope } from './queries.ts';
import { pricingWords } from './words.ts';

/** Whether an episode costs nothing now, in any market: a price of its own ends that. */
export function useIsFreeNow(scope: Scope, seriesId: string | undefined, episodeId: string): boolean {
  const isAsked = scope === 'episode' && seriesId !== undefined && episodeId !== '';
  const { data: map } = useQuery({ ...heatMapQuery(seriesId ?? ''), enabled: isAsked });
  const prices = map?.episodes.find(({ id }) => id === episodeId)?.prices ?? [];
  return isAsked && prices.length > 0 && prices.every(({ coinsRequired }) => coinsRequired === 0);
}

interface TargetIntroProps {
  name: string;
  /** Of a market there is none. */
  picture: { readonly url: string | null; readonly shape: 'poster' | 'thumb' } | undefined;
  text?: string;
  endsFree: boolean;
}

/** What a price is for, by name and picture, before it is set. */
export function TargetIntro({ name, picture, text, endsFree }: TargetIntroProps) {
  const t = useWords(pricingWords);
  return (
    <div className={classes.fields}>
      <Inline className={classes.about}>
        {picture && <Picture src={picture.url === null ? undefined : ownAddress(picture.url)} shape={picture.shape} />}
        <span>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {text && <small>{text}</small>}
        </span>
      </Inline>
      {endsFree && <Alert tone="warning">{t('form.endsFree')}</Alert>}
    </div>
  );
}
