import { completeTag } from '@mbari/contract/platform/tags';
import * as words from '@mbari/words/search';
import { tags as tagsTitle } from '@mbari/words/tags';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MembersToFollow } from '~/people/directory/suggested-members.tsx';
import { CategoryLinks } from '~/photos/category-links.tsx';
import { call } from '~/platform/lib/call.ts';
import { tagKey } from '~/platform/lib/query-keys.ts';
import { RecentList } from './recent-list.tsx';

/** The search page before a search: recent searches, tags in use, categories, and members to follow. */
export function SearchStart() {
  const { data: tags = [] } = useQuery(tagsInUse);
  return (
    <div className="search-start">
      <RecentList excluded="" />
      {tags.length > 0 && (
        <section aria-labelledby="tags-in-use">
          <h2 id="tags-in-use" className="display text-t26">
            {tagsTitle}
          </h2>
          <ul className="search-start-tags">
            {tags.map(({ tag }) => (
              <li key={tag}>
                <Link to="/tag/$tag" params={{ tag }} className="word" dir="auto">
                  #{tag}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="categories">
        <h2 id="categories" className="display text-t26">
          {words.photos}
        </h2>
        <CategoryLinks sought="" />
      </section>
      <MembersToFollow />
    </div>
  );
}

const tagsInUse = {
  queryKey: tagKey(''),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(completeTag, { query: { prefix: '' }, signal })).data,
};
