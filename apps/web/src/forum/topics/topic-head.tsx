'use no memo';

import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-topics';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Lock, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import './forum-topics.css';
import { BrushStroke } from '~/platform/site/drawings.tsx';

interface TopicHeadProps {
  topic: Topic;
  actions?: ReactNode;
  children?: ReactNode;
}

export function TopicHead({ topic, actions, children }: TopicHeadProps) {
  return (
    <header className="topic-head">
      <p className="topic-head-meta">
        <Link to="/forum/c/$slug" params={{ slug: topic.category.slug }} className="link" dir="auto">
          {topic.category.name}
        </Link>
        <span>{words.posts({ count: topic.posts_count })}</span>
        {topic.is_pinned && (
          <span className="topic-mark">
            <Pin size={16} strokeWidth={1.8} aria-hidden="true" />
            {topic.pinned_until === null ? words.pinned : words.pinnedUntil({ day: new Date(topic.pinned_until) })}
          </span>
        )}
        {topic.solved_number !== null && (
          <Link
            to="/forum/t/$id/{-$slug}/{-$number}"
            params={{ id: topic.id, slug: topic.slug, number: String(topic.solved_number) }}
            preload={false}
            className="topic-mark topic-solved"
          >
            <CircleCheck size={16} strokeWidth={1.8} aria-hidden="true" /> {words.goToAnswer({ number: topic.solved_number })}
          </Link>
        )}
      </p>
      <h1 className="display-large" dir="auto" tabIndex={-1}>
        {topic.title}
      </h1>
      {topic.is_locked && (
        <p className="topic-locked">
          <Lock size={18} strokeWidth={1.8} aria-hidden="true" /> {words.lockedTopic}
        </p>
      )}
      {actions && <div className="topic-head-actions">{actions}</div>}
      {children}
    </header>
  );
}

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
