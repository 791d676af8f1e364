import type { Critique } from '@mbari/contract/photos/critique';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/critique';
import { Link } from '@tanstack/react-router';
import { Picture } from '~/photos/posts/picture.tsx';
import { relativeDate } from '~/platform/lib/dates.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import { categoryWords } from './category-words.ts';

interface CritiqueRowProps {
  photo: Photo;
  critique: Critique;
  mayGive: boolean;
}

/** One link: the whole row opens the critique. */
export function CritiqueRow({ photo, critique, mayGive }: CritiqueRowProps) {
  const { category, question, critics_count: count, is_closed: isClosed } = critique;
  const image = photo.images[0];
  return (
    <Link to="/post/$id" params={{ id: photo.id }} className="critique-row">
      <span className="critique-photo">{image && <Picture image={image} title={photo.title} sizes="176px" />}</span>
      <span className="min-w-0">
        <span className="critique-by">
          <Avatar src={photo.user.avatar_url} size={24} />
          <b dir="auto">{photo.user.name}</b>
          <VerifiedBadge member={photo.user} size={16} />
          <span>{categoryWords[category]}</span>
        </span>
        <span className="display critique-question" dir="auto">
          {question}
        </span>
        <span className="critique-state" data-none={(!isClosed && count === 0) || undefined}>
          {isClosed ? words.isClosed : words.critics({ count })} · {relativeDate(critique.asked_at)}
        </span>
      </span>
      {mayGive && <span className={`${buttonClass({ kind: 'quiet' })} critique-give`}>{words.give}</span>}
    </Link>
  );
}
