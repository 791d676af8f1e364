import type { ListedTopic } from '@mbari/contract/shapes/forum-topics';
import { Link } from '@tanstack/react-router';
import { ImageBox } from './image-box.tsx';
import './topic-photo.css';

/** The photo that a topic is about. It leads to its page. */
export function TopicPhoto({ photo: { id, title, image } }: { photo: NonNullable<ListedTopic['photo']> }) {
  return (
    <p className="topic-photo">
      <Link to="/post/$id" params={{ id }}>
        <ImageBox image={image} sizes="(min-width: 760px) 480px, 92vw" alt={image.alt || title} />
        <span className="topic-photo-title" dir="auto">
          {title}
        </span>
      </Link>
    </p>
  );
}
