import './message.css';
import * as words from '@mbari/words/new-message';
import { useQuery } from '@tanstack/react-query';
import { topicById } from '~/forum/topics/topic-queries.ts';
import { photoById } from '~/photos/posts/photo-by-id.ts';
import { SharedCard } from './shared-card.tsx';

/** Photo or topic that a message shares, by id. */
export interface Sharing {
  photo?: string | undefined;
  topic?: string | undefined;
}

export function SharedPreview({ photo: photoId, topic: topicId }: Sharing) {
  const photo = useQuery({ ...photoById(photoId ?? ''), enabled: photoId !== undefined });
  const topic = useQuery({ ...topicById(topicId ?? ''), enabled: topicId !== undefined });
  if (photo.error ?? topic.error) return <p role="alert">{words.sharedGone}</p>;
  if (photo.data ?? topic.data)
    return <SharedCard kind={photo.data ? 'photo' : 'topic'} photo={photo.data ?? null} topic={topic.data ?? null} />;
  return <span className="shared-card" />;
}
