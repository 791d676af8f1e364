import * as words from '@mbari/words/new-topic';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { forumCategories } from '~/forum/category-queries.ts';
import { TopicPhoto } from '~/forum/images/topic-photo.tsx';
import { useInsertImages } from '~/forum/images/use-insert-images.tsx';
import { photoById } from '~/photos/posts/photo-by-id.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

// Loaded in parallel with the categories.
const form = import('~/forum/writing/new-topic-form.tsx');
const NewTopicForm = lazy(async () => ({ default: (await form).NewTopicForm }));

/** The URL holds the category, so links can preselect it. */
export default function ForumNewTopicPage() {
  const { category = '', photo } = useSearch({ from: '/shell/forum/new' });
  const images = useInsertImages();
  const navigate = useNavigate();
  const { data: categories, isError, isFetching, refetch } = useQuery(forumCategories);
  // Waits for the photo, because its later appearance would push the form's fields down.
  const { data: about, isLoading } = useQuery({ ...photoById(photo ?? ''), enabled: photo !== undefined });
  const image = about?.images[0];
  const chosen = categories?.find(({ id, slug }) => id === category || slug === category)?.id ?? '';
  return (
    <div className="mx-auto w-full max-w-[1100px] px-(--side) pt-s6 pb-s7">
      <h1 className="display-large">{words.pageTitle}</h1>
      {categories && !isLoading ? (
        <Suspense fallback={<Waiting />}>
          <NewTopicForm
            categories={categories}
            category={chosen}
            photoId={photo}
            onFiles={images.choose}
            onCategory={(id) =>
              void navigate({
                to: '/forum/new',
                search: { category: id, ...(photo !== undefined && { photo }) },
                replace: true,
                resetScroll: false,
              })
            }
            onPhotoGone={() => void navigate({ to: '/forum/new', search: { category }, replace: true, resetScroll: false })}
            onPending={() => void navigate({ to: '/pending', replace: true })}
            onPosted={({ id, slug }) => void navigate({ to: '/forum/t/$id/{-$slug}/{-$number}', params: { id, slug }, replace: true })}
          >
            {about && image && <TopicPhoto photo={{ id: about.id, title: about.title, image }} />}
          </NewTopicForm>
        </Suspense>
      ) : isError ? (
        <FetchFailed message={words.categoriesFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      {images.dialog}
    </div>
  );
}

const Waiting = () => (
  <p role="status">
    <Spinner /> <span className="sr-only">{words.loading}</span>
  </p>
);
