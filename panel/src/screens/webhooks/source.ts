import { readable, useWords } from '../../words/define.ts';
import type { WebhookEvent } from './queries.ts';
import { webhookWords } from './words.ts';

const { sources, rails, media } = webhookWords.en;

const has = <Words extends object>(words: Words, key: PropertyKey): key is keyof Words & string =>
  Object.hasOwn(words, key);

/** Who sent something, in the operator's language. */
export function useSourceName(): (source: string) => string {
  const t = useWords(webhookWords);
  return (source) => {
    const [sender = '', rail] = source.split(':');
    const name = has(sources, sender) ? t(`sources.${sender}`) : readable(sender);
    if (rail === undefined) return name;
    return `${name} (${has(rails, rail) ? t(`rails.${rail}`) : readable(rail)})`;
  };
}

/** What a message says happened, in words; else what kind of message it is. */
export function useEventName(): (event: Pick<WebhookEvent, 'source' | 'payload'>) => string {
  const t = useWords(webhookWords);
  const sourceName = useSourceName();
  return ({ source, payload }) => {
    const [status, type] = [payload?.status, payload?.type];
    if (source === 'media' && typeof status === 'string' && has(media, status)) return t(`media.${status}`);
    return typeof type === 'string' ? readable(type) : sourceName(source);
  };
}
