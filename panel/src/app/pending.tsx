import { Page } from '../ui/page.tsx';
import { SkeletonLines } from '../ui/states.tsx';

/** While a screen's code is on its way. */
export function PagePending() {
  return (
    <Page>
      <SkeletonLines lines={8} />
    </Page>
  );
}
