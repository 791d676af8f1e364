import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { stripeEvent, stripeRequest } from '../../testing/stripe.ts';
import { grantPlan, revokePlan } from './grant-plan.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const me = async ({ token }: TestMember): Promise<any> => (await app.call('GET', '/me', { token })).json.data;
const inDays = (days: number): Date => new Date(Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000);
const endOf = async ({ id }: TestMember): Promise<Date | null> =>
  (await app.db.row<{ plan_ends_at: Date | null }>('select plan_ends_at from members where id = $1', [id]))!.plan_ends_at;

async function subscribe({ id }: TestMember, days: number, plan = 'Patron'): Promise<void> {
  const subscription = { id: `sub_${id}`, customer: `cus_${id}`, status: 'active', current_period_end: inDays(days - 1).getTime() / 1000 };
  const event = stripeEvent('customer.subscription.created', { ...subscription, metadata: { member_id: id, plan } });
  expect((await app.call('POST', '/billing/webhook', stripeRequest(event))).status).toBe(200);
}

test('a plan is granted without end or until a day, and revoked', async () => {
  const member = await addTestMember(app);
  await grantPlan(app.context, member.username, { name: 'Premium', endsAt: null });
  expect((await me(member)).subscription).toMatchObject({ is_active: true, is_paid_plan: true, plan_name: 'Premium' });
  await grantPlan(app.context, member.username, { name: 'Premium', endsAt: new Date(Date.now() - 1000) });
  expect((await me(member)).subscription.is_active).toBe(false);
  await grantPlan(app.context, member.email, { name: 'Premium', endsAt: inDays(1) });
  expect((await me(member)).viewer.images_per_post).toBe(3);
  expect(await revokePlan(app.context, member.username)).toBeNull();
  expect((await me(member)).viewer.images_per_post).toBe(1);
  expect((await me(member)).subscription).toMatchObject({ is_active: false, is_paid_plan: false, plan_name: null });
});

test('granting to an unknown name fails', async () => {
  await expect(grantPlan(app.context, 'no.such.member', { name: 'Premium', endsAt: null })).rejects.toMatchObject({ code: 'not_found' });
  await expect(revokePlan(app.context, 'no.such.member')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['a grant that lasts longer', 60, 30, 'Honoured', 60],
  ['a subscription that lasts longer', 30, 60, 'Patron', 60],
  ['a grant without end', null, 60, 'Honoured', null],
] as const)('%s is in force, whichever was first', async (_, granted, subscribed, plan, days) => {
  for (const order of ['grant first', 'subscription first']) {
    const member = await addTestMember(app);
    const grant = () =>
      grantPlan(app.context, member.username, { name: 'Honoured', endsAt: granted === null ? null : inDays(granted) }).then(() => {});
    const steps = [grant, () => subscribe(member, subscribed)];
    for (const step of order === 'grant first' ? steps : steps.toReversed()) await step();
    expect((await me(member)).subscription, order).toMatchObject({ is_active: true, is_paid_plan: true, plan_name: plan });
    const grantEnd = await endOf(member);
    if (days === null) expect(grantEnd).toBeNull();
    else expect(Math.abs(grantEnd!.getTime() - inDays(days).getTime()), order).toBeLessThan(60_000);
  }
});

test('revoking ends only the grant and reports a running subscription', async () => {
  const member = await addTestMember(app);
  await subscribe(member, 30);
  await grantPlan(app.context, member.username, { name: 'Honoured', endsAt: null });
  const remainingPlan = await revokePlan(app.context, member.username);
  expect(remainingPlan).toMatchObject({ name: 'Patron' });
  expect((await me(member)).subscription).toMatchObject({ is_active: true, is_paid_plan: true, plan_name: 'Patron' });
});

test('a grant and a concurrent subscription leave the one that ends last', async () => {
  const member = await addTestMember(app);
  await Promise.all([
    subscribe(member, 30),
    ...[10, 20, 40].map((days) => grantPlan(app.context, member.username, { name: 'Honoured', endsAt: inDays(days) })),
  ]);
  const grant = await app.db.row<{ ends_at: Date }>('select ends_at from plan_grants where member_id = $1', [member.id]);
  const last = Math.max(grant!.ends_at.getTime(), inDays(30).getTime());
  expect(Math.abs((await endOf(member))!.getTime() - last)).toBeLessThan(60_000);
});

test('the upgrade link names the member to Stripe only', async () => {
  const leads = async (PRICING_URL: string, columns: Record<string, unknown> = {}): Promise<[string, TestMember]> => {
    const node = await startTestApp({ PRICING_URL }, {}, { beside: app });
    const member = await addTestMember(node, columns);
    const { upgrade_url } = (await node.call('GET', '/me', { token: member.token })).json.data.viewer;
    expect((await node.call('GET', '/site')).json.data.pricing_url).not.toContain(member.id);
    await node.close();
    return [upgrade_url, member];
  };
  const [stripe, member] = await leads('https://buy.stripe.com/test_1?locale=en');
  expect(new URL(stripe).origin + new URL(stripe).pathname).toBe('https://buy.stripe.com/test_1');
  expect(Object.fromEntries(new URL(stripe).searchParams)).toEqual({
    locale: 'en',
    client_reference_id: member.id,
    prefilled_email: member.email,
  });
  const [unverified] = await leads('https://buy.stripe.com/test_1', { email_verified_at: null });
  expect(new URL(unverified).searchParams.has('prefilled_email')).toBe(false);
  for (const plainUrl of ['https://mbari.example/pricing', 'http://buy.stripe.com/test_1', 'https://buy.stripe.com.evil.example/a', ''])
    expect((await leads(plainUrl))[0]).toBe(plainUrl === '' ? '/plans' : plainUrl);
});
