import { useQueryClient } from '@tanstack/react-query';
import { useLocalized } from '../../words/define.ts';
import type { Finder } from '../screen.ts';
import { useMenu } from '../session.ts';
import { hrefOfView, placeOf, viewsQuery } from './queries.ts';

const label = { en: 'Saved views', ar: 'طرق العرض المحفوظة', id: 'Tampilan tersimpan' };
const staleMs = 60_000;

/** Finds the saved views of all lists by a part of their names. */
export function useViewFinder(): Finder {
  const client = useQueryClient();
  const localized = useLocalized();
  const entries = useMenu().flatMap((group) => group.entries);
  return {
    label,
    find: async (query) => {
      const views = await client.query({ ...viewsQuery, staleTime: staleMs });
      const part = query.trim().toLowerCase();
      return views
        .filter(({ list, name }) => placeOf[list] !== null && name.toLowerCase().includes(part))
        .map((view) => {
          const place = placeOf[view.list]?.replace(/\?.*/, '');
          const entry = entries.find(({ to }) => to === place);
          const hint = [...(entry ? [localized(entry.label)] : []), ...(view.role ? [view.owner.name] : [])];
          return { id: view.id, label: view.name, hint: hint.join(' · '), href: hrefOfView(view) };
        });
    },
  };
}
