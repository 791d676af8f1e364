import { createHash, randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { hashPassword } from '../apps/server/src/platform/adapters/passwords.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { type Installation, withDatabase } from './database.ts';

export interface NewMember {
  name: string;
  username: string;
  email: string;
  password: string;
}

export const verificationLink = /http:\/\/[^\s"<]+\/api\/v1\/email\/verify\/[^\s"<]+/;

let made = 0;

/** Password of all new members, so that only one password is hashed. */
const newMembersPassword = 'a courtyard at dusk';
let passwordHash: Promise<string> | undefined;

/** Returns the details of a new member, unique to the test. */
export function newMember(name: string): NewMember {
  made += 1;
  const username = `${name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase()
    .slice(0, 10)}.${Date.now().toString(36)}${made}`;
  return { name, username, email: `${username}@example.org`, password: newMembersPassword };
}

/** Inserts a verified and onboarded member with a session directly into the database, which is faster than signing up. */
export async function bringIn(
  where: string | Installation,
  { username, name, email }: NewMember,
  { plan = null, role = 'member' }: { plan?: 'Premium' | null; role?: 'member' | 'moderator' | 'admin' } = {},
): Promise<{ token: string; id: string }> {
  const [id, session, token] = [newId(), newId(), randomBytes(32).toString('base64url')];
  const hash = await (passwordHash ??= hashPassword(newMembersPassword));
  await withDatabase(typeof where === 'string' ? { dataFolder: where } : where, async (db) => {
    await db.query(
      `insert into members (id, username, name, email, email_verified_at, country_code, phone, password_hash, plan_name, role,
                            bio, gender, date_of_birth, occupation)
       values ($1, $2, $3, $4, now(), '+234', $5, $6, $7, $8,
               'I make things by hand.', 'prefer-not-to-say', '1990-04-12', 'Weaver')`,
      [id, username, name, email, `+234803${1_000_000 + made}`, hash, plan, role],
    );
    await db.query('insert into member_interests select $1, id from categories order by position limit 1', [id]);
    await db.query('insert into sessions (id, member_id, refresh_hash) values ($1, $2, $3)', [session, id, randomBytes(32)]);
    await db.query(`insert into session_tokens values ($1, $2, now() + interval '1 hour')`, [
      createHash('sha256').update(token).digest(),
      session,
    ]);
  });
  return { token, id };
}

/** Skips the splash screen if it is shown. */
export async function skipSplash(page: Page): Promise<void> {
  // Dispatches the event, because the splash screen may end before a pointer reaches its button.
  await page.locator('.splash-skip').dispatchEvent('click');
  await expect(page.locator('.splash')).toBeHidden();
}

export async function signInByKeyboard(page: Page, { email, password }: NewMember): Promise<void> {
  await page.goto('/login');
  await skipSplash(page);
  const reach = async (what: RegExp) => {
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((pattern) => new RegExp(pattern, 'i').test(document.activeElement?.getAttribute('name') ?? ''), what.source))
        return;
    }
    throw new Error(`Tab never reached ${what}`);
  };
  await reach(/^email$/);
  await page.keyboard.type(email);
  await reach(/^password$/);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/feed$/);
}
