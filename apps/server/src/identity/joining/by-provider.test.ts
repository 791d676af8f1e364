import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { invite, setJoining } from '../../testing/joining.ts';
import { newIdentity, visitProvider } from '../../testing/provider-visit.ts';

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startTestProvider();
  app = await startTestApp(provider.settings);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const reasonOf = ({ location }: { location: URL }): string | null => location.searchParams.get('reason');
const isThere = async (email: string): Promise<boolean> =>
  (await app.db.row('select from members where email = $1', [email])) !== undefined;

test('joining by the provider also needs an invitation, but existing members still sign in', async () => {
  await setJoining(app, { mode: 'open' });
  const identity = newIdentity();
  expect((await visitProvider(app, identity)).token).not.toBeNull();
  await setJoining(app, { mode: 'invitation' });
  const organiser = await addTestMember(app, { role: 'moderator' });
  const { token } = await invite(app, organiser);

  const uninvited = newIdentity();
  expect(reasonOf(await visitProvider(app, uninvited))).toBe('invitationRequired');
  expect(await isThere(uninvited.claims.email)).toBe(false);
  expect((await visitProvider(app, identity)).token).not.toBeNull();

  const guest = newIdentity();
  expect((await visitProvider(app, guest, token)).token).not.toBeNull();
  const invited = await app.db.row<{ inviter_id: string }>(
    'select inviter_id from invited_members im join members m on m.id = im.member_id where m.email = $1',
    [guest.claims.email],
  );
  expect(invited!.inviter_id).toBe(organiser.id);

  const late = newIdentity();
  expect(reasonOf(await visitProvider(app, late, token))).toBe('invitationGone');
  expect(await isThere(late.claims.email)).toBe(false);
});

test('closed joining also refuses newcomers by the provider, but not existing members', async () => {
  await setJoining(app, { mode: 'open' });
  const identity = newIdentity();
  await visitProvider(app, identity);
  await setJoining(app, { mode: 'closed' });
  expect(reasonOf(await visitProvider(app, newIdentity()))).toBe('registrationClosed');
  expect((await visitProvider(app, identity)).token).not.toBeNull();
});

test('a suspended member cannot return with another spelling of their address', async () => {
  await setJoining(app, { mode: 'open' });
  await addTestMember(app, { email: 'ada.obi@gmail.com', suspended_at: new Date() });
  const spelling = () => {
    const person = newIdentity();
    return { ...person, claims: { ...person.claims, email: 'A.daObi+again@googlemail.com' } };
  };
  expect(reasonOf(await visitProvider(app, spelling()))).toBe('accountSuspended');
  await setJoining(app, { block_aliases: false });
  expect((await visitProvider(app, spelling())).token).not.toBeNull();
});
