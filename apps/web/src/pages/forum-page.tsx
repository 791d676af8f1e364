import * as words from '@mbari/words/forum-categories';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CategoriesFailed } from '~/forum/categories-failed.tsx';
import { forumCategories } from '~/forum/category-queries.ts';
import { CategorySection } from '~/forum/category-section.tsx';
import { ForumHead } from '~/forum/topics/forum-head.tsx';
import { NewTopicLink } from '~/forum/topics/new-topic-link.tsx';
import { TopicList, TopicsSkeleton } from '~/forum/topics/topic-list.tsx';
import { topicsOfAddress } from '~/forum/topics/topic-queries.ts';
import { FilterTabs } from '~/forum/topics/topic-tabs.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';

export default function ForumPage() {
  const { filter } = topicsOfAddress(useSearch({ from: '/shell/forum' }));
  const navigate = useNavigate();
  const isAdmin = useSession().user?.role === 'admin';
  const { data: categories } = useQuery(forumCategories);
  const unread = categories?.reduce((sum, category) => sum + category.unread_topics_count, 0) ?? 0;
  return (
    <div className="forum">
      <ForumHead title={words.forum} hint={words.forumHint}>
        {isAdmin && (
          <Link to="/forum/categories" className="link text-t15">
            {words.arrange}
          </Link>
        )}
        <NewTopicLink />
      </ForumHead>
      <div className="forum-controls">
        <FilterTabs
          filter={filter}
          unread={unread}
          onChoose={(filter) =>
            void navigate({ to: '/forum', search: filter === undefined ? {} : { filter }, replace: true, resetScroll: false })
          }
        />
      </div>
      <div id="topics" role="tabpanel" aria-label={words.forum}>
        {filter === undefined ? (
          <Categories />
        ) : (
          <div className="forum-list">
            <TopicList key={filter} asked={{ filter }} />
          </div>
        )}
      </div>
    </div>
  );
}

function Categories() {
  const { data: categories, isPending, isFetching, refetch } = useQuery(forumCategories);
  if (isPending) return <TopicsSkeleton />;
  if (categories === undefined) return <CategoriesFailed busy={isFetching} onRetry={() => void refetch()} />;
  if (categories.length === 0)
    return (
      <EmptyState drawing="quiet" title={words.noCategories}>
        {words.noCategoriesHint}
      </EmptyState>
    );
  return categories.map((category) => <CategorySection key={category.id} category={category} />);
}
