import { recountForum } from '../forum/counts/recount-forum.ts';
import { withContext } from './with-context.ts';

export async function recount(): Promise<void> {
  const { topics, posts, polls, categories } = await withContext(({ db }) => recountForum(db));
  const wrong = topics + posts + polls + categories;
  console.log(
    wrong === 0
      ? 'Everything in the forum was counted right.'
      : `Counted anew: ${topics} topics, the likes of ${posts} posts, ${polls} polls, ${categories} parts of categories were wrong.`,
  );
}
