import { replaceInterests, updateProfile } from '@mbari/contract/people/members';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { loading, tryAgain } from '@mbari/words/ui';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import '~/people/onboarding/onboarding.css';
import { type AvatarDraft, fileOf } from '~/people/onboarding/avatar-draft.ts';
import { ownInterests } from '~/people/onboarding/interests-query.ts';
import { PhotoStep } from '~/people/onboarding/photo-step.tsx';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { categoryName } from '~/photos/category-name.ts';
import { nameChanged, profileChanged } from '~/platform/lib/cache-events/follows.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { refreshUser } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import './edit-profile.css';
import { Button } from '~/platform/ui/button.tsx';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { AboutFields, ContactFields, type FieldsProps, LinkFields } from './edit-fields.tsx';
import { changesOf, haveInterestsChanged, isChanged, type ProfileValues, validate, valuesOf } from './profile-values.ts';

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

function InterestBoxes({ values: { interests }, errors, onChange }: FieldsProps) {
  const { data, error, isFetching, refetch } = useQuery(ownInterests);
  // Leaves out interests that admins have deleted.
  const availableIds = data?.available.map(({ id }) => id) ?? [];
  const toggle = (id: string) => {
    const otherIds = interests.filter((interestId) => interestId !== id && availableIds.includes(interestId));
    onChange({ interests: interests.includes(id) ? otherIds : [...otherIds, id] });
  };
  const texts = errors['category_ids'];
  if (availableIds.length === 0 && data) return null;
  return (
    <fieldset aria-describedby={texts && 'interests-wrong'}>
      <legend className="mb-s3 font-semibold">{words.interests}</legend>
      {data ? (
        <div className="interest-boxes">
          {data.available.map(({ id, name }, index) => (
            <label key={id} className="interest-box">
              <input
                type="checkbox"
                className="sr-only"
                name="category_ids"
                value={id}
                checked={interests.includes(id)}
                aria-invalid={(texts && index === 0) || undefined}
                onChange={() => toggle(id)}
              />
              <Check size={16} strokeWidth={2.2} aria-hidden="true" />
              {categoryName(name)}
            </label>
          ))}
        </div>
      ) : error === null ? (
        <p role="status" className="flex items-center gap-s2 text-ink-quiet">
          <Spinner /> {loading}
        </p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-s3">
          <span>{sentences.categoriesFetchFailed}</span>
          <Button kind="text" busy={isFetching && tryAgain} onClick={() => void refetch()}>
            {tryAgain}
          </Button>
        </div>
      )}
      <div aria-live="polite">{texts && <FieldError id="interests-wrong">{texts[0]}</FieldError>}</div>
    </fieldset>
  );
}
