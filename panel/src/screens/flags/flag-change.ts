import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import type { ReviewRequest } from '../../app/review/request.ts';
import { useWords } from '../../words/define.ts';
import { type Flag, stateOf } from './queries.ts';
import { useStateText } from './state-text.ts';
import { flagWords } from './words.ts';

interface SetOptions extends Pick<ReviewRequest, 'draft' | 'onDone' | 'onRefused'> {
  readonly tag: string | null;
}

/** Sets or deletes a flag, after a look at what that does. */
export function useFlagChange() {
  const t = useWords(flagWords);
  const review = useReview();
  const stateText = useStateText();
  const open = (key: string, flag: Flag | null, title: string, intro: string, { tag, ...rest }: SetOptions) =>
    review.open({
      ...rest,
      title,
      intro,
      about: key,
      danger: flag === null,
      confirmLabel: t(flag === null ? 'remove.button' : 'form.save'),
      change: change('PUT', '/v1/admin/flags', { ifMatch: tag, body: { flags: { [key]: flag } } }),
    });
  return {
    set: (key: string, flag: Flag, options: SetOptions) =>
      open(key, flag, t('change.sheet', { key }), stateText(stateOf(flag)), options),
    remove: (key: string, options: SetOptions) =>
      open(key, null, t('remove.sheet', { key }), t('remove.text'), options),
  };
}
