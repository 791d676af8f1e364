import { type APIRequestContext, expect } from '@playwright/test';
import { withDatabase } from './database.ts';
import { headersOf, type Someone } from './posts.ts';

/** Replaces all rules, including those of other tests. */
export async function setRules(request: APIRequestContext, admin: Someone, rules: object[], askAgain = false): Promise<void> {
  const { version } = ((await (await request.get('/api/v1/rules')).json()) as { data: { version: number } }).data;
  const data = { version, rules, ask_again: askAgain };
  expect((await request.put('/api/v1/admin/rules', { headers: headersOf(admin), data })).status()).toBe(200);
}

/** Retires all rules: forms then ask for no consent, and reports offer the built-in reasons. */
export async function clearRules(dataFolder: string): Promise<void> {
  await withDatabase({ dataFolder }, async (db) => {
    await db.query('update rules_version set asked_version = 0');
    await db.query('update rules set position = null');
  });
}
