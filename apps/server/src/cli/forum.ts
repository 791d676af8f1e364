import { recountForum } from '../forum/counts/recount-forum.ts';
import { withContext } from './with-context.ts';

export async function recount(): Promise<void> {
  const { topics, posts, polls, categories } = await withContext(({ db }) => recountForum(db));
  const wrong = topics + posts + polls + categories;
  console.log(
    wrong === 0
      ? 'All counters of the forum were correct.'
      : `Corrected the counters of ${topics} topics, ${posts} posts, ${polls} polls and ${categories} rows of categories.`,
  );
}
