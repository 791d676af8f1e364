/** @module-tag sampled */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFollow } from '../src/people/follows/queries.ts';
import { newId } from '../src/platform/ids.ts';
import { replacePhotoTags, replaceTopicTags } from '../src/platform/tags/queries.ts';
import { addTestApiToken, addTestMember, startTestApp, type TestApp, type TestMember } from '../src/testing/app.ts';
import { asksAll, dueToday, howToRepeat } from '../src/testing/daily-share.ts';
import { addTestPoll, addTestReply, addTestTopic, addTestUpload, addTestVote, showInPost } from '../src/testing/forum.ts';
import { addImportRow } from '../src/testing/imports.ts';
import { type Actor, actors, except, members } from '../src/testing/matrix/actors.ts';
import { crawl, type Crawled, type Known, miscounts, readCalls } from '../src/testing/matrix/crawl.ts';
import {
  canBeAsked,
  gate,
  isForAll,
  isThere,
  mayOpen,
  publicState,
  readableOf,
  readableOfOther,
  secretsIn,
  type State,
} from '../src/testing/matrix/rules.ts';
import { addComment, addNotification, addThreads, makeWorld, type World } from '../src/testing/matrix/world.ts';
import { insertTestGroup } from '../src/testing/messages.ts';
import { addTestChallenge, addTestCritique, addTestExhibition, addTestPhoto, addTestSeries, setMember } from '../src/testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

interface Community {
  world: World;
  known: Known;
  /** Texts that no reader may see: of private profiles, ended accounts and ended plans. */
  hidden: string[];
  /** Texts of a group's messages, its title, and its ids, which only its members may read. */
  conversation: { members: readonly Actor[]; words: string[] };
}

/** Creates a world in which every actor follows, likes and comments, even hidden actors. */
async function makeCommunity(state: State): Promise<Community> {
  const world = await makeWorld(app, state);
  const { people, bystander, photo } = world;
  const mark = people.owner.username;
  const secret = (name: string) => ({
    bio: `${mark}${name}bio`,
    occupation: `${mark}${name}work`,
    phone: `+${mark}${name}`,
    country: 'NG',
  });
  const hermit = await addTestMember(app, { ...secret('hermit'), plan_name: 'Premium' });
  const goner = await addTestMember(app, secret('goner'));
  const lapsed = await addTestMember(app, { plan_name: `${mark}plan`, plan_ends_at: new Date(0) });

  const { suspended: _, unverified: __, ...rest } = people;
  const crowd: TestMember[] = [...Object.values(rest), hermit, goner, lapsed];
  const film = await category('film');
  await app.db.run('update photos set category_id = $2 where id = $1', [photo.id, film]);
  const photos = [photo.id];
  await addTestCritique(app, photo);
  const series = isThere(state) ? [await addTestSeries(app, people.owner, [photo], { title: world.photoWords.title })] : [];
  const exhibitions = [await addTestExhibition(app, bystander, { works: [photo] })];
  if (isThere(state)) exhibitions.push(await addTestExhibition(app, people.owner, { works: [photo] }));
  const challenges = [
    await addTestChallenge(app, { state: 'voting', photos: [photo] }),
    await addTestChallenge(app, { state: 'results', photos: [photo] }),
  ];
  // The entrant stays secret while members vote.
  Object.assign(world.privateWords.get('owner')!, { entry: challenges[0]!.entries[0] });
  for (const member of crowd) {
    if (member !== people.owner) {
      await insertFollow(app.db, member.id, bystander.id);
      await insertFollow(app.db, bystander.id, member.id);
      await like(photo.id, member);
      await app.db.run('insert into saved_posts (member_id, photo_id) values ($1, $2)', [member.id, photo.id]);
      await addComment(app, photo.id, member, 'Fine work.');
      await app.db.run(
        `insert into comments (id, photo_id, member_id, content, is_critique, image_id, x, y, helpful_at) values ($1, $2, $3, 'Too dark.', true, $4, 0.5, 0.5, now())`,
        [newId(), photo.id, member.id, photo.image_id],
      );
    }
    if (member !== people.owner) {
      const theirs = await addTestPhoto(app, member, { category_id: await category('music') });
      photos.push(theirs.id);
      series.push(await addTestSeries(app, member, [theirs]));
    }
    for (const to of [people.owner, people.follower, people.non_follower]) {
      await addNotification(app, to, member);
      await addNotification(app, to, member, photo.id);
    }
  }
  await addTestCritique(app, { id: photos[1]! });
  // A proposed description, which only the owner reads.
  const proposal = `${mark}proposal`;
  await app.db.run(`update photo_images set alt = '' where photo_id = $1`, [photo.id]);
  await app.db.run('insert into alt_proposals (id, image_id, member_id, text) values (gen_random_uuid(), $1, $2, $3)', [
    photo.image_id,
    bystander.id,
    proposal,
  ]);
  Object.assign(world.privateWords.get('owner')!, { proposal });
  const comments = [world.comment.id, await addComment(app, photos[1]!, bystander, 'Fine work.')];
  for (const member of crowd) if (member !== people.owner) for (const comment of comments) await likeComment(comment, member);
  const talkers = crowd.filter((member) => member !== people.owner);
  comments.push(...(await addThreads(app, { commentId: comments[0]!, photoId: photos[1]!, talkers })));
  const topics = [await addTestTopic(app, people.owner, { photo_id: photo.id }), await addTestTopic(app, bystander)];
  await showInPost(app, await addTestReply(app, topics[1]!, people.owner), photo.id);
  const conversation = await addConversation(world);
  const importId = await addImportRow(app, people.follower, 'choosing');
  await app.db.run('update photo_import_items set title = $2 where import_id = $1', [importId, `${mark}import`]);
  Object.assign(world.privateWords.get('follower')!, { import: `${mark}import` });
  const upload = await addTestUpload(app, people.owner);
  const tag = `weaving${photo.id.replaceAll('-', '')}`;
  await replacePhotoTags(
    app.db,
    photos.map((id) => ({ id, tags: id === photo.id ? [tag, world.photoWords.title] : [tag] })),
  );
  // Every second member includes the tag and a category in the Following feed.
  for (const member of crowd.filter((_, index) => index % 2 === 0)) {
    await app.db.run('insert into followed_tags values ($1, $2, $2)', [member.id, tag]);
    await app.db.run('insert into followed_categories values ($1, $2)', [member.id, film]);
    await setMember(app, member, { tags_in_following: true });
  }
  await replaceTopicTags(
    app.db,
    topics.map(({ id }) => ({ id, tags: [tag] })),
  );
  await app.db.run(`insert into forum_post_images (post_id, position, image_id, alt) values ($1, 1, $2, '')`, [
    topics[0]!.opening_id,
    upload.id,
  ]);
  // One poll is closed, the other open.
  const polls = [
    await addTestPoll(app, topics[0]!.opening_id, { closes_at: new Date(0) }),
    await addTestPoll(app, topics[1]!.opening_id, { several: true }),
  ];
  for (const member of crowd)
    for (const poll of polls) await addTestVote(app, member, poll, ...(poll === polls[0] ? ['Kola'] : ['Kola', 'Indigo']));
  for (const member of crowd)
    for (const topic of topics) {
      await addTestReply(app, topic, member);
      await app.db.run(`insert into forum_drafts (member_id, topic_id, body) values ($1, $2, 'Begun')`, [member.id, topic.id]);
    }
  await setMember(app, hermit, { profile_visibility: 'private' });
  await setMember(app, goner, { suspended_at: new Date() });
  const everybody = [...members.map((name) => people[name]), bystander, hermit, goner, lapsed];
  return {
    world,
    known: {
      usernames: everybody.map(({ username }) => username),
      members: everybody.map(({ id }) => id),
      photos,
      tags: [tag],
      comments,
      topics,
      polls,
      others: {
        ...(await addActs(world)),
        '/conversations/{id}': [`/conversations/${conversation.id}`],
        '/conversations/{id}/messages': [`/conversations/${conversation.id}/messages`],
        '/imports/{id}/items': [`/imports/${importId}/items`],
        '/series/{id}': series.map(({ id }) => `/series/${id}`),
        '/exhibitions/{id}': exhibitions.map(({ id }) => `/exhibitions/${id}`),
        '/challenges/{id}': challenges.map(({ id }) => `/challenges/${id}`),
        '/challenges/{id}/results': challenges.map(({ id }) => `/challenges/${id}/results`),
        '/exhibitions/{id}/rooms/{number}': exhibitions.map(({ id }) => `/exhibitions/${id}/rooms/1`),
      },
    },
    conversation,
    hidden: [...Object.values(secret('hermit')), ...Object.values(secret('goner')), `${mark}plan`].filter((word) => word !== 'NG'),
  };
}

/** Adds a group of the owner and two others, who share the owner's post and react. Another member has a request to join, and another left. */
async function addConversation({ people, photo }: World): Promise<Community['conversation'] & { id: string }> {
  const mark = `canary${photo.id.replaceAll('-', '')}`;
  const [title, body, reply, member] = [`${mark}title`, `${mark}body`, `${mark}reply`, people.non_follower];
  const { id, message } = await insertTestGroup(app, [people.owner, people.follower, member], {
    asked: [people.ex_follower],
    title,
    body: `Ndewo ${body}`,
  });
  const answer = newId();
  await app.db.run(
    `insert into messages (id, conversation_id, number, version, author_id, body, reply_to_id, shares, photo_id) values ($1, $2, 2, 2, $3, $4, $5, 'photo', $6)`,
    [answer, id, people.owner.id, `Ndewo ${reply}`, message.id, photo.id],
  );
  await app.db.run(`insert into message_reactions (message_id, member_id, reaction) values ($1, $2, 'love')`, [answer, people.follower.id]);
  await app.db.run(`insert into conversation_members (conversation_id, member_id, state) values ($1, $2, 'left')`, [id, people.muter.id]);
  await app.db.run('update conversations set last_number = 2, version = 2 where id = $1', [id]);
  await app.db.run('update conversation_members set last_number = 2 where conversation_id = $1', [id]);
  return { id, members: ['owner', 'follower', 'non_follower', 'ex_follower'], words: [title, body, reply, message.id, answer, id] };
}

/** Adds a report, a decision about the follower, an invitation by the follower, and a webhook. Returns their paths by template. */
async function addActs({ people: { follower, non_follower: reporter }, bystander }: World): Promise<Known['others']> {
  const [report, decision, invitation, webhook] = [newId(), newId(), newId(), newId()];
  await app.db.run(`update site_settings set about = 'We weave.', about_html = '<p>We weave.</p>'`);
  await app.db.run(`insert into reports (id, reporter_id, member_id, reason) values ($1, $2, $3, 'spam')`, [
    report,
    reporter.id,
    bystander.id,
  ]);
  await app.db.run(`insert into moderation_log (id, action, member_id, reason) values ($1, 'warn_member', $2, 'Rude')`, [
    decision,
    follower.id,
  ]);
  await app.db.run('insert into warnings (moderation_id, member_id) values ($1, $2)', [decision, follower.id]);
  await app.db.run(
    `insert into invitations (id, member_id, token_hash, max_uses, expires_at) values ($1, $2, $3, 1, now() + interval '1 day')`,
    [invitation, follower.id, randomBytes(32)],
  );
  await app.db.run(`insert into webhooks (id, url, secret, events) values ($1, 'https://hooks.example.test/x', '', '{challenge_ended}')`, [
    webhook,
  ]);
  return {
    '/admin/webhooks/{id}/deliveries': [`/admin/webhooks/${webhook}/deliveries`],
    '/moderation/reports/{id}': [`/moderation/reports/${report}`],
    '/decisions/{id}': [`/decisions/${decision}`],
    '/invitations/{id}/members': [`/invitations/${invitation}/members`],
    '/site/pages/{page}': ['/site/pages/about', '/site/pages/privacy'],
  };
}

const category = async (slug: string): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;

const like = (photoId: string, member: TestMember): Promise<number> =>
  app.db.run(
    `with added as (insert into likes (photo_id, member_id) values ($1, $2) returning photo_id)
     update photos p set likes_count = p.likes_count + 1 from added where p.id = added.photo_id`,
    [photoId, member.id],
  );

const likeComment = (commentId: string, member: TestMember): Promise<number> =>
  app.db.run(
    `with added as (insert into comment_likes (comment_id, member_id) values ($1, $2) returning comment_id)
     update comments c set likes_count = c.likes_count + 1 from added where c.id = added.comment_id`,
    [commentId, member.id],
  );

/** JSON keys of the viewer's own account. Only `time_zone` also occurs elsewhere: in community statistics. */
const ownKeys =
  /"(role|post_visibility|show_email|show_birthday|show_online_status|allow_direct_messages|direct_messages_from|show_read_receipts|show_typing|notify_on_\w+|(?:email|push)_notification_preferences|locale|time_zone|muted_words|tags_in_following|sensitive_photos|may_be_named|takes_alt_proposals|email_verified\w*|has_onboarding|country_code|\w*ends_at|suspended_at|closed_at)":/g;

/** Returns texts in the responses that the actor may not read. Shares no code with the product. */
function leaks({ world, hidden, conversation }: Community, actor: Actor, answers: Crawled[]): string[] {
  const { state, people, privateWords, photoWords, photo } = world;
  const { said, ...shown } = photoWords;
  const opens = gate(actor, 'optional') === null && mayOpen(actor, state);
  const isMember = gate(actor, 'onboarded') === null;
  return answers.flatMap(({ call, path, pages }) => {
    const text = pages.map((page) => `${page.text}\n${[...page.headers].join('\n')}`).join('\n');
    // Admins read sign-in addresses, roles and plans.
    const isAccounts = actor === 'admin' && call.path.startsWith('/admin/users');
    const forbidden = [...privateWords].flatMap(([owner, words]) => {
      const username = (owner === 'bystander' ? world.bystander : people[owner as keyof typeof people]).username;
      if (isAccounts && 'email' in words)
        return owner === actor ? [] : Object.entries(words).flatMap(([field, word]) => (field === 'email' ? [] : word));
      const isTheirs = call.name === 'readProfile' && path.startsWith(`/users/${username}?`);
      const counted: readonly string[] = !isTheirs
        ? []
        : owner === 'owner'
          ? readableOf(actor, state)
          : readableOfOther(actor, owner as Actor);
      return owner === actor ? [] : Object.entries(words).flatMap(([field, word]) => (counted.includes(field) ? [] : word));
    });
    forbidden.push(...hidden, ...(conversation.members.includes(actor) ? [] : conversation.words));
    const isOpen = call.name === 'feed' ? isForAll(state) : opens && (isMember || call.path.startsWith('/users/{username}'));
    if (!isOpen) forbidden.push(...Object.values(shown), photo.image_id);
    if (!isOpen || !isMember) forbidden.push(said);
    const isOwn = /^\/(?:me|auth|email)\b/.test(call.path);
    return [
      ...forbidden.filter((word) => text.includes(word) && !path.includes(word)),
      ...secretsIn(call.name, text),
      ...(isOwn || isAccounts ? [] : [...text.matchAll(ownKeys)].map(([, key]) => key!)).filter(
        (key) => !(key === 'time_zone' && call.name === 'readCommunityHealth'),
      ),
    ].map((secret) => `${actor}: ${call.name} ${path} tells ${secret}`);
  });
}

if (!asksAll) console.log(howToRepeat);

/** `npm test` asks in this state only, because here members see most. */
const openState: State = { ...publicState, contact: 'everyone', flags: 'on' };
const otherStates: State[] = [
  { ...publicState, posts: 'followers', contact: 'registered', flags: 'off' },
  { ...publicState, profile: 'private', contact: 'everyone', flags: 'on' },
  { ...publicState, posts: 'followers', photo: 'reported', contact: 'followers', flags: 'on' },
  { ...publicState, photo: 'owner_suspended', contact: 'everyone', flags: 'on' },
  { ...publicState, audience: 'followers', contact: 'everyone', flags: 'on' },
  { ...publicState, photo: 'archived', contact: 'everyone', flags: 'on' },
  { ...publicState, photo: 'scheduled', contact: 'everyone', flags: 'on' },
  { ...publicState, audience: 'me', photo: 'reported', contact: 'everyone', flags: 'on' },
];

/** Actors that `npm test` asks every day: together they may make every call. It asks a third of the others a day. */
const alwaysAsked: readonly Actor[] = ['visitor', 'non_follower', 'follower', 'blocked', 'owner', 'admin'];
const rarelyAsked = except(...alwaysAsked);

test.each([openState, ...(asksAll ? otherStates : [])])(
  'no response or count contains anything that its reader may not see: %j',
  async (state) => {
    const community = await makeCommunity(state);
    const problems: string[] = [];
    const answeredCalls = new Set<string>();
    // Sends requests concurrently, because batched queries must not mix up viewers.
    const askingActors = [...alwaysAsked, ...dueToday(rarelyAsked, 3)].filter((actor) => canBeAsked(actor, state));
    const crawled = await Promise.all(askingActors.map((actor) => crawl(community.world, actor, community.known)));
    for (const [index, actor] of askingActors.entries()) {
      const answers = crawled[index]!;
      problems.push(...leaks(community, actor, answers), ...miscounts(actor, answers));
      for (const { call, pages } of answers) {
        if (pages[0]!.status === 200) answeredCalls.add(call.name);
        if (pages.some(({ status }) => status >= 500)) problems.push(`${actor}: ${call.name} fell over`);
      }
    }
    expect(problems).toEqual([]);
    expect(readCalls.filter(({ name }) => !answeredCalls.has(name)).map(({ name }) => name)).toEqual([]);
  },
);

test('a token with every scope reveals what its member may see, and nothing of direct messages', async () => {
  const community = await makeCommunity({ ...publicState, posts: 'followers', contact: 'registered', flags: 'off' });
  const asking = ['non_follower', 'follower', 'blocked', 'owner', 'admin'] as const;
  const crawled = await Promise.all(
    asking.map(async (actor) =>
      crawl(community.world, actor, community.known, await addTestApiToken(app, community.world.people[actor].id)),
    ),
  );
  const withoutMessages = { ...community, conversation: { ...community.conversation, members: [] } };
  expect(asking.flatMap((actor, index) => leaks(withoutMessages, actor, crawled[index]!))).toEqual([]);
  const answered = new Set(crawled.flat().flatMap(({ call, pages }) => (pages[0]!.status === 200 ? call.name : [])));
  expect(readCalls.filter(({ name, access, scope }) => access !== 'open' && answered.has(name) !== (scope !== undefined))).toEqual([]);
});

/** Has the owner and the post alone, for short crawls. */
const onlyPost = ({ people, photo, comment }: World): Known => ({
  usernames: [people.owner.username],
  members: [people.owner.id],
  photos: [photo.id],
  tags: [],
  comments: [comment.id],
  topics: [],
  polls: [],
});

test('a response that reveals or counts too much is reported', async () => {
  const community = await makeCommunity({ ...publicState, contact: 'private', flags: 'on' });
  const { world, known } = community;
  const actor = 'non_follower';
  const right = await crawl(world, actor, onlyPost(world));
  expect([...leaks(community, actor, right), ...miscounts(actor, right)]).toEqual([]);
  const changed = (name: string, change: (text: string) => string): Crawled[] =>
    right.map((crawled) => {
      if (crawled.call.name !== name) return crawled;
      return {
        ...crawled,
        pages: crawled.pages.map((page) => ({ ...page, text: change(page.text), json: page.json && JSON.parse(change(page.text)) })),
      };
    });
  const add = (more: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), ...more });
  const { phone, bio } = world.privateWords.get('owner')!;
  for (const counted of [{ more: phone }, { more: community.hidden[0] }, { more: { post_visibility: 'public' } }])
    expect(leaks(community, actor, changed('readProfile', add(counted))), JSON.stringify(counted)).toHaveLength(1);
  expect(leaks(community, actor, changed('readPhoto', add({ more: bio })))).toHaveLength(1);
  for (const [name, pattern] of [
    ['readProfile', /"likes_count":\d+(?=,"comments_count":\d+},"followers_count")/],
    ['readProfile', /"followers_count":\d+/],
    ['listLikes', /"total":\d+/],
    ['listCommentLikes', /"total":\d+/],
    ['listComments', /"likes_count":[1-9]\d*/],
    ['listComments', /"replies_count":[1-9]\d*/],
    ['readPhoto', /"comments_count":\d+/],
  ] as const)
    expect(
      miscounts(
        actor,
        changed(name, (text) => text.replace(pattern, (count) => count.replace(/\d+/, '99'))),
      ),
      `${name} ${pattern}`,
    ).not.toEqual([]);
  expect(known.members.length).toBeGreaterThan(actors.length);
});

test('only its author gets the sharp images of a post with a content warning, and visitors nothing of it', async () => {
  const { world } = await makeCommunity(publicState);
  const { photo, photoWords } = world;
  await app.db.run(`update photos set warning = 'death' where id = $1`, [photo.id]);
  const crawled = await Promise.all(actors.map(async (actor) => ({ actor, answers: await crawl(world, actor, onlyPost(world)) })));
  const telling = (text: RegExp, by: (actor: Actor) => boolean): string[] =>
    crawled.flatMap(({ actor, answers }) =>
      by(actor) ? answers.flatMap(({ call, pages }) => (pages.some((page) => text.test(page.text)) ? `${actor}: ${call.name}` : [])) : [],
    );
  const sharp = new RegExp(`${photo.image_id}/\\d`);
  expect(telling(sharp, (actor) => actor !== 'owner')).toEqual([]);
  expect(telling(sharp, (actor) => actor === 'owner')).toEqual(expect.arrayContaining(['owner: listPhotos', 'owner: readPhoto']));
  expect(telling(new RegExp(photoWords.title), (actor) => gate(actor, 'session') !== null)).toEqual([]);
});

test('an open request to be named and its place show to the author and the member only, and a refused one to nobody', async () => {
  const { world } = await makeCommunity(publicState);
  const { photo, people, bystander } = world;
  for (const [member, state, x] of [
    [people.follower, 'asked', 0.12345],
    [people.non_follower, 'refused', null],
    [bystander, 'accepted', 0.54321],
  ] as const)
    await app.db.run(
      'insert into people_shown (photo_id, member_id, state, image_id, x, y) values ($1, $2, $3, case when $4::float8 is not null then $5::uuid end, $4, $4)',
      [photo.id, member.id, state, x, photo.image_id],
    );
  const named = await Promise.all(
    actors.map(async (actor) => {
      const answers = await crawl(world, actor, onlyPost(world));
      // Conversations also have members who are asked.
      const texts = answers.flatMap(({ path, pages }) => (path.startsWith('/conversations') ? [] : pages.map(({ text }) => text)));
      const read = answers.find(({ call, path }) => call.name === 'readPhoto' && path.includes(photo.id))?.pages[0]?.json?.data;
      const names: string[] =
        read?.people?.map(({ username, is_asked }: { username: string; is_asked: boolean }) => `${username} ${is_asked}`) ?? [];
      return {
        actor,
        isTold: texts.some((text) => text.includes('"is_asked":true')),
        isShown: texts.some((text) => text.includes('0.12345')),
        names,
      };
    }),
  );
  expect(named.filter(({ isTold }) => isTold).map(({ actor }) => actor)).toEqual(expect.arrayContaining(['owner', 'follower']));
  expect(named.filter(({ isTold }) => isTold)).toHaveLength(2);
  expect(named.filter(({ isTold, isShown }) => isTold !== isShown)).toEqual([]);
  expect(named.filter(({ names }) => names.some((one) => one.startsWith(people.non_follower.username)))).toEqual([]);
  expect(named.find(({ actor }) => actor === 'moderator')?.names).toEqual([`${bystander.username} false`]);
});
