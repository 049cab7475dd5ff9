import { createContext, useContext } from 'react';
import type { BulkRequest, ReviewRequest } from './request.ts';

export interface ReviewApi {
  open(request: ReviewRequest): void;
  /** The same for many changes of one kind: each is looked at, and what fails is shown by row. */
  openBulk(request: BulkRequest): void;
}

export const ReviewContext = createContext<ReviewApi>({ open: () => undefined, openBulk: () => undefined });

/** Every action on money, access or what viewers see goes through here: look first, then do. */
export const useReview = (): ReviewApi => useContext(ReviewContext);
