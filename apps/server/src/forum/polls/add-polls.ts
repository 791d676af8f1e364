import type { Statements } from '../../platform/db/database.ts';
import type { PreparedPoll } from './prepare-poll.ts';
import { addPolls as add } from './queries.ts';

export async function addPolls(tx: Statements, posts: readonly { id: string; poll: PreparedPoll | null }[]): Promise<void> {
  const polls = posts.flatMap(({ id, poll }) => (poll ? [{ post_id: id, ...poll }] : []));
  if (polls.length > 0) await add(tx, polls);
}
