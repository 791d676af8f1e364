import { loadMore } from '@mbari/words/ui';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';

interface NextPageProps {
  /** The result of an infinite query. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    isPlaceholderData: boolean;
    fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  };
  label?: string;
}

/** Loads the next page of a list, if there is one. Placeholder data of an earlier query has none. */
export function NextPage({ list, label = loadMore }: NextPageProps) {
  if (!list.hasNextPage) return null;
  return (
    <LoadMoreButton
      label={label}
      busy={list.isFetchingNextPage}
      failed={list.isFetchNextPageError}
      onLoad={() => void (list.isPlaceholderData || list.fetchNextPage({ cancelRefetch: false }))}
    />
  );
}
