import type { ForumCategory } from '@mbari/contract/forum/categories';
import * as words from '@mbari/words/forum-categories';
import * as trackWords from '@mbari/words/forum-tracks';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { BellOff, Ellipsis } from 'lucide-react';
import { useEffect } from 'react';
import { CategoriesFailed } from '~/forum/categories-failed.tsx';
import { CategoryMark } from '~/forum/category-mark.tsx';
import { forumCategories } from '~/forum/category-queries.ts';
import '~/forum/forum-categories.css';
import { FollowTrackButton, useMuteTrack } from '~/forum/topics/follow-track-button.tsx';
import { ForumHead } from '~/forum/topics/forum-head.tsx';
import { NewTopicLink } from '~/forum/topics/new-topic-link.tsx';
import { TopicList, TopicsSkeleton } from '~/forum/topics/topic-list.tsx';
import { type TopicFilter, topicsOfAddress, type TopicSort } from '~/forum/topics/topic-queries.ts';
import { FilterTabs, SortSelect } from '~/forum/topics/topic-tabs.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { Menu } from '~/platform/ui/menu.tsx';

export default function ForumCategoryPage() {
  const { slug } = useParams({ from: '/shell/forum/c/$slug' });
  const { data: categories, isPending, isFetching, refetch } = useQuery(forumCategories);
  const category = categories?.find((one) => one.slug === slug);
  const renamed = categories?.find(({ former_slugs }) => former_slugs.includes(slug));
  const search = useSearch({ from: '/shell/forum/c/$slug' });
  const title = category?.name ?? (categories && words.categoryNotFound);
  useEffect(() => setPageTitle(title), [title]);
  if (category) return <Category category={category} />;
  if (renamed) return <Navigate to="/forum/c/$slug" params={{ slug: renamed.slug }} search={search} replace />;
  if (isPending)
    return (
      <div className="forum">
        <TopicsSkeleton />
      </div>
    );
  if (categories === undefined) return <CategoriesFailed level="h1" busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <EmptyState
      drawing="lost"
      level="h1"
      title={words.categoryNotFound}
      action={
        <Link to="/forum" className={buttonClass({})}>
          {words.backToForum}
        </Link>
      }
    >
      {words.categoryNotFoundHint}
    </EmptyState>
  );
}

function Category({ category }: { category: ForumCategory }) {
  const { slug } = category;
  const { sort, filter } = topicsOfAddress(useSearch({ from: '/shell/forum/c/$slug' }));
  const navigate = useNavigate();
  const mute = useMuteTrack('category', category);
  const choose = (asked: { sort: TopicSort | undefined; filter: TopicFilter | undefined }) =>
    void navigate({
      to: '/forum/c/$slug',
      params: { slug },
      search: { ...(asked.sort && { sort: asked.sort }), ...(asked.filter && { filter: asked.filter }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="forum">
      <Link to="/forum" className="link text-t15">
        {words.forum}
      </Link>
      <ForumHead
        title={category.name}
        hint={
          <>
            <CategoryMark color={category.color} /> <bdi>{category.description}</bdi>
            {category.is_muted && <> {words.muted}</>}
          </>
        }
      >
        <NewTopicLink categoryId={category.id} />
      </ForumHead>
      <div className="forum-controls">
        <FilterTabs filter={filter} onChoose={(filter) => choose({ sort, filter })} />
        <div className="flex flex-wrap items-center gap-s2">
          <SortSelect sort={sort} onChoose={(sort) => choose({ sort, filter })} />
          <FollowTrackButton kind="category" thing={category} />
          <Menu
            label={words.more}
            icon={<Ellipsis size={18} strokeWidth={1.6} aria-hidden="true" />}
            items={[
              {
                label: category.is_muted ? trackWords.unmuteCategory : trackWords.muteCategory,
                icon: <BellOff size={18} strokeWidth={1.6} aria-hidden="true" />,
                onChoose: mute,
              },
            ]}
          />
        </div>
      </div>
      <div id="topics" role="tabpanel" aria-label={category.name} className="forum-list">
        <TopicList key={`${sort} ${filter}`} asked={{ category: slug, sort, filter }} categoryId={category.id} />
      </div>
    </div>
  );
}
