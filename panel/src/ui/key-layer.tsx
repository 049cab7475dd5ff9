import { type ReactNode, useEffect, useMemo } from 'react';
import { LayerContext, type LayerKind, showLayer, useKeys } from './keys.ts';

interface KeyLayerProps {
  kind: Exclude<LayerKind, 'page'>;
  /** Whether it is shown; what is closed has no keys. */
  shown: boolean;
  /** Escape is for the topmost alone: the library would close whatever is open with it. */
  onEscape: () => void;
  children: ReactNode;
}

/** Gives the keys to what lies on top of the page; everything within belongs to it. */
export function KeyLayer({ kind, shown, onEscape, children }: KeyLayerProps) {
  const layer = useMemo(() => ({ kind }), [kind]);
  useEffect(() => (shown ? showLayer(layer) : undefined), [layer, shown]);
  return (
    <LayerContext value={layer}>
      <EscapeKey enabled={shown} onEscape={onEscape} />
      {children}
    </LayerContext>
  );
}

function EscapeKey({ enabled, onEscape }: { enabled: boolean; onEscape: () => void }) {
  useKeys({ Escape: onEscape }, { inFields: true, enabled });
  return null;
}
