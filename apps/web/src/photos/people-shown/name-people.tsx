import type { Author } from '@mbari/contract/people/members';
import { namePerson, unnamePerson } from '@mbari/contract/photos/people-shown';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/people-shown';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { photoById } from '~/photos/posts/photo-by-id.ts';
import { peopleShownChanged } from '~/platform/lib/cache-events/people-shown.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FindMember, MemberRow } from './find-member.tsx';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The author names members in a post, and takes names away. */
export function NamePeople({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const { data: { people = [] } = photo } = useQuery(photoById(photo.id));
  const [error, setError] = useState<string>();
  const change = async (act: Promise<unknown>) => {
    setError(undefined);
    try {
      await act;
      await peopleShownChanged(client, photo.id);
      return true;
    } catch (problem) {
      setError((problem instanceof CallRefused && (problem.errors['username']?.[0] ?? problem.serverMessage)) || words.failed);
      return false;
    }
  };
  const add = ({ username }: Author) => change(call(namePerson, { params: { id: photo.id }, body: { username } }));
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="mb-s4 text-ink-quiet">{words.hint}</p>
      <ul>
        {people.map((person) => (
          <MemberRow key={person.id} member={person} note={person.is_asked && words.asked}>
            <IconButton
              label={words.remove(person)}
              onClick={() => void change(call(unnamePerson, { params: { id: photo.id, memberId: person.id } }))}
            >
              <X {...icon} />
            </IconButton>
          </MemberRow>
        ))}
      </ul>
      <FindMember label={words.find} error={error} except={[photo.user, ...people]}>
        {(member, clear) => (
          <IconButton label={words.add(member)} onClick={() => void add(member).then((isAdded) => isAdded && clear())}>
            <Plus {...icon} />
          </IconButton>
        )}
      </FindMember>
    </Dialog>
  );
}
