import type { QueryKey } from '@tanstack/react-query';

export const feedKey = (feed: 'latest' | 'following'): QueryKey => ['posts', { list: feed }];
