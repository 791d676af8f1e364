import { replaceInterests, updateProfile } from '@mbari/contract/members';
import { stockAvatarUrl } from '@mbari/contract/stock-avatars';
import { call } from '~/platform/lib/call.ts';
import type { Answers } from './answers.ts';
import { fileOf, type AvatarDraft } from './avatar-draft.ts';

/** Saves the steps by two idempotent calls. If only the first arrives, the newcomer resumes at the interests. */
export async function finishOnboarding(
  { avatar, gender, date_of_birth, occupation, bio, interests }: Answers,
  photo: AvatarDraft | null,
): Promise<void> {
  const fields = { gender, date_of_birth, occupation: occupation.trim(), bio: bio.trim() };
  if (photo === null) {
    const portrait = avatar === 'worn' ? {} : { profile_image_url: stockAvatarUrl(avatar) };
    await call(updateProfile, { body: { ...fields, ...portrait } });
  } else {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('profile_image', fileOf(photo));
    await call(updateProfile, { form });
  }
  await call(replaceInterests, { body: { category_ids: [...interests] } });
}
