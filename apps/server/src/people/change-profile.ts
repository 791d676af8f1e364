import { stockAvatars, stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import { removeInvisible } from '@mbari/contract/platform/invisible-characters';
import { internationalPhone } from '../platform/adapters/phone.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { removeImages } from '../platform/images/queries.ts';
import { saveImage, type StoredImage, storeImage } from '../platform/images/store-image.ts';
import { because, type FieldErrors, invalid, Refusal } from '../platform/refusal.ts';
import { screen } from '../platform/screening/screen.ts';
import { resemblesStaff } from '../platform/screening/staff-names.ts';
import { findCountryCode, findNames, type ProfileChange, updateAvatarImage, updateProfile } from './current-user-queries.ts';

export interface ProfileInput extends Omit<ProfileChange, 'avatar_stock' | 'phone'> {
  phone?: string | undefined;
  /** URL of a stock image. Clients may send either field. */
  profile_image?: string | undefined;
  profile_image_url?: string | undefined;
}

type ProfileOwner = Pick<Viewer, 'id' | 'role'>;

/** Changes the given fields. An uploaded image overrides a stock image. Deletes the replaced image. */
export async function changeProfile(context: Context, member: ProfileOwner, input: ProfileInput, file?: { path: string }): Promise<void> {
  const { profile_image, profile_image_url, phone: phoneInput, ...columns } = input;
  await requireAllowedNames(context, member, input);
  const memberId = member.id;
  const stock = stockAvatars.find((name) => stockAvatarUrl(name) === (profile_image ?? profile_image_url));
  const phone = phoneInput === undefined ? undefined : await requirePhone(context.db, memberId, phoneInput);
  const image = file && (await storeImage(context, file, { kind: 'avatar', memberId, field: 'profile_image' }));
  try {
    await context.db.transaction(async (tx) => {
      const replacedByStock = await updateProfile(tx, memberId, { ...columns, phone, avatar_stock: image ? undefined : stock });
      const replacedByUpload = image && (await saveAsAvatar(tx, memberId, image));
      const unusedImageIds = [replacedByStock?.replaced_image_id, replacedByUpload?.replaced_image_id].filter(
        (id) => typeof id === 'string',
      );
      if (unusedImageIds.length > 0) await removeImages(tx, unusedImageIds);
    });
  } catch (error) {
    // After a lost connection the row may be committed, so its files must stay. Orphans are swept.
    if (error instanceof Refusal) await image?.discard();
    throw error;
  }
}

/** Unchanged names stay valid, even if a rule is newer. */
async function requireAllowedNames(context: Context, { id, role }: ProfileOwner, input: ProfileInput): Promise<void> {
  if (input.name === undefined && input.occupation === undefined && input.bio === undefined) return;
  const current = await findNames(context.db, id);
  const changedValue = (field: 'name' | 'occupation' | 'bio'): string => (input[field] === current?.[field] ? '' : (input[field] ?? ''));
  await screen(context, { role }, { name: changedValue('name'), occupation: changedValue('occupation'), bio: changedValue('bio') });
  const errors: FieldErrors = {};
  if (role === 'member' && resemblesStaff(changedValue('name'))) errors['name'] = ['nameReserved'];
  for (const field of ['name', 'occupation'] as const)
    if (removeInvisible(changedValue(field)) !== changedValue(field)) errors[field] = [because('textInvisible', { field })];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function saveAsAvatar(
  tx: Statements,
  memberId: string,
  image: StoredImage,
): Promise<{ replaced_image_id: string | null } | undefined> {
  await saveImage(tx, image);
  return updateAvatarImage(tx, memberId, image.id);
}

/** An empty field removes the number. */
async function requirePhone(tx: Statements, memberId: string, phoneInput: string): Promise<string | null> {
  if (phoneInput.trim() === '') return null;
  const code = (await findCountryCode(tx, memberId))?.country_code ?? null;
  // A plus sign carries the country code, which may differ from the registered one.
  const number = internationalPhone(phoneInput, phoneInput.trim().startsWith('+') ? null : code);
  if (number === null) throw invalid({ phone: ['phoneNotInternational'] });
  return number;
}
