import { type ReactNode, useEffect, useMemo } from 'react';
import { LayerContext, type LayerKind, showLayer } from './keys.ts';

interface KeyLayerProps {
  kind: Exclude<LayerKind, 'page'>;
  /** Whether it is shown; what is closed has no keys. */
  shown: boolean;
  children: ReactNode;
}

/** Gives the keys to what lies on top of the page; everything within belongs to it. */
export function KeyLayer({ kind, shown, children }: KeyLayerProps) {
  const layer = useMemo(() => ({ kind }), [kind]);
  useEffect(() => (shown ? showLayer(layer) : undefined), [layer, shown]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}
