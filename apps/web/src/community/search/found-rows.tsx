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
import { Avatar } from '~/platform/ui/avatar.tsx';
import { VerifiedBadge } from '~/platform/ui/verified-badge.tsx';
import { type MatchPart, matchParts } from './match-parts.ts';
import type { Found } from './search-query.ts';
import '~/platform/ui/parts.css';
import './found-rows.css';

/** Extra props of a result link, which make it an option of a listbox. */
export type AsOption = (name: string) => {
  'id'?: string;
  'role'?: 'option';
  'aria-selected'?: boolean;
  'tabIndex'?: -1;
  'onClick'?: () => void;
};

interface FoundRowsProps {
  found: Found;
  sought: string;
  asOption: AsOption;
  /** The page shows a heading for each kind, the listbox none. */
  isPage?: boolean;
}

/** The tag and the first results of each kind, with links to all. */
export function FoundRows({ found: { tag, members, photos, topics }, sought, asOption: option, isPage = false }: FoundRowsProps) {
  const shared = { sought, option, isPage };
  return (
    <>
      {tag && <FoundTag tag={tag} option={option} />}
      <Group {...shared} kind="members" group={members}>
        {members.items.map((member) => (
          <FoundMember key={member.id} member={member} sought={sought} option={option} />
        ))}
      </Group>
      <Group {...shared} kind="photos" group={photos}>
        <div className="found-strip">
          {photos.items.map((photo) => (
            <FoundPhoto key={photo.id} photo={photo} sought={sought} option={option} />
          ))}
        </div>
      </Group>
      <Group {...shared} kind="topics" group={topics}>
        {topics.items.map((topic) => (
          <FoundTopic key={topic.id} topic={topic} sought={sought} option={option} />
        ))}
      </Group>
    </>
  );
}

interface FoundProps {
  sought: string;
  option: AsOption;
}

function FoundTag({ tag, option }: { tag: NonNullable<Found['tag']>; option: AsOption }) {
  return (
    <Link to="/tag/$tag" params={{ tag: tag.tag }} className="found-tag" {...option('tag')}>
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

function FoundMember({ member, sought, option }: FoundProps & { member: Found['members']['items'][number] }) {
  const { id, username, name, avatar_url, followers_count } = member;
  return (
    <Link to="/user/$username" params={{ username }} className="found-row" {...option(`member-${id}`)}>
      <Avatar src={avatar_url} size={44} />
      <span className="found-row-words">
        <span className="found-name">
          <span className="truncate" dir="auto">
            <Marked text={name} sought={sought} />
          </span>
          <VerifiedBadge member={member} size={16} />
        </span>
        <span className="found-note">
          <span dir="ltr">
            @<Marked text={username} sought={sought} />
          </span>
        </span>
      </span>
      <span className="found-side">{followers({ count: followers_count })}</span>
    </Link>
  );
}

function FoundPhoto({ photo: { id, title, user, image }, sought, option }: FoundProps & { photo: Found['photos']['items'][number] }) {
  return (
    <Link
      to="/post/$id"
      params={{ id }}
      className="found-photo"
      style={{ '--shape': shapeOf(image) } as CSSProperties}
      {...option(`photo-${id}`)}
    >
      <span className="found-photo-image">
        <Picture image={image} sizes="240px" title={title} />
      </span>
      <span className="found-photo-title truncate" dir="auto">
        <Marked text={title} sought={sought} />
      </span>
      <span className="found-photo-maker truncate" dir="auto">
        {user.name}
      </span>
    </Link>
  );
}

/** Crops extreme aspect ratios. */
const shapeOf = ({ width, height }: { width: number; height: number }): number => Math.min(2.2, Math.max(0.66, width / height));

function FoundTopic({ topic, sought, option }: FoundProps & { topic: Found['topics']['items'][number] }) {
  const { id, slug, title, category, posts_count, latest_post, found } = topic;
  // An opening post found by its title repeats the title.
  const isAnswer = found.number > 1;
  return (
    <Link
      to="/forum/t/$id/{-$slug}/{-$number}"
      params={{ id, slug, ...(isAnswer && { number: String(found.number) }) }}
      className="found-row"
      {...option(`topic-${id}`)}
    >
      <MessageSquareText className="found-topic-sign" size={20} strokeWidth={1.6} aria-hidden="true" />
      <span className="found-row-words">
        <span className="found-title truncate" dir="auto">
          <Marked text={title} sought={sought} />
        </span>
        {isAnswer && (
          <span className="found-note truncate" dir="auto">
            <MarkedParts parts={found.excerpt.map(({ text, is_match }) => ({ text, isMatch: is_match }))} />
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

export type Kind = 'members' | 'photos' | 'topics';

const kinds = {
  members: { title: words.members, allOf: words.allMembers },
  photos: { title: words.photos, allOf: words.allPhotos },
  topics: { title: words.topics, allOf: words.allTopics },
};

interface GroupProps {
  kind: Kind;
  group: { items: readonly unknown[]; total: number; total_is_capped: boolean };
  sought: string;
  option: AsOption;
  isPage: boolean;
  children: ReactNode;
}

/** Results of one kind. In the DOM the link to all follows the rows; visually it is beside the heading. */
function Group({ kind, group: { items, total, total_is_capped: more }, sought, option, isPage, children }: GroupProps) {
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
          search={{ q: sought, kind }}
          className="found-all"
          aria-label={allOf({ count: total, more })}
          {...option(`all-${kind}`)}
        >
          {words.all({ count: total, more })}
        </Link>
      )}
    </div>
  );
}

const Marked = ({ text, sought }: { text: string; sought: string }) => <MarkedParts parts={matchParts(text, sought)} />;

const MarkedParts = ({ parts }: { parts: readonly MatchPart[] }) =>
  parts.map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : part.text));
