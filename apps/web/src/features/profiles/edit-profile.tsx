import { replaceInterests, updateProfile } from '@mbari/contract/me';
import * as sentences from '@mbari/contract/sentences';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fileOf, type AvatarDraft } from '~/features/onboarding/avatar-draft.ts';
import { PhotoStep } from '~/features/onboarding/photo-step.tsx';
import '~/features/onboarding/onboarding.css';
import { nameChanged, profileChanged } from '~/lib/cache-events/members.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { refreshUser } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { useUnsaved } from '~/lib/use-unsaved.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { DiscardDialog } from '~/ui/discard-dialog.tsx';
import { FieldError } from '~/ui/field.tsx';
import { ContactFields, LinkFields, WordFields } from './edit-fields.tsx';
import { InterestBoxes } from './interest-boxes.tsx';
import type { Profile } from './profile-queries.ts';
import { changedInterests, changesOf, type Written, wrongIn, writtenOf, type Wrong } from './written-profile.ts';
import './edit-profile.css';

interface EditProfileProps {
  /** One's own, with all that is known of oneself. */
  profile: Profile;
  onClose: () => void;
}

/** Change what is told of oneself. What was typed stays until it is saved or thrown away on purpose. */
export function EditProfile({ profile, onClose }: EditProfileProps) {
  const client = useQueryClient();
  // As it was when the dialog opened.
  const [before] = useState(() => writtenOf(profile));
  const [written, setWritten] = useState(before);
  const [photo, setPhoto] = useState<AvatarDraft | null>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changes = changesOf(before, written);
  const unsaved = photo !== null || Object.keys(changes).length > 0 || changedInterests(before, written);
  const leaving = useUnsaved(unsaved, onClose);
  const change = (changed: Partial<Written>) => setWritten((now) => ({ ...now, ...changed }));
  const show = (found: Wrong) => {
    // The fields are told before one of them is looked for.
    flushSync(() => setWrong(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    const found = wrongIn(before, written);
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
    setBusy(true);
    try {
      await send(changes, photo);
      if (changedInterests(before, written)) await call(replaceInterests, { body: { category_ids: [...written.interests] } });
      await showChanged(client, profile.username).catch(() => undefined);
      toast.success(sentences.profileUpdated);
      leaving.leave();
    } catch (error) {
      setBusy(false);
      show(error instanceof CallRefused && Object.keys(error.errors).length > 0 ? error.errors : { form: [reasonOf(error)] });
      toast.error(sentences.profileUpdateFailed);
    }
  };

  const fields = { written, wrong, onChange: change };
  return (
    <>
      <Dialog
        title="Edit Profile"
        size="large"
        onClose={leaving.ask}
        foot={
          <>
            <Button kind="quiet" onClick={leaving.ask}>
              Cancel
            </Button>
            <Button busy={busy && 'Saving...'} onClick={() => void save()}>
              Save changes
            </Button>
          </>
        }
      >
        <form ref={form} className="edit-profile" onSubmit={(event) => void save(event)} noValidate aria-busy={busy}>
          <PhotoStep answers={written} change={change} photo={photo} setPhoto={setPhoto} worn={profile.avatar_url} errors={wrong} />
          <WordFields {...fields} />
          <ContactFields {...fields} />
          <LinkFields {...fields} />
          <InterestBoxes {...fields} />
          <div aria-live="polite">{wrong['form'] && <FieldError>{wrong['form'][0]}</FieldError>}</div>
          {/* Enter in a field saves, as in every form. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      </Dialog>
      <DiscardDialog {...leaving} />
    </>
  );
}

/** Nothing is sent where nothing but interests changed. */
async function send(changes: ReturnType<typeof changesOf>, photo: AvatarDraft | null): Promise<void> {
  if (photo === null) {
    if (Object.keys(changes).length > 0) await call(updateProfile, { body: changes });
    return;
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(changes)) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.delete('profile_image_url');
  form.append('profile_image', fileOf(photo));
  await call(updateProfile, { form });
}

/** Wherever the browser holds what one made, it stands under the new name and portrait. */
async function showChanged(client: QueryClient, username: string): Promise<void> {
  const [user] = await Promise.all([refreshUser(), profileChanged(client, username)]);
  nameChanged(client, user);
}

const reasonOf = (error: unknown): string => wordsOf(error, 'The line dropped. Nothing you typed is lost.');
