import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const text = await readFile(path.join(import.meta.dirname, 'routes.tsx'), 'utf8');
const routes = [...text.matchAll(/\.\.\.(?:inside|outside)\('([^']+)', \{ (?:need: '(\w+)', )?title/g)].map(([, at = '', need]) => ({
  at,
  need,
}));

/** Screens by `need`, except those of members who finished onboarding. */
const others = {
  guest: ['/login', '/register'],
  session: ['/verify-email'],
  waiting: ['/application'],
  verified: ['/onboarding'],
  unaccepted: ['/accept-rules'],
  everybody: [
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/oauth/callback',
    '/user/$username',
    '/about',
    '/privacy',
    '/plans',
    '/rules',
    '/$',
  ],
};

test('each listed screen has its onboarding stage, and all others are for members', () => {
  expect(routes.length).toBe(text.match(/\.\.\.(?:inside|outside)\(/g)?.length);
  for (const [stage, screens] of Object.entries(others))
    expect(routes.filter(({ need = 'everybody' }) => need === stage).map(({ at }) => at)).toEqual(screens);
  expect(routes.filter(({ need }) => need === 'onboarded').length).toBeGreaterThan(30);
});
