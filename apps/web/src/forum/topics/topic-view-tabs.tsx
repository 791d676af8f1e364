'use no memo';

import * as words from '@mbari/words/forum-topics';
import { Link } from '@tanstack/react-router';
import { BrushStroke } from '~/platform/site/brush-stroke.tsx';

interface TopicViewTabsProps {
  topic: { id: string; slug: string };
  isGallery: boolean;
}

export function TopicViewTabs({ topic: { id, slug }, isGallery }: TopicViewTabsProps) {
  const view = (label: string, search: { tab?: string }, isCurrent: boolean) => (
    <Link
      to="/forum/t/$id/{-$slug}/{-$number}"
      params={{ id, slug, number: undefined }}
      search={search}
      resetScroll={false}
      preload={false}
      className="word"
      aria-current={isCurrent ? 'page' : undefined}
    >
      {label}
      {isCurrent && <BrushStroke />}
    </Link>
  );
  return (
    <nav aria-label={words.viewOf} className="flex gap-s5">
      {view(words.viewPosts, {}, !isGallery)}
      {view(words.viewGallery, { tab: 'gallery' }, isGallery)}
    </nav>
  );
}
