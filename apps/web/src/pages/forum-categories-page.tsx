import * as admin from '@mbari/words/admin';
import * as words from '@mbari/words/forum-categories';
import * as photoWords from '@mbari/words/photo-categories';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { CategoriesFailed } from '~/forum/categories-failed.tsx';
import { CategoryEditor } from '~/forum/category-editor.tsx';
import { forumCategories } from '~/forum/category-queries.ts';
import { PhotoCategoryEditor } from '~/photos/photo-category-editor.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { Section } from '~/platform/ui/section.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import '~/forum/forum-categories.css';

export function ForumCategoriesPage() {
  const isAdmin = useSession().user?.role === 'admin';
  useEffect(() => setPageTitle(words.arrangeTitle), []);
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
      <ForumCategories />
    </div>
  );
}

function ForumCategories() {
  const { data: categories, isPending, isFetching, refetch } = useQuery(forumCategories);
  if (categories) return <CategoryEditor categories={categories} />;
  return isPending ? (
    <div className="py-s6 text-center">
      <Spinner size={28} />
    </div>
  ) : (
    <CategoriesFailed busy={isFetching} onRetry={() => void refetch()} />
  );
}

export function AdminCategoriesPage() {
  return (
    <AdminFrame title={admin.categories}>
      {() => (
        <div className="admin-narrow">
          <Section title={photoWords.photoCategories} about={photoWords.hint}>
            <PhotoCategoryEditor />
          </Section>
          <Section title={words.arrangeTitle} about={words.arrangeHint}>
            <ForumCategories />
          </Section>
        </div>
      )}
    </AdminFrame>
  );
}
