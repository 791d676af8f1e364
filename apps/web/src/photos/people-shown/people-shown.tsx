import { answerNameRequest } from '@mbari/contract/photos/people-shown';
import type { PersonShown, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/people-shown';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { peopleShownChanged } from '~/platform/lib/cache-events/people-shown.ts';
import { call } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { NameRequest } from './name-request.tsx';
import './people-shown.css';

const shownAtFirst = 3;

/** The members named in a post. The author also sees open requests, and the viewer their own. */
export function PeopleShown({ photo, people }: { photo: Photo; people: readonly PersonShown[] }) {
  const { user } = useSession();
  const own = people.find(({ id }) => id === user?.id);
  const others = own?.is_asked ? people.filter((person) => person !== own) : people;
  return (
    <>
      {own?.is_asked && <NameRequest key={photo.id} photo={photo} />}
      {others.length > 0 && <Names people={others} />}
      {own && !own.is_asked && <TakeAway photo={photo} />}
    </>
  );
}

function Names({ people }: { people: readonly PersonShown[] }) {
  const [isAll, setAll] = useState(false);
  const listed = isAll ? people : people.slice(0, shownAtFirst);
  const more = people.length - listed.length;
  return (
    <div className="people-shown">
      <span>{words.shown}</span>
      <ul>
        {listed.map(({ id, name, username, is_asked: isAsked }) => (
          <li key={id}>
            <Link to="/user/$username" params={{ username }} dir="auto">
              {name}
            </Link>
            {isAsked && <span className="text-ink-meta"> {words.asked}</span>}
          </li>
        ))}
        {more > 0 && (
          <li>
            <button type="button" onClick={() => setAll(true)}>
              {words.more({ count: more })}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

function TakeAway({ photo: { id } }: { photo: Photo }) {
  const client = useQueryClient();
  const { busy, run } = useAction(
    async () => {
      await call(answerNameRequest, { params: { id }, body: { answer: 'refused' } });
      await peopleShownChanged(client, id);
    },
    words.failed,
    words.takenAway,
  );
  return (
    <Button kind="text" className="people-shown-own justify-self-start" aria-disabled={busy} onClick={() => void run()}>
      {words.takeAway}
    </Button>
  );
}
