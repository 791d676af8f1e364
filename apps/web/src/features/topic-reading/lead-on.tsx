import type { MovedTo } from '@mbari/contract/shapes/forum-posts';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { movedTopic } from '~/features/forum-posts/post-queries.ts';
import { PostsSkeleton } from './posts-skeleton.tsx';

/** A topic that was merged: its address is replaced by that of the one that has its posts, at the post that was asked for. */
export function LeadOn({ id, number }: { id: string; number: number | undefined }) {
  const { data: to } = useQuery(movedTopic(id, number ?? 1));
  if (to) return <Navigate to="/forum/t/$id/{-$slug}/{-$number}" params={paramsOf(to)} replace />;
  return (
    <div className="topic">
      <div className="topic-main">
        <PostsSkeleton />
      </div>
    </div>
  );
}

const paramsOf = ({ topic_id: id, slug, number }: MovedTo) => ({ id, slug, number: String(number) });
