import type { Message } from '@mbari/contract/messages/messages';
import * as words from '@mbari/words/messages';
import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useLessData } from '~/platform/lib/less-data.ts';
import { nameOf } from './conversation-words.ts';

/** A shared photo post or topic. */
export function SharedCard({ photo, topic }: NonNullable<Message['shared']>) {
  const savesData = useLessData();
  const image = photo?.warning?.is_blurred ? undefined : photo?.images[0];
  if (photo !== null)
    return (
      <Link to="/post/$id" params={{ id: photo.id }} className="shared-card">
        {image && (
          <span className="shared-card-image" style={{ backgroundColor: image.color }}>
            {!savesData && (
              <img
                src={image.image_path}
                srcSet={image.srcset.webp}
                sizes="112px"
                alt=""
                loading="lazy"
                decoding="async"
                draggable={false}
              />
            )}
          </span>
        )}
        <CardText title={photo.title} by={words.photoBy({ name: photo.user.name })} />
      </Link>
    );
  if (topic !== null)
    return (
      <Link to="/forum/t/$id/{-$slug}/{-$number}" params={{ id: topic.id, slug: topic.slug }} className="shared-card">
        <span className="shared-card-image">
          <MessagesSquare size={24} strokeWidth={1.6} aria-hidden="true" />
        </span>
        <CardText title={topic.title} by={topic.author === null ? words.topic : words.topicBy({ name: nameOf(topic.author) })} />
      </Link>
    );
  return <p className="shared-card shared-card-gone">{words.sharedGone}</p>;
}

const CardText = ({ title, by }: { title: string; by: string }) => (
  <span className="shared-card-text">
    <b className="truncate" dir="auto">
      {title}
    </b>
    <span className="truncate" dir="auto">
      {by}
    </span>
  </span>
);
