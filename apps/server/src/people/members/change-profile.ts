import { stockAvatarUrl, stockAvatars } from '@mbari/contract/people/stock-avatars';
import { removeInvisible } from '@mbari/contract/platform/invisible-characters';
import { internationalPhone } from '../../platform/adapters/phone.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { removeImages } from '../../platform/images/queries.ts';
import { saveImage, type StoredImage, storeImage } from '../../platform/images/store-image.ts';
import { because, type FieldErrors, invalid, Refusal } from '../../platform/refusal.ts';
import { screen } from '../../platform/screening/screen.ts';
import { resemblesStaff } from '../../platform/screening/staff-names.ts';
import { findCountryCode, findNames, type ProfileChange, setAvatarImage, setProfile } from './queries.ts';

export interface GivenProfile extends Omit<ProfileChange, 'avatar_stock' | 'phone'> {
  phone?: string | undefined;
  /** URL of a stock image, in either form. */
  profile_image?: string | undefined;
  profile_image_url?: string | undefined;
}

type ProfileOwner = Pick<Viewer, 'id' | 'role'>;

/** Changes the given fields. An uploaded image overrides a stock one; the previous one is deleted. */
export async function changeProfile(context: Context, member: ProfileOwner, given: GivenProfile, file?: { path: string }): Promise<void> {
  const { profile_image, profile_image_url, phone: typed, ...rest } = given;
  await requireFitNames(context, member, given);
  const memberId = member.id;
  const stock = stockAvatars.find((name) => stockAvatarUrl(name) === (profile_image ?? profile_image_url));
  const phone = typed === undefined ? undefined : await requirePhone(context.db, memberId, typed);
  const image = file && (await storeImage(context, file, { kind: 'avatar', memberId, field: 'profile_image' }));
  try {
    await context.db.transaction(async (tx) => {
      const replaced = await setProfile(tx, memberId, { ...rest, phone, avatar_stock: image ? undefined : stock });
      const uploaded = image && (await wear(tx, memberId, image));
      const letGo = [replaced?.replaced_image_id, uploaded?.replaced_image_id].filter((id) => typeof id === 'string');
      if (letGo.length > 0) await removeImages(tx, letGo);
    });
  } catch (error) {
    // After a lost connection the row may be committed, so its files must stay. Orphans are swept.
    if (error instanceof Refusal) await image?.discard();
    throw error;
  }
}

/** Unchanged names stay valid, even if a rule is newer. */
async function requireFitNames(context: Context, { id, role }: ProfileOwner, given: GivenProfile): Promise<void> {
  if (given.name === undefined && given.occupation === undefined && given.bio === undefined) return;
  const known = await findNames(context.db, id);
  const changed = (field: 'name' | 'occupation' | 'bio'): string => (given[field] === known?.[field] ? '' : (given[field] ?? ''));
  await screen(context, { role }, { name: changed('name'), occupation: changed('occupation'), bio: changed('bio') });
  const errors: FieldErrors = {};
  if (role === 'member' && resemblesStaff(changed('name'))) errors['name'] = ['nameReserved'];
  for (const field of ['name', 'occupation'] as const)
    if (removeInvisible(changed(field)) !== changed(field)) errors[field] = [because('textInvisible', { field })];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function wear(tx: Statements, memberId: string, image: StoredImage): Promise<{ replaced_image_id: string | null } | undefined> {
  await saveImage(tx, image);
  return setAvatarImage(tx, memberId, image.id);
}

/** An empty field removes the number. */
async function requirePhone(tx: Statements, memberId: string, typed: string): Promise<string | null> {
  if (typed.trim() === '') return null;
  const code = (await findCountryCode(tx, memberId))?.country_code ?? null;
  // A plus sign carries the country code, which may differ from the registered one.
  const number = internationalPhone(typed, typed.trim().startsWith('+') ? null : code);
  if (number === null) throw invalid({ phone: ['phoneNotInternational'] });
  return number;
}
