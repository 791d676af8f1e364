import type { QueryKey } from '@tanstack/react-query';
import { createContext } from 'react';

export interface ListSource {
  key: QueryKey;
  /** Name of the list, as in '3 of 60 in Latest'. */
  name: string;
  /** Id of a series, which the pager links to. */
  series?: string;
  /** The list hides photos with words that the viewer muted. */
  folds?: boolean;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list a photo was opened from. */
    from?: ListSource | undefined;
  }
}

export const sourceOf = ({ queryKey }: { queryKey: QueryKey }, name: string, folds?: boolean): ListSource => ({
  key: queryKey,
  name,
  folds,
});

/** The list of a wall. The pager of a post opened there links to its neighbours. */
export const SourceList = createContext<ListSource | undefined>(undefined);
