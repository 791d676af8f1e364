/** @module-tag sampled */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../src/job-runner.ts';
import { queueDailyMails, queueWeeklyDigests } from '../src/notifications/mails/queue-activity-mails.ts';
import { newId } from '../src/platform/ids.ts';
import { addJob, addJobs } from '../src/platform/jobs/add-job.ts';
import { startTestApp, type TestApp, type TestMember } from '../src/testing/app.ts';
import { asksAll } from '../src/testing/daily-share.ts';
import { addTestReply, addTestTopic } from '../src/testing/forum.ts';
import { startTestMailServer, type TestMailServer } from '../src/testing/mails.ts';
import { type Actor, type MemberActor, members } from '../src/testing/matrix/actors.ts';
import { gate, isBlockedEitherWay, isForAll, mayFind, mayJoin, publicState, type State } from '../src/testing/matrix/rules.ts';
import { addComment, makeWorld, type World } from '../src/testing/matrix/world.ts';
import { insertTestGroup } from '../src/testing/messages.ts';
import { addTestSubscription, startTestPushService, type TestPushService } from '../src/testing/push.ts';

let app: TestApp;
let mailServer: TestMailServer;
let pushService: TestPushService;
beforeAll(async () => {
  [mailServer, pushService] = await Promise.all([startTestMailServer(), startTestPushService()]);
  app = await startTestApp({ SMTP_URL: mailServer.url, LOCAL_PUSH_SERVICE: pushService.origin });
});
afterAll(async () => {
  await app.close();
  await Promise.all([mailServer.stop(), pushService.stop()]);
});
/** Moves this community a month into the past, so that digests in the next test omit this community. */
afterEach(async () => {
  await app.db.pool.query(`
    delete from notifications; delete from activity_mails; delete from digests; delete from graphile_worker._private_jobs;
    update members set email_notification_preferences = '{"digest": "off"}';
    update photos set created_at = created_at - interval '30 days';
    update forum_topics set created_at = created_at - interval '30 days'`);
});

/** Actors whose acts notify all readers: the owner, three hidden from some or all readers, and two visible to all. */
const doers = ['owner', 'blocked', 'blocker', 'suspended', 'follower', 'bystander'] as const;
type Doer = (typeof doers)[number];
type Reader = MemberActor | 'bystander';
const readers: readonly Reader[] = [...members, 'bystander'];

const personOf = ({ people, bystander }: World, name: Reader): TestMember => (name === 'bystander' ? bystander : people[name]);
const nameOf = (name: Reader): string => `Name of ${name}`;
const asActor = (reader: Reader): Actor => (reader === 'bystander' ? 'non_follower' : reader);

const theirTopic = 'canary topic of the owner';

type Happening = 'follow' | 'mention' | 'like' | 'followed_topic' | 'in the topic of the owner';

interface Sent {
  kind: 'mail' | 'digest' | 'push';
  reader: Reader;
  text: string;
}

/** Shares no code with the product's own rule. */
const mayBeNotified = (reader: Reader, { photo }: State): boolean =>
  gate(asActor(reader), 'onboarded') === null && !(reader === 'owner' && photo === 'owner_suspended');

function isHeard(reader: Reader, doer: Doer, { photo }: State): boolean {
  const withOwner = [reader, doer].includes('owner') && (isBlockedEitherWay(asActor(reader)) || isBlockedEitherWay(asActor(doer)));
  return !withOwner && doer !== 'suspended' && !(doer === 'owner' && (reader === 'muter' || photo === 'owner_suspended'));
}

function isNotified(happening: Happening, reader: Reader, doer: Doer, state: State): boolean {
  if (!mayBeNotified(reader, state) || !isHeard(reader, doer, state)) return false;
  if (happening === 'mention' || happening === 'like') return mayJoin(asActor(reader), state);
  // The owner's suspension does not hide the topic.
  return happening !== 'in the topic of the owner' || reader === 'owner' || isHeard(reader, 'owner', publicState);
}

type Pace = 'instant' | 'daily';

interface Notified {
  what: Happening;
  reader: Reader;
  doer: Doer;
  id: string;
}

const all = <Wanted>(wanted: Wanted): Record<string, Wanted> =>
  Object.fromEntries(['likes', 'comments', 'follows', 'mentions', 'replies', 'forum'].map((kind) => [kind, wanted]));

/** Turns on all notifications of all readers, and notifies each reader of each doer's acts. */
async function notifyAll(world: World, pace: Pace): Promise<Notified[]> {
  const { people, bystander, photo } = world;
  await app.db.run(
    `update members set push_notification_preferences = $2, email_notification_preferences = $3 where id = any ($1::uuid[])`,
    [readers.map((reader) => personOf(world, reader).id), all(true), { ...all(pace), digest: 'weekly' }],
  );
  const topics = { theirs: await addTestTopic(app, people.owner, { title: theirTopic }), another: await addTestTopic(app, bystander) };
  const notified: Notified[] = [];
  for (const doer of doers) {
    const member = personOf(world, doer);
    const comment = await addComment(app, photo.id, member, `canary said by ${doer}`);
    const reply = await addTestReply(app, topics.another, member);
    const inTheirs = await addTestReply(app, topics.theirs, member);
    for (const reader of readers) {
      if (reader === doer) continue;
      const add = async (happening: Happening, columns: Record<string, string>): Promise<void> => {
        const type = happening === 'in the topic of the owner' ? 'followed_topic' : happening;
        const id = newId();
        const row = { id, member_id: personOf(world, reader).id, actor_id: member.id, type, ...columns };
        await app.db.run(
          `insert into notifications (${Object.keys(row).join(', ')}) values (${Object.keys(row)
            .map((_, index) => `$${index + 1}`)
            .join(', ')})`,
          Object.values(row),
        );
        notified.push({ what: happening, reader, doer, id });
      };
      await add('follow', {});
      await add('mention', { photo_id: photo.id, comment_id: comment });
      if (reader === 'owner') await add('like', { photo_id: photo.id });
      await add('followed_topic', { forum_post_id: reply.id });
      await add('in the topic of the owner', { forum_post_id: inTheirs.id });
    }
  }
  // Puts a member's notifications 20 seconds apart: notifications within ten seconds become one push.
  await app.db.run(
    `update notifications n set created_at = now() - interval '5 minutes' - place.at * interval '20 seconds'
       from (select id, row_number() over (partition by member_id order by id desc) as at from notifications) place where place.id = n.id`,
  );
  return notified;
}

/** Sends all messages. Returns each in full with its reader. */
async function send(world: World, notified: readonly Notified[], pace: Pace): Promise<{ mails: Sent[]; pushes: Map<string, Sent> }> {
  const devices = new Map<string, { reader: Reader; subscription: string }>();
  for (const reader of readers) {
    const browser = pushService.subscribe();
    const { id } = await addTestSubscription(app, personOf(world, reader), { browser, showsContent: true });
    devices.set(browser.endpoint, { reader, subscription: id });
  }
  const subscriptions = new Map([...devices.values()].map(({ reader, subscription }) => [reader, subscription]));
  for (const { reader, id } of notified)
    await addJob(app.db, 'send_push', {
      member_id: personOf(world, reader).id,
      notification_id: id,
      subscription_id: subscriptions.get(reader)!,
      tries: 0,
    });
  const [morning, by] = [
    { _cron: { ts: '2026-11-23T07:00:00Z' } },
    { context: app.context, signal: new AbortController().signal, attempt: 1 },
  ];
  if (pace === 'daily') await queueDailyMails(morning, by);
  else await addJob(app.db, 'mail_at_once', null);
  await queueWeeklyDigests(morning, by);
  await app.db.run('update graphile_worker._private_jobs set run_at = now()');
  await runJobs(app.context);
  const byAddress = new Map(readers.map((reader) => [personOf(world, reader).email, reader]));
  const mails = (await mailServer.take()).map(({ subject, text, html, headers, envelope }): Sent => {
    expect(envelope).toHaveLength(1);
    const fullText = [subject, text, html, JSON.stringify(headers)].join('\n');
    return { kind: subject === 'This week on Mbari' ? 'digest' : 'mail', reader: byAddress.get(envelope[0]!)!, text: fullText };
  });
  const pushes = pushService
    .take()
    .map(({ endpoint, message }): [string, Sent] => [
      /^\/notifications\/([0-9a-f-]{36})/.exec(message['url'] ?? '')?.[1] ?? '',
      { kind: 'push', reader: devices.get(endpoint)!.reader, text: JSON.stringify(message) },
    ]);
  expect(new Set(pushes.map(([id]) => id)).size, 'each is pushed once').toBe(pushes.length);
  return { mails, pushes: new Map(pushes) };
}

/** Returns everything in the messages that their readers may not read. */
function leaks(world: World, sent: readonly Sent[]): string[] {
  const { state, privateWords, photoWords, photo } = world;
  const { title, description, location } = photoWords;
  return sent.flatMap(({ kind, reader, text }) => {
    const joins = mayJoin(asActor(reader), state);
    const forbidden = [...privateWords].flatMap(([owner, words]) =>
      Object.entries(words).flatMap(([field, word]) => (owner === reader && field === 'email' ? [] : word)),
    );
    forbidden.push(description, location);
    if (reader !== 'owner' && !isHeard(reader, 'owner', publicState)) forbidden.push(theirTopic);
    for (const doer of doers)
      if (doer !== reader && !isHeard(reader, doer, state)) forbidden.push(nameOf(doer), personOf(world, doer).username, `said by ${doer}`);
    if (!(kind === 'digest' ? mayFind(asActor(reader), state) : joins)) forbidden.push(title, photo.id);
    if (!joins || !isForAll(state)) forbidden.push(photo.image_id);
    return forbidden.filter((word) => text.includes(word)).map((word) => `${kind} to ${reader} tells ${word}`);
  });
}

const otherStates: State[] = [
  { ...publicState, posts: 'followers' },
  { ...publicState, profile: 'private' },
  { ...publicState, posts: 'followers', photo: 'reported' },
  { ...publicState, audience: 'followers' },
  { ...publicState, audience: 'me' },
  { ...publicState, photo: 'owner_suspended' },
  { ...publicState, photo: 'archived' },
  { ...publicState, photo: 'scheduled' },
  { ...publicState, photo: 'deleted' },
  { ...publicState, photo: 'removed_by_moderation' },
];

/** `npm test` asks only the public state, in which members are sent most. */
const otherCases: [Pace, State][] = [
  ...otherStates.map((state): [Pace, State] => ['instant', state]),
  ['daily', { ...publicState, posts: 'followers' }],
  ['daily', { ...publicState, photo: 'owner_suspended' }],
];

test.each<[Pace, State]>([['instant', publicState], ...(asksAll ? otherCases : [])])(
  'mails (%s) and pushes contain only what their reader may see: %j',
  async (pace, state) => {
    const world = await makeWorld(app, state);
    const notified = await notifyAll(world, pace);
    const { mails, pushes } = await send(world, notified, pace);
    expect(leaks(world, [...mails, ...pushes.values()])).toEqual([]);

    const describeNotified = ({ what, reader, doer }: Notified): string => `${reader}: ${what} by ${doer}`;
    const right = notified.filter(({ what, reader, doer }) => isNotified(what, reader, doer, state));
    expect(notified.filter(({ id }) => pushes.has(id)).map(describeNotified)).toEqual(right.map(describeNotified));
    for (const { id, reader, doer } of right) expect(pushes.get(id)).toMatchObject({ reader, text: expect.stringContaining(nameOf(doer)) });

    const mailed = (kind: Sent['kind']) =>
      Object.fromEntries(mails.filter((mail) => mail.kind === kind).map(({ reader, text }) => [reader, text]));
    const [news, digests] = [mailed('mail'), mailed('digest')];
    expect(Object.keys(news).sort()).toEqual([...new Set(right.map(({ reader }) => reader))].sort());
    for (const { what, reader, doer } of right) if (what === 'follow') expect(news[reader]).toContain(`${nameOf(doer)} followed you`);
    for (const reader of readers) {
      const finds = reader !== 'owner' && mayBeNotified(reader, state) && mayFind(asActor(reader), state);
      expect([reader, digests[reader]?.includes(world.photoWords.title) ?? false]).toEqual([reader, finds]);
      expect([reader, digests[reader]?.includes(world.photo.image_id) ?? false]).toEqual([reader, finds && isForAll(state)]);
      const hearsOfTopic = reader !== 'owner' && mayBeNotified(reader, state) && isHeard(reader, 'owner', publicState);
      expect([reader, digests[reader]?.includes(theirTopic) ?? false]).toEqual([reader, hearsOfTopic]);
    }
  },
);

test('pushes and mails about direct messages reach only members of the conversation who may read them', async () => {
  const world = await makeWorld(app, publicState);
  await app.db.run('delete from push_subscriptions');
  const endpoints = new Map<string, { reader: Reader; subscription: string }>();
  for (const reader of readers) {
    const browser = pushService.subscribe();
    const { id } = await addTestSubscription(app, personOf(world, reader), { browser, showsContent: true });
    endpoints.set(browser.endpoint, { reader, subscription: id });
  }
  const titleOf = ({ doer, reader }: { doer: Doer; reader: Reader }): string => `canary of ${doer} for ${reader}!`;
  const conversations: { id: string; doer: Doer; reader: Reader }[] = [];
  for (const doer of doers)
    for (const reader of readers.filter((name) => name !== doer)) {
      const [from, to] = [personOf(world, doer), personOf(world, reader)];
      const { id } = await insertTestGroup(app, [from, to], { title: titleOf({ doer, reader }), body: `canary said by ${doer}` });
      conversations.push({ id, doer, reader });
    }
  await app.db.run(`update messages set created_at = now() - interval '20 minutes' where conversation_id = any ($1::uuid[])`, [
    conversations.map(({ id }) => id),
  ]);
  // Every device asks for every conversation.
  const asked = [...endpoints.values()].flatMap(({ reader, subscription }) =>
    conversations.map(({ id }) => ({
      member_id: personOf(world, reader).id,
      conversation_id: id,
      subscription_id: subscription,
      tries: 0,
    })),
  );
  await addJobs(app.db, 'send_message_push', asked);
  await addJob(app.db, 'mail_messages_at_once', null);
  await runJobs(app.context);
  const right = conversations.filter(({ doer, reader }) => mayBeNotified(reader, publicState) && isHeard(reader, doer, publicState));
  const expected = right.map(
    ({ id, doer, reader }) => `${reader}: ${nameOf(doer)} in “${titleOf({ doer, reader })}”: canary said by ${doer} ${id}`,
  );
  const pushes = pushService
    .take()
    .map(({ endpoint, message: { body, url } }) => `${endpoints.get(endpoint)!.reader}: ${body} ${url!.split('/').pop()}`);
  expect(pushes.toSorted()).toEqual(expected.toSorted());
  const mails = await mailServer.take();
  for (const reader of readers) {
    const text = mails
      .filter(({ to }) => to === personOf(world, reader).email)
      .map((mail) => `${mail.subject} ${mail.text} ${mail.html}`)
      .join();
    const told = conversations.filter((one) => text.includes(one.id) || text.includes(titleOf(one)));
    expect([reader, told]).toEqual([reader, right.filter((one) => one.reader === reader)]);
    expect(text).not.toContain('canary said');
  }
});

test('a message that reveals too much is reported', async () => {
  const world = await makeWorld(app, { ...publicState, posts: 'followers' });
  const { phone, email } = world.privateWords.get('owner')!;
  const wrongSends: [Sent['kind'], Reader, string][] = [
    ['mail', 'follower', phone],
    ['mail', 'follower', email],
    ['push', 'blocked', nameOf('owner')],
    ['mail', 'muter', 'canary said by owner'],
    ['push', 'non_follower', world.photoWords.title],
    ['mail', 'follower', world.photo.image_id],
    ['digest', 'owner', phone],
    ['digest', 'muter', theirTopic],
  ];
  for (const [kind, reader, text] of wrongSends) expect(leaks(world, [{ kind, reader, text }]), `${kind} to ${reader}`).toHaveLength(1);
  expect(leaks(world, [{ kind: 'mail', reader: 'owner', text: `${email} ${world.photo.id}` }])).toEqual([]);
});
