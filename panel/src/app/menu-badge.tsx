import { type ComponentType, useEffect, useState } from 'react';
import { loadWords } from '../words/define.ts';
import type { Tile } from './screen.ts';

/** The count beside an entry. It comes after the first screen, and where it cannot be had the menu does without. */
export function MenuBadge({ tile }: { tile: Tile }) {
  const [Count, setCount] = useState<ComponentType<{ tile: Tile }> | null>(null);
  useEffect(() => {
    void import('./home/menu-count.tsx').then(
      async ({ MenuCount }) => {
        await loadWords();
        setCount(() => MenuCount);
      },
      () => undefined,
    );
  }, []);
  return Count && <Count tile={tile} />;
}
