import { useSite } from '~/features/site/use-site.ts';
import { Note } from '~/ui/note.tsx';

/** Without a mail server: where the mails can be read. */
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
