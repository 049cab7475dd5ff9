import { SkeletonLines } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

/** While a screen's code is on its way. */
export function PagePending() {
  return (
    <Page>
      <SkeletonLines lines={8} />
    </Page>
  );
}
