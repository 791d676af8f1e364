import * as words from '@mbari/words/mail';
import { useSite } from '~/platform/site/use-site.ts';
import { Note } from '~/platform/ui/note.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';

/** Shows where to read mails if there is no mail server. */
export function OutboxHint() {
  const outbox = useSite()?.outbox_url;
  return (
    outbox && (
      <Note>
        <Phrase
          parts={words.outbox({
            link: (text) => (
              <a href={outbox} className="link" dir="ltr">
                {text}
              </a>
            ),
          })}
        />
      </Note>
    )
  );
}
