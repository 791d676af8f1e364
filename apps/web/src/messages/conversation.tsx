import { useQuery } from '@tanstack/react-query';
import { conversationById } from './message-queries.ts';

export function Conversation({ id }: { id: string }) {
  const { data } = useQuery(conversationById(id));
  return <section className="conversation-pane">{data?.title}</section>;
}
