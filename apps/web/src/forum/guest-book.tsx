import './guest-book.css';
import { addForumPost, type ForumPost, listForumPosts } from '@mbari/contract/forum/posts';
import { type Exhibition, updateExhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/guest-books';
import { cancel, saving } from '@mbari/words/ui';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { forumPostAdded } from '~/platform/lib/cache-events/forum.ts';
import { exhibitionChanged } from '~/platform/lib/cache-events/photos.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { guestBookKey } from '~/platform/lib/query-keys.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { timeAgo } from '~/platform/lib/time-ago.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { MarkdownHtml } from './markdown/markdown-html.tsx';

const shown = 3;

/** The last entries. Entries are the replies of the topic, so its opening post is none. */
const latestEntries = (topicId: string) =>
  queryOptions({
    queryKey: guestBookKey(topicId),
    queryFn: async ({ signal }) => {
      const { data } = await call(listForumPosts, { params: { id: topicId }, query: { around: '999999999' }, signal });
      return data.filter(({ number, is_deleted }) => number > 1 && !is_deleted).slice(-shown);
    },
  });

/** The guest book of an exhibition: its last entries, and a field for one's own. Curators can open a book where there is none. */
export function GuestBook({ exhibition }: { exhibition: Exhibition }) {
  const { guest_book: book, state, viewer } = exhibition;
  if (book === null) return viewer.may_edit && <NoGuestBook exhibition={exhibition} />;
  return (
    <section aria-labelledby="guest-book">
      <div className="guest-book-head">
        <h2 id="guest-book" className="exhibition-heading">
          {words.guestBook}
        </h2>
        <p className="text-t15 text-ink-meta">{words.entries({ count: book.entries_count })}</p>
        <Link to="/forum/t/$id/{-$slug}/{-$number}" params={{ id: book.topic_id, slug: book.slug }} className="guest-book-topic">
          {words.openTopic}
        </Link>
      </div>
      <Entries topicId={book.topic_id} />
      {(state === 'open' || state === 'past') && <Sign topicId={book.topic_id} />}
    </section>
  );
}

function NoGuestBook({ exhibition: { id, title, version } }: { exhibition: Exhibition }) {
  const client = useQueryClient();
  const start = useLazyDialog(async () => (await import('./topics/start-topic.tsx')).StartTopic);
  return (
    <section aria-labelledby="guest-book">
      <h2 id="guest-book" className="exhibition-heading">
        {words.guestBook}
      </h2>
      <p className="py-s3">{words.none}</p>
      <Button kind="quiet" onClick={start.open}>
        {words.start}
      </Button>
      {start.Dialog && (
        <start.Dialog
          about={id}
          action={words.start}
          failed={words.startFailed}
          title={words.topicTitle({ title })}
          body={words.welcome({ title })}
          onCreated={async (topic_id) =>
            exhibitionChanged(client, (await call(updateExhibition, { params: { id }, body: { topic_id, version } })).data)
          }
          onClose={start.close}
        />
      )}
    </section>
  );
}

function Entries({ topicId }: { topicId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(latestEntries(topicId));
  if (isError && data === undefined) return <FetchFailed message={words.failed} busy={isFetching} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className="py-s3 text-ink-quiet">{words.empty}</p>;
  return (
    <ol className="guest-book-entries" aria-busy={data === undefined}>
      {data?.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry: { author, body_html, created_at } }: { entry: ForumPost }) {
  return (
    <li>
      <Avatar src={author?.avatar_url} size={36} />
      <div className="min-w-0">
        <p>
          {author && (
            <Link to="/user/$username" params={{ username: author.username }} className="font-semibold" dir="auto">
              {author.name}
            </Link>
          )}{' '}
          <time dateTime={created_at} className="text-t15 text-ink-meta">
            {timeAgo(created_at)}
          </time>
        </p>
        <MarkdownHtml html={body_html} authorId={author?.id} />
      </div>
    </li>
  );
}

/** A button, and in its place a field for an entry. */
function Sign({ topicId }: { topicId: string }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const place = `guest book:${topicId}`;
  const done = () => {
    attemptAnswered(place);
    change({ body: '' });
    setOpen(false);
  };
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { body: '' },
    check: ({ body }) => ({ ...(body.trim() === '' && { body: [words.entryMissing] }) }),
    send: async ({ body }) => {
      const entry = { body: body.trim() };
      const headers = { 'idempotency-key': attemptKey(place, entry) };
      const { data } = await call(addForumPost, { params: { id: topicId }, body: entry, headers });
      done();
      forumPostAdded(client, data);
      void client.invalidateQueries({ queryKey: guestBookKey(topicId) });
    },
    onFailure: (error) => {
      if (!showPendingToast(error)) return { body: [errorMessage(error, words.signFailed)] };
      done();
      return undefined;
    },
  });
  if (!open)
    return (
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <PenLine size={18} strokeWidth={1.6} aria-hidden="true" />
        {words.sign}
      </Button>
    );
  return (
    <form ref={focusField} noValidate onSubmit={onSubmit} className="guest-book-form">
      <TextArea
        name="body"
        rows={3}
        label={words.entry}
        value={values.body}
        error={errors['body']}
        className="w-full"
        onChange={({ target }) => change({ body: target.value })}
      />
      <div className="flex flex-wrap gap-s3">
        <Button type="submit" busy={busy && saving}>
          {words.sign}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}

/** The pressed button gave way to the field. */
const focusField = (form: HTMLFormElement | null): void => form?.querySelector('textarea')?.focus();
