// Renders on every keystroke; the compiler's memo code costs more than it saves.
'use no memo';

import { followers } from '@mbari/words/directory';
import { posts } from '@mbari/words/forum-topics';
import * as words from '@mbari/words/search';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Hash, MessageSquareText } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { timeAgo } from '~/platform/lib/time-ago.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { type MatchPart, type SearchAnswer, splitMatches } from './search-query.ts';
import '~/platform/ui/parts.css';
import './search-result-rows.css';

/** Extra props of a result link, which make it an option of a listbox. */
export type OptionProps = (name: string) => {
  'id'?: string;
  'role'?: 'option';
  'aria-selected'?: boolean;
  'tabIndex'?: -1;
  'onClick'?: () => void;
};

interface SearchResultRowsProps {
  results: SearchAnswer;
  query: string;
  optionProps: OptionProps;
  /** The page shows a heading for each kind, the listbox none. */
  isPage?: boolean;
}

/** The tag and the first results of each kind, with links to all results. */
export function SearchResultRows({ results: { tag, members, photos, topics }, query, optionProps, isPage = false }: SearchResultRowsProps) {
  const shared = { query, optionProps, isPage };
  return (
    <>
      {tag && <TagResult tag={tag} optionProps={optionProps} />}
      <ResultGroup {...shared} kind="members" group={members}>
        {members.items.map((member) => (
          <MemberResult key={member.id} member={member} query={query} optionProps={optionProps} />
        ))}
      </ResultGroup>
      <ResultGroup {...shared} kind="photos" group={photos}>
        <div className="found-strip">
          {photos.items.map((photo) => (
            <PhotoResult key={photo.id} photo={photo} query={query} optionProps={optionProps} />
          ))}
        </div>
      </ResultGroup>
      <ResultGroup {...shared} kind="topics" group={topics}>
        {topics.items.map((topic) => (
          <TopicResult key={topic.id} topic={topic} query={query} optionProps={optionProps} />
        ))}
      </ResultGroup>
    </>
  );
}

interface ResultProps {
  query: string;
  optionProps: OptionProps;
}

function TagResult({ tag, optionProps }: { tag: NonNullable<SearchAnswer['tag']>; optionProps: OptionProps }) {
  return (
    <Link to="/tag/$tag" params={{ tag: tag.tag }} className="found-tag" {...optionProps('tag')}>
      <Hash size={20} strokeWidth={1.6} aria-hidden="true" />
      <b dir="auto">
        #<mark>{tag.tag}</mark>
      </b>
      <span>
        {words.tagged({
          count: tag.photos_count + tag.topics_count,
          more: tag.photos_count_is_capped || tag.topics_count_is_capped,
        })}
      </span>
      <ChevronRight className="found-tag-go" size={20} strokeWidth={1.6} aria-hidden="true" />
    </Link>
  );
}

function MemberResult({ member, query, optionProps }: ResultProps & { member: SearchAnswer['members']['items'][number] }) {
  const { id, username, name, avatar_url, followers_count } = member;
  return (
    <Link to="/user/$username" params={{ username }} className="found-row" {...optionProps(`member-${id}`)}>
      <Avatar src={avatar_url} size={44} />
      <span className="found-row-words">
        <span className="found-name">
          <span className="truncate" dir="auto">
            <HighlightedText text={name} query={query} />
          </span>
          <VerifiedBadge member={member} size={16} />
        </span>
        <span className="found-note">
          <span dir="ltr">
            @<HighlightedText text={username} query={query} />
          </span>
        </span>
      </span>
      <span className="found-side">{followers({ count: followers_count })}</span>
    </Link>
  );
}

function PhotoResult({
  photo: { id, title, user, image },
  query,
  optionProps,
}: ResultProps & { photo: SearchAnswer['photos']['items'][number] }) {
  return (
    <Link
      to="/post/$id"
      params={{ id }}
      className="found-photo"
      style={{ '--shape': croppedAspectRatio(image) } as CSSProperties}
      {...optionProps(`photo-${id}`)}
    >
      <span className="found-photo-image">
        <Picture image={image} sizes="240px" title={title} />
      </span>
      <span className="found-photo-title truncate" dir="auto">
        <HighlightedText text={title} query={query} />
      </span>
      <span className="found-photo-maker truncate" dir="auto">
        {user.name}
      </span>
    </Link>
  );
}

/** Crops extreme aspect ratios. */
const croppedAspectRatio = ({ width, height }: { width: number; height: number }): number => Math.min(2.2, Math.max(0.66, width / height));

function TopicResult({ topic, query, optionProps }: ResultProps & { topic: SearchAnswer['topics']['items'][number] }) {
  const { id, slug, title, category, posts_count, latest_post, found: match } = topic;
  // Omits an opening post's excerpt, which may repeat the title.
  const isReply = match.number > 1;
  return (
    <Link
      to="/forum/t/$id/{-$slug}/{-$number}"
      params={{ id, slug, ...(isReply && { number: String(match.number) }) }}
      className="found-row"
      {...optionProps(`topic-${id}`)}
    >
      <MessageSquareText className="found-topic-sign" size={20} strokeWidth={1.6} aria-hidden="true" />
      <span className="found-row-words">
        <span className="found-title truncate" dir="auto">
          <HighlightedText text={title} query={query} />
        </span>
        {isReply && (
          <span className="found-note truncate" dir="auto">
            <HighlightedParts parts={match.excerpt.map(({ text, is_match }) => ({ text, isMatch: is_match }))} />
          </span>
        )}
        <span className="found-note parts">
          <span dir="auto">{category.name}</span>
          <span>{posts({ count: posts_count })}</span>
          {latest_post && <span>{timeAgo(latest_post.created_at)}</span>}
        </span>
      </span>
    </Link>
  );
}

export type ResultKind = 'members' | 'photos' | 'topics';

const kinds = {
  members: { title: words.members, allOf: words.allMembers },
  photos: { title: words.photos, allOf: words.allPhotos },
  topics: { title: words.topics, allOf: words.allTopics },
};

interface ResultGroupProps {
  kind: ResultKind;
  group: { items: readonly unknown[]; total: number; total_is_capped: boolean };
  query: string;
  optionProps: OptionProps;
  isPage: boolean;
  children: ReactNode;
}

/** Results of one kind. In the DOM the link to all results follows the rows; visually it is beside the heading. */
function ResultGroup({ kind, group: { items, total, total_is_capped: more }, query, optionProps, isPage, children }: ResultGroupProps) {
  if (items.length === 0) return null;
  const { title, allOf } = kinds[kind];
  const Title = isPage ? 'h2' : 'div';
  return (
    <div className="found-group" role="group" aria-label={title}>
      <Title className="found-group-title">{title}</Title>
      {children}
      {total > items.length && (
        <Link
          to="/search"
          search={{ q: query, kind }}
          className="found-all"
          aria-label={allOf({ count: total, more })}
          {...optionProps(`all-${kind}`)}
        >
          {words.all({ count: total, more })}
        </Link>
      )}
    </div>
  );
}

const HighlightedText = ({ text, query }: { text: string; query: string }) => <HighlightedParts parts={splitMatches(text, query)} />;

const HighlightedParts = ({ parts }: { parts: readonly MatchPart[] }) =>
  parts.map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : part.text));
