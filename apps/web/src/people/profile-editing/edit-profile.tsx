import { replaceInterests, updateProfile } from '@mbari/contract/people/members';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fileOf, type AvatarDraft } from '~/people/onboarding/avatar-draft.ts';
import { PhotoStep } from '~/people/onboarding/photo-step.tsx';
import '~/people/onboarding/onboarding.css';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { nameChanged, profileChanged } from '~/platform/lib/cache-events/members.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { refreshUser } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { AboutFields, ContactFields, LinkFields } from './edit-fields.tsx';
import { InterestBoxes } from './interest-boxes.tsx';
import { haveInterestsChanged, changesOf, validate, isChanged, type ProfileValues, valuesOf } from './profile-values.ts';
import './edit-profile.css';

interface EditProfileProps {
  profile: Profile;
  onClose: () => void;
}

/** Unsaved input is discarded only on confirmation. */
export function EditProfile({ profile, onClose }: EditProfileProps) {
  const { before, values, change, onSubmit, busy, errors, unsaved } = useProfileForm(profile, onClose);
  const fields = { values, errors, onChange: change };
  return (
    <EditDialog
      title={words.editProfile}
      size="large"
      className="edit-profile"
      busy={busy}
      unsaved={unsaved}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <PhotoStep
        answers={values}
        change={change}
        photo={values.photo}
        setPhoto={(photo) => change({ photo })}
        currentAvatar={profile.avatar_url}
        errors={errors}
      />
      <AboutFields {...fields} />
      <ContactFields {...fields} hasNonBinary={before.gender === 'non-binary'} />
      <LinkFields {...fields} />
      <InterestBoxes {...fields} />
      <div aria-live="polite">{errors['form'] && <FieldError>{errors['form'][0]}</FieldError>}</div>
    </EditDialog>
  );
}

function useProfileForm(profile: Profile, onClose: () => void) {
  const client = useQueryClient();
  const [before] = useState(() => valuesOf(profile));
  const form = useForm<ProfileValues>({
    start: before,
    check: (values) => validate(before, values),
    send: async (values) => {
      try {
        await save(before, values);
      } catch (error) {
        toast.error(sentences.profileUpdateFailed);
        throw error;
      }
      await updateCaches(client, profile.username).catch(() => undefined);
      toast.success(sentences.profileUpdated);
      onClose();
    },
    onFailure: (error) => ({ form: [errorMessage(error, words.interrupted)] }),
  });
  const unsaved = isChanged(before, form.values);
  return { ...form, before, unsaved };
}

/** Sends only changed fields. */
async function save(before: ProfileValues, values: ProfileValues): Promise<void> {
  const changes = changesOf(before, values);
  if (values.photo !== null) await call(updateProfile, { form: asForm(changes, values.photo) });
  else if (Object.keys(changes).length > 0) await call(updateProfile, { body: changes });
  if (haveInterestsChanged(before, values)) await call(replaceInterests, { body: { category_ids: [...values.interests] } });
}

function asForm(changes: ReturnType<typeof changesOf>, photo: AvatarDraft): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(changes)) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.delete('profile_image_url');
  form.append('profile_image', fileOf(photo));
  return form;
}

/** Updates name and avatar everywhere in the cache. */
async function updateCaches(client: QueryClient, username: string): Promise<void> {
  const [user] = await Promise.all([refreshUser(), profileChanged(client, username)]);
  nameChanged(client, user);
}
