import { useSite } from '~/features/site/use-site.ts';
import { Note } from '~/ui/note.tsx';

/** Where no mail server is configured: where the letter can be read. */
export function OutboxHint() {
  const outbox = useSite()?.outbox_url;
  return (
    outbox && (
      <Note>
        No mail server is configured: read the mail at{' '}
        <a href={outbox} className="link">
          /outbox
        </a>
      </Note>
    )
  );
}
