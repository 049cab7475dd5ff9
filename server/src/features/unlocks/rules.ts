/**
 * A viewer pays coins once for an episode, and it stays open to them. Before that they are told what it costs, whether
 * they have enough, and whether they need to pay at all.
 */

/** Whether viewers see an episode, and can unlock it. */
export const isOpen = ({ status, seriesStatus }: { readonly status: string; readonly seriesStatus: string }): boolean =>
  status === 'published' && seriesStatus === 'published';
