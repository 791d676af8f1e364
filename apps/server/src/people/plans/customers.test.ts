/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { openLog } from '../../platform/adapters/log.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { seconds, stripeEvent, stripeRequest, type TestEvent } from '../../testing/stripe.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { log: openLog('info', { write: (line) => void lines.push(line) }) });
});
afterAll(() => app.close());

const day = 86_400_000;
const now = Math.floor(Date.now() / 1000) * 1000;
const timeAfterDays = (days: number): Date => new Date(now + days * day);
const deliver = async (...events: TestEvent[]): Promise<void> => {
  for (const event of events) expect((await app.call('POST', '/billing/webhook', stripeRequest(event))).status).toBe(200);
};
const planOf = async ({ id }: { id: string }) =>
  app.db.row<{ name: string | null; ends: Date | null }>('select plan_name as name, plan_ends_at as ends from members where id = $1', [id]);
const noPlan = { name: null, ends: null };

let customers = 0;
const newCustomer = (): string => `cus_c${(customers += 1)}`;

const checkout = (customer: string, reference: string | null, happened = timeAfterDays(-10), metadata: Record<string, string> = {}) =>
  stripeEvent('checkout.session.completed', { id: 'cs_1', customer, client_reference_id: reference, metadata }, happened);

/** Returns an event in the format of older Stripe versions. */
const subscription = (customer: string, more: Record<string, unknown> = {}, happened = timeAfterDays(-1), change = 'updated') =>
  stripeEvent(
    `customer.subscription.${change}`,
    { id: `sub_of_${customer}`, customer, status: 'active', current_period_end: seconds(timeAfterDays(20)), metadata: {}, ...more },
    happened,
  );

const erase = async (member: TestMember): Promise<void> => {
  await app.db.pool.query(`update members set closed_at = now() - interval '15 days' where id = $1`, [member.id]);
  await addJob(app.db, 'erase_accounts', null);
  await runJobs(app.context);
  expect(await planOf(member)).toBeUndefined();
};
const rowsOf = async (customer: string): Promise<number[]> =>
  Promise.all(
    ['billing_customers', 'subscriptions'].map(
      async (table) => (await app.db.pool.query(`select from ${table} where customer_id = $1`, [customer])).rowCount ?? 0,
    ),
  );

test('the checkout’s reference, its metadata or the subscription names the member', async () => {
  const namings: ((customer: string, id: string) => TestEvent[])[] = [
    (customer, id) => [checkout(customer, id), subscription(customer)],
    (customer, id) => [checkout(customer, null, timeAfterDays(-10), { member_id: id }), subscription(customer)],
    (customer, id) => [subscription(customer, { metadata: { member_id: id } })],
    (customer, id) => [subscription(customer, { customer: { id: customer, object: 'customer' } }), checkout(customer, id)],
  ];
  for (const naming of namings) {
    const member = await addTestMember(app);
    await deliver(...naming(newCustomer(), member.id));
    expect(await planOf(member)).toEqual({ name: 'Premium', ends: timeAfterDays(21) });
  }
});

test('a plan is named after its price, otherwise after its metadata', async () => {
  const price = (nickname: string | null) => ({ data: [{ price: { nickname }, current_period_end: seconds(timeAfterDays(20)) }] });
  for (const [more, name] of [
    [{ items: price('Patron'), metadata: { plan: 'Friend' } }, 'Patron'],
    [{ items: price(null), metadata: { plan: ' Friend ' } }, 'Friend'],
    [{ items: price(' '), metadata: {} }, 'Premium'],
    [{ items: price('x'.repeat(200)) }, 'x'.repeat(80)],
    // The limit cuts the emoji.
    [{ items: price(`${'x'.repeat(79)}🌍`) }, `${'x'.repeat(79)}\ufffd`],
  ] as const) {
    const member = await addTestMember(app);
    await deliver(subscription(newCustomer(), { ...more, metadata: { ...('metadata' in more && more.metadata), member_id: member.id } }));
    expect((await planOf(member))?.name).toBe(name);
  }
});

test('a plan whose renewal is unpaid ends with its period', async () => {
  const member = await addTestMember(app);
  const customer = newCustomer();
  await deliver(checkout(customer, member.id), subscription(customer, { status: 'past_due' }));
  expect(await planOf(member)).toEqual({ name: 'Premium', ends: timeAfterDays(20) });
  await deliver(subscription(customer, { status: 'unpaid' }, timeAfterDays(-0.5)));
  expect(await planOf(member)).toEqual({ name: 'Premium', ends: timeAfterDays(-0.5) });
  await deliver(subscription(customer, { status: 'active', current_period_end: seconds(timeAfterDays(40)) }, timeAfterDays(-0.25)));
  expect(await planOf(member)).toEqual({ name: 'Premium', ends: timeAfterDays(41) });
});

test('a deleted customer has no plan, in any order of events', async () => {
  const events = (customer: string, id: string): TestEvent[] => [
    checkout(customer, id),
    subscription(customer, {}, timeAfterDays(-5), 'created'),
    stripeEvent('customer.deleted', { id: customer }, timeAfterDays(-2)),
  ];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    const member = await addTestMember(app);
    const memberEvents = events(newCustomer(), member.id);
    await deliver(...order.map((index) => memberEvents[index]!));
    expect(await planOf(member), order.join()).toEqual({ name: 'Premium', ends: timeAfterDays(-2) });
  }
});

test('a customer belongs to the first named member, in any order of events', async () => {
  for (const isTurned of [false, true]) {
    const [first, second] = [await addTestMember(app), await addTestMember(app)];
    const customer = newCustomer();
    const words = [checkout(customer, first.id, timeAfterDays(-9)), checkout(customer, second.id, timeAfterDays(-8))];
    await deliver(subscription(customer), ...(isTurned ? words.toReversed() : words));
    expect([await planOf(first), await planOf(second)]).toEqual([{ name: 'Premium', ends: timeAfterDays(21) }, noPlan]);
  }
});

test('a member with two subscriptions has the one that ends last', async () => {
  const member = await addTestMember(app);
  const [firstCustomer, secondCustomer] = [newCustomer(), newCustomer()];
  await deliver(checkout(firstCustomer, member.id), checkout(secondCustomer, member.id));
  await deliver(
    subscription(firstCustomer),
    subscription(secondCustomer, { current_period_end: seconds(timeAfterDays(60)), metadata: { plan: 'Patron' } }),
  );
  expect(await planOf(member)).toEqual({ name: 'Patron', ends: timeAfterDays(61) });
  await deliver(subscription(secondCustomer, { status: 'canceled' }, timeAfterDays(-0.5), 'deleted'));
  expect(await planOf(member)).toEqual({ name: 'Premium', ends: timeAfterDays(21) });
});

test('an unknown member id is not stored, and logged without the id', async () => {
  for (const id of [newId(), 'somebody@example.test', `' or 1=1--`, '']) {
    const customer = newCustomer();
    lines.length = 0;
    await deliver(checkout(customer, id), subscription(customer, { metadata: { member_id: id } }));
    expect(await rowsOf(customer)).toEqual([1, 1]);
    expect(lines.filter((line) => line.includes('names an unknown member'))).toHaveLength(id === '' ? 0 : 2);
    if (id !== '') expect(lines.join()).not.toContain(id);
    const { rows } = await app.db.pool.query('select member_id from billing_customers where customer_id = $1', [customer]);
    expect(rows).toEqual([{ member_id: null }]);
    // A customer's payments take effect once an event names the member.
    const member = await addTestMember(app);
    await deliver(checkout(customer, member.id));
    expect((await planOf(member))?.name).toBe('Premium');
  }
});

test('erasing a member deletes customer and subscriptions, and later events find nobody', async () => {
  const [member, otherMember] = [await addTestMember(app), await addTestMember(app)];
  const customer = newCustomer();
  const life = [checkout(customer, member.id), subscription(customer, { metadata: { member_id: member.id } })];
  await deliver(...life);
  expect(await rowsOf(customer)).toEqual([1, 1]);
  await erase(member);
  expect(await rowsOf(customer)).toEqual([0, 0]);
  const planBefore = await planOf(otherMember);
  // Repeats the events and adds later ones.
  await deliver(
    ...life,
    subscription(customer, { metadata: { member_id: member.id } }, timeAfterDays(-0.5)),
    checkout(customer, member.id, timeAfterDays(-0.4)),
  );
  const storedTexts = await app.db.rows<{ text: string }>(
    `select to_jsonb(t)::text as text from billing_customers t union all select to_jsonb(s)::text from subscriptions s
     union all select to_jsonb(e)::text from billing_events e`,
  );
  expect(storedTexts.map(({ text }) => text).join()).not.toContain(member.id);
  expect(await planOf(otherMember)).toEqual(planBefore);
});

test('events that arrive during an erasure neither fail nor restore data', async () => {
  for (let round = 0; round < 5; round += 1) {
    const member = await addTestMember(app);
    const customer = newCustomer();
    await deliver(checkout(customer, member.id));
    await app.db.pool.query(`update members set closed_at = now() - interval '15 days' where id = $1`, [member.id]);
    await addJob(app.db, 'erase_accounts', null);
    await Promise.all([
      runJobs(app.context),
      ...Array.from({ length: 8 }, (_, index) => deliver(subscription(customer, {}, timeAfterDays(-1 + index / 100)))),
    ]);
    expect(await planOf(member)).toBeUndefined();
    expect((await app.db.pool.query('select from billing_customers where member_id = $1', [member.id])).rowCount).toBe(0);
  }
});

test('event ids and unlinked customers are deleted after 90 days', async () => {
  const [unlinkedCustomer, recentCustomer, linkedCustomer] = [newCustomer(), newCustomer(), newCustomer()];
  const member = await addTestMember(app);
  const [old, fresh] = [subscription(unlinkedCustomer), subscription(recentCustomer)];
  await deliver(old, fresh, checkout(linkedCustomer, member.id), subscription(linkedCustomer));
  const longAgo = `now() - interval '91 days'`;
  await app.db.pool.query(`update billing_events set received_at = ${longAgo} where id = $1`, [old.id]);
  await app.db.pool.query(`update billing_customers set created_at = ${longAgo} where customer_id = any($1)`, [
    [unlinkedCustomer, linkedCustomer],
  ]);
  await addJob(app.db, 'sweep_billing_events', null);
  await runJobs(app.context);
  const { rows } = await app.db.pool.query('select id from billing_events where id = any($1)', [[old.id, fresh.id]]);
  expect(rows).toEqual([{ id: fresh.id }]);
  expect([await rowsOf(unlinkedCustomer), await rowsOf(recentCustomer), await rowsOf(linkedCustomer)]).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
  ]);
  expect((await planOf(member))?.name).toBe('Premium');
});
