import * as words from '@mbari/words/forum-categories';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CategoriesFailed } from '~/features/forum-categories/categories-failed.tsx';
import { CategoryEditor } from '~/features/forum-categories/category-editor.tsx';
import { forumCategories } from '~/features/forum-categories/category-queries.ts';
import { TopicsSkeleton } from '~/features/forum-topics/topic-list.tsx';
import { nameWindow } from '~/lib/page-turn.ts';
import { useSession } from '~/lib/session.ts';
import { buttonClass } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';

/** Where admins add, change, order and delete the categories of the forum. */
export function ForumCategoriesPage() {
  const isAdmin = useSession().user?.role === 'admin';
  const { data: categories, isPending, isFetching, refetch } = useQuery({ ...forumCategories, enabled: isAdmin });
  useEffect(() => nameWindow(words.arrangeTitle), []);
  if (!isAdmin)
    return (
      <EmptyState
        drawing="lost"
        level="h1"
        title={words.adminsOnly}
        action={
          <Link to="/forum" className={buttonClass({})}>
            {words.backToForum}
          </Link>
        }
      >
        {words.adminsOnlyHint}
      </EmptyState>
    );
  return (
    <div className="forum">
      <Link to="/forum" className="link text-t15">
        {words.forum}
      </Link>
      <header className="forum-head">
        <h1 className="display-large">{words.arrangeTitle}</h1>
        <p>{words.arrangeHint}</p>
      </header>
      {categories ? (
        <CategoryEditor categories={categories} />
      ) : isPending ? (
        <TopicsSkeleton />
      ) : (
        <CategoriesFailed busy={isFetching} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
