import { previewMarkdown } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/markdown';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { previewKey } from '~/platform/lib/query-keys.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Note } from '~/platform/ui/note.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { MarkdownHtml } from './markdown-html.tsx';
import { withoutPending } from './pending-images.ts';

/** Delay of a live preview, because the server renders one per second and member. */
const followPause = 1_000;

export function Preview({ body, id }: { body: string; id: string }) {
  const settled = useDebounced(withoutPending(body).trim(), followPause);
  const { data, error, isFetching } = useQuery({
    queryKey: previewKey(settled),
    queryFn: async ({ signal }) => (await call(previewMarkdown, { body: { body: settled }, signal })).data.body_html,
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return (
    <section id={id} className="markdown-preview" aria-label={words.preview} aria-busy={isFetching}>
      {settled === '' ? (
        <p className="text-ink-meta">{words.nothingToPreview}</p>
      ) : error ? (
        <Note kind="bad">{errorMessage(error, words.previewFailed)}</Note>
      ) : data === undefined ? (
        <p className="flex items-center gap-s2 text-ink-meta">
          <Spinner /> {words.previewing}
        </p>
      ) : (
        <MarkdownHtml html={data} />
      )}
    </section>
  );
}
