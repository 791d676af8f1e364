import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { seconds, stripeEvent, stripeRequest, stripeSignature, type TestEvent } from '../../testing/stripe.ts';
import { grantPlan, revokePlan } from './grant-plan.ts';

let app: TestApp;
let otherNode: TestApp;
let off: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  otherNode = await startTestApp({}, {}, { beside: app });
  off = await startTestApp({ STRIPE_WEBHOOK_SECRET: '' });
});
afterAll(async () => {
  await otherNode.close();
  await app.close();
  await off.close();
});

const day = 86_400_000;
const now = Math.floor(Date.now() / 1000) * 1000;
const timeAfterDays = (days: number): Date => new Date(now + days * day);
const send = (event: TestEvent, node = app) => node.call('POST', '/billing/webhook', stripeRequest(event));
const deliver = async (event: TestEvent): Promise<void> => {
  const { status, text } = await send(event);
  expect([status, text]).toEqual([200, '{"received":true}']);
};
const planOf = async ({ id }: { id: string }): Promise<{ name: string | null; ends: Date | null }> =>
  (await app.db.row<{ name: string | null; ends: Date | null }>(
    'select plan_name as name, plan_ends_at as ends from members where id = $1',
    [id],
  ))!;
const subscriptionOf = async ({ token }: TestMember): Promise<unknown> => (await app.call('GET', '/me', { token })).json.data.subscription;

let customers = 0;
const newCustomer = (): string => `cus_${(customers += 1)}`;

const checkout = (customer: string, member: { id: string }, happened = timeAfterDays(-60)) =>
  stripeEvent('checkout.session.completed', { id: 'cs_1', customer, client_reference_id: member.id, mode: 'subscription' }, happened);

interface EventOptions {
  status?: string;
  periodEnd?: Date;
  happened?: Date;
  more?: Record<string, unknown>;
}

/** Returns an event in the format of newer Stripe versions, with the period in the items. */
const subscription = (
  change: 'created' | 'updated' | 'deleted',
  customer: string,
  { status = 'active', periodEnd = timeAfterDays(20), happened = timeAfterDays(-1), more = {} }: EventOptions = {},
) =>
  stripeEvent(
    `customer.subscription.${change}`,
    {
      id: `sub_of_${customer}`,
      object: 'subscription',
      customer,
      status,
      items: {
        object: 'list',
        data: [{ id: 'si_1', current_period_end: seconds(periodEnd), price: { id: 'price_1', nickname: 'Patron' } }],
      },
      metadata: {},
      ...more,
    },
    happened,
  );

function* permutations<Thing>(things: readonly Thing[]): Generator<Thing[]> {
  if (things.length === 0) return yield [];
  for (const [index, first] of things.entries())
    for (const rest of permutations([...things.slice(0, index), ...things.slice(index + 1)])) yield [first, ...rest];
}

test('the webhook does not exist without a secret', async () => {
  const event = stripeRequest(subscription('created', newCustomer()));
  const answers = await Promise.all([
    off.call('POST', '/billing/webhook', event),
    off.call('POST', '/billing/webhoek', event),
    off.call('POST', '/billing/webhook', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  ]);
  for (const { status, text, json, headers } of answers) {
    expect([status, text.replace(json.request_id, '')]).toEqual([404, answers[1].text.replace(answers[1].json.request_id, '')]);
    expect([...headers.keys()]).toEqual([...answers[1].headers.keys()]);
  }
});

test('a checkout starts a plan, a renewal extends it and a cancellation ends it', async () => {
  const member = await addTestMember(app);
  const customer = newCustomer();
  await deliver(checkout(customer, member));
  expect(await planOf(member)).toEqual({ name: null, ends: null });
  await deliver(subscription('created', customer, { status: 'incomplete', happened: timeAfterDays(-59) }));
  expect(await subscriptionOf(member)).toMatchObject({ is_active: false, is_paid_plan: false, plan_name: null });
  await deliver(subscription('updated', customer, { periodEnd: timeAfterDays(1), happened: timeAfterDays(-29) }));
  expect(await subscriptionOf(member)).toMatchObject({ is_active: true, is_paid_plan: true, plan_name: 'Patron' });
  // One day more than paid, because the renewal event may be late.
  expect((await planOf(member)).ends).toEqual(timeAfterDays(2));
  await deliver(subscription('updated', customer, { periodEnd: timeAfterDays(31), happened: timeAfterDays(-0.5) }));
  expect((await planOf(member)).ends).toEqual(timeAfterDays(32));
  await deliver(
    subscription('deleted', customer, {
      status: 'canceled',
      periodEnd: timeAfterDays(31),
      happened: timeAfterDays(-0.25),
      more: { ended_at: seconds(timeAfterDays(-0.25)) },
    }),
  );
  expect(await planOf(member)).toEqual({ name: 'Patron', ends: timeAfterDays(-0.25) });
  expect(await subscriptionOf(member)).toMatchObject({ is_active: false, is_paid_plan: true, plan_name: 'Patron' });
});

test('events in any order, each sent twice to two nodes, have the same result', { tags: ['world'] }, async () => {
  const lives = [...permutations([0, 1, 2, 3])];
  expect(lives).toHaveLength(24);
  for (const [index, order] of lives.entries()) {
    const member = await addTestMember(app);
    const customer = newCustomer();
    const life = [
      checkout(customer, member),
      subscription('created', customer, { periodEnd: timeAfterDays(-30), happened: timeAfterDays(-60) }),
      subscription('updated', customer, { periodEnd: timeAfterDays(30), happened: timeAfterDays(-30) }),
      subscription('deleted', customer, {
        status: 'canceled',
        periodEnd: timeAfterDays(30),
        happened: timeAfterDays(-2),
        more: { ended_at: seconds(timeAfterDays(-2)) },
      }),
    ];
    for (const step of order) {
      const answers = await Promise.all([send(life[step]!, app), send(life[step]!, otherNode)]);
      expect(
        answers.map(({ status }) => status),
        `${order.join()} at ${step}`,
      ).toEqual([200, 200]);
    }
    expect(await planOf(member), order.join()).toEqual({ name: 'Patron', ends: timeAfterDays(-2) });
    // Same events, concurrently.
    const another = await addTestMember(app);
    const otherCustomer = newCustomer();
    const events = order.map((step) =>
      JSON.parse(JSON.stringify(life[step]).replaceAll(customer, otherCustomer).replaceAll(member.id, another.id)),
    );
    for (const event of events) event.id = `${event.id}_${index}`;
    const answers = await Promise.all(events.flatMap((event) => [send(event, app), send(event, otherNode)]));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await planOf(another), `${order.join()} at once`).toEqual({ name: 'Patron', ends: timeAfterDays(-2) });
  }
});

test('two events in one second have the same result in either order', async () => {
  const moment = timeAfterDays(-1);
  const cases: [EventOptions, EventOptions, Date | null][] = [
    [{ status: 'incomplete' }, { status: 'active' }, timeAfterDays(21)],
    [{ status: 'active', periodEnd: timeAfterDays(3) }, { status: 'active', periodEnd: timeAfterDays(33) }, timeAfterDays(34)],
    [{ status: 'active' }, { status: 'canceled' }, moment],
    [{ status: 'active' }, { status: 'incomplete_expired' }, null],
  ];
  for (const [body, two, end] of cases)
    for (const order of permutations([body, two])) {
      const member = await addTestMember(app);
      const customer = newCustomer();
      await deliver(checkout(customer, member));
      for (const event of order) await deliver(subscription('updated', customer, { ...event, happened: moment }));
      expect((await planOf(member)).ends, JSON.stringify(order)).toEqual(end);
    }
});

test('forged, altered, old and replayed events change nothing', async () => {
  const member = await addTestMember(app);
  const customer = newCustomer();
  await deliver(checkout(customer, member));
  const event = subscription('created', customer);
  const validRequest = stripeRequest(event);
  const stateBefore = await fingerprint(app);
  const forged: { body: string; headers: Record<string, string> }[] = [
    stripeRequest(event, { secret: 'whsec_of_somebody_else_000' }),
    stripeRequest(event, { at: new Date(Date.now() - 6 * 60_000) }),
    { ...validRequest, body: validRequest.body.replace('Patron', 'Royalty') },
    { ...validRequest, body: `${validRequest.body} ` },
    { ...validRequest, headers: { 'content-type': 'application/json' } },
    ...['', 't=1,v1=', `t=${seconds(new Date())}`, 'v1=abc', 'nonsense', `${stripeSignature(validRequest.body).slice(0, -1)}x`].map(
      (signature) => ({
        ...validRequest,
        headers: { ...validRequest.headers, 'stripe-signature': signature },
      }),
    ),
    // The timestamp differs from the signed one.
    {
      ...validRequest,
      headers: {
        ...validRequest.headers,
        'stripe-signature': validRequest.headers['stripe-signature']!.replace(/t=\d+/, `t=${seconds(new Date()) + 1}`),
      },
    },
    { body: '', headers: { 'content-type': 'application/json', 'stripe-signature': stripeSignature('') } },
  ];
  for (const request of forged) {
    const { status, json } = await app.call('POST', '/billing/webhook', request);
    expect([status, json.code], JSON.stringify(request.headers)).toEqual([400, 'invalid_signature']);
  }
  expect(await fingerprint(app)).toBe(stateBefore);
  expect(
    (await app.call('POST', '/billing/webhook', { ...validRequest, headers: { ...validRequest.headers, 'content-encoding': 'gzip' } }))
      .status,
  ).toBe(415);
  expect((await app.call('POST', '/billing/webhook', stripeRequest({ ...event, padding: 'x'.repeat(300_000) }))).status).toBe(413);
  expect(await fingerprint(app)).toBe(stateBefore);

  expect((await app.call('POST', '/billing/webhook', validRequest)).status).toBe(200);
  const stateAfter = await fingerprint(app);
  expect((await app.call('POST', '/billing/webhook', validRequest)).status).toBe(200);
  expect(await fingerprint(app)).toBe(stateAfter);
});

test('a signature is valid for five minutes, also next to those of older secrets and schemes', async () => {
  const event = subscription('updated', newCustomer());
  const { body, headers } = stripeRequest(event, { at: new Date(Date.now() - 4 * 60_000) });
  const validSignature = headers['stripe-signature']!;
  const [, by = ''] = validSignature.split(',v1=');
  const answer = async (signature: string): Promise<number> =>
    (await app.call('POST', '/billing/webhook', { body, headers: { ...headers, 'stripe-signature': signature } })).status;
  expect(await answer(`${validSignature},v1=${'0'.repeat(64)},v0=${'1'.repeat(64)}`)).toBe(200);
  expect(await answer(validSignature.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`))).toBe(200);
  expect(await answer(validSignature.replace('v1=', 'v0='))).toBe(400);
  expect(await answer(validSignature.replace(by, by.slice(0, 62)))).toBe(400);
  expect(await answer(`v1=${by}`)).toBe(400);
});

test('irrelevant events are acknowledged, and unreadable relevant ones are refused', async () => {
  const stateBefore = await fingerprint(app);
  for (const event of [
    stripeEvent('invoice.paid', { id: 'in_1', customer: 'cus_x' }),
    stripeEvent('__proto__', {}),
    stripeEvent('checkout.session.completed', { id: 'cs_1', customer: null, client_reference_id: null }),
  ])
    await deliver(event);
  for (const object of [{}, { id: 'sub_1', customer: 'cus_x', status: 'active' }, { id: 7, customer: 'cus_x', status: 'active' }]) {
    const { status, json } = await send(stripeEvent('customer.subscription.updated', object));
    expect([status, json.code]).toEqual([400, 'malformed']);
  }
  const { status } = await app.call('POST', '/billing/webhook', stripeRequest(['not', 'an', 'event']));
  expect(status).toBe(200);
  expect(await fingerprint(app)).toBe(stateBefore);
});

test('signed bodies without an event, or with unstorable data, cause no server error', async () => {
  const stateBefore = await fingerprint(app);
  const statusOf = async (request: { body: string; headers: Record<string, string> }): Promise<number> =>
    (await app.call('POST', '/billing/webhook', request)).status;
  // Thin events of newer Stripe endpoints, and a body that is not JSON.
  expect(await statusOf(stripeRequest({ id: 'evt_thin', object: 'v2.core.event', type: 'v2.core.account.updated' }))).toBe(400);
  const body = 'no event';
  expect(await statusOf({ body, headers: { 'content-type': 'application/json', 'stripe-signature': stripeSignature(body) } })).toBe(400);

  const customer = newCustomer();
  const event = subscription('updated', customer);
  for (const one of [
    subscription('updated', `${customer}\0`),
    subscription('updated', customer, { status: 'act\0ive' }),
    subscription('updated', customer, { more: { current_period_end: Number.MAX_SAFE_INTEGER } }),
    { ...event, id: 'evt\0' },
    { ...event, created: Number.MAX_SAFE_INTEGER },
  ])
    expect(await statusOf(stripeRequest(one)), JSON.stringify(one)).toBe(400);
  expect(await fingerprint(app)).toBe(stateBefore);
  const member = await addTestMember(app);
  await deliver(checkout(customer, member));
  await deliver(
    subscription('updated', customer, {
      more: { items: null, current_period_end: seconds(timeAfterDays(20)), metadata: { plan: 'Pat\0ron' } },
    }),
  );
  expect(await planOf(member)).toEqual({ name: 'Patron', ends: timeAfterDays(21) });
});

describe('granted plans', () => {
  const me = async ({ token }: TestMember): Promise<any> => (await app.call('GET', '/me', { token })).json.data;
  const inDays = (days: number): Date => new Date(Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000);
  const endOf = async ({ id }: TestMember): Promise<Date | null> =>
    (await app.db.row<{ plan_ends_at: Date | null }>('select plan_ends_at from members where id = $1', [id]))!.plan_ends_at;

  async function subscribe({ id }: TestMember, days: number, plan = 'Patron'): Promise<void> {
    const subscription = {
      id: `sub_${id}`,
      customer: `cus_${id}`,
      status: 'active',
      current_period_end: inDays(days - 1).getTime() / 1000,
    };
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
});
