import type { Notification } from '@mbari/contract/notifications/notifications';
import type { Comment } from '@mbari/contract/photos/comments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertFollow } from '../people/follows/queries.ts';
import { addTestAccount, testPassword } from '../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone, unblock } from '../testing/posts.ts';
import { findMentions, setMentions } from './mentions.ts';

describe('mentions', () => {
  let app: TestApp;
  let owner: TestMember;
  let writer: TestMember;
  let olu: TestMember;
  let photo: { id: string };
  let people = 0;
  const add = (name: string, columns: Record<string, unknown> = {}) =>
    addTestMember(app, { username: `${name}${(people += 1)}`, name, ...columns });
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => {
    [owner, writer, olu] = [await add('ada'), await add('bisi'), await add('olu')];
    photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  });

  const addComment = async (content: string, caller = writer): Promise<Comment> => {
    const { status, json } = await app.call('POST', `/photos/${photo.id}/comments`, { token: caller.token, json: { content } });
    expect(status).toBe(201);
    return json.data;
  };
  const listNotifications = async (caller: TestMember): Promise<Notification[]> =>
    (await app.call('GET', '/forum/notifications', { token: caller.token })).json.data.notifications;
  const listMentionNotifications = async (caller: TestMember): Promise<string[]> =>
    (await listNotifications(caller)).filter(({ type }) => type === 'other').map(({ message }) => message);
  /** Returns the mentions of the newest comment: in the conversation, below the post and in the feed. */
  const listMentionsSeenBy = async (caller: TestMember): Promise<string[][]> => {
    const readJson = async (path: string) => (await app.call('GET', path, { token: caller.token })).json;
    const [list, post, feed] = await Promise.all([
      readJson(`/photos/${photo.id}/comments`),
      readJson(`/photos/${photo.id}`),
      readJson('/photos'),
    ]);
    const inFeed = feed.data.find(({ id }: { id: string }) => id === photo.id);
    return [list.data[0], post.data.comments.at(-1), inFeed.comments.at(-1)].map((comment: Comment) => comment.mentions);
  };
  const everywhere = (...names: string[]): string[][] => [names, names, names];

  test('a mentioned member is notified once with a link to the post, and every reader sees the mention', async () => {
    const comment = await addComment(`Is it yours, @${olu.username.toUpperCase()}? Look, @${olu.username}. And @nobody.here`);
    expect(comment.mentions).toEqual([olu.username]);
    for (const caller of [owner, writer, olu]) expect(await listMentionsSeenBy(caller)).toEqual(everywhere(olu.username));
    expect(await listNotifications(olu)).toMatchObject([
      {
        type: 'other',
        message: 'bisi mentioned you in a comment on “Uli wall”',
        action_url: `/post/${photo.id}#comment-${comment.id}`,
        user: { id: writer.id },
        read_at: null,
      },
    ]);
  });

  test('a post’s owner gets one notification of a comment that mentions them, and mentioning oneself notifies nobody', async () => {
    expect((await addComment(`@${owner.username} @${writer.username}`)).mentions).toEqual([owner.username, writer.username].toSorted());
    expect((await listNotifications(owner)).map(({ type }) => type)).toEqual(['comment']);
    expect(await listNotifications(writer)).toEqual([]);
    await addComment(`@${owner.username}`, owner);
    expect(await listNotifications(owner)).toHaveLength(1);
  });

  test('a trailing full stop belongs to the username if a member has that name', async () => {
    const dotted = await add('efe', { username: `${olu.username}.` });
    expect((await addComment(`Thank you @${olu.username}.`)).mentions).toEqual([dotted.username]);
    expect((await addComment(`Thank you @${writer.username}.`)).mentions).toEqual([writer.username]);
    expect((await addComment(`Thank you @${writer.username}_`)).mentions).toEqual([writer.username]);
    expect(await listMentionNotifications(olu)).toEqual([]);
    expect(await listMentionNotifications(dotted)).toHaveLength(1);
  });

  test('a comment mentions at most ten members', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => add('kin')));
    const { mentions } = await addComment(many.map(({ username }) => `@${username}`).join(' '));
    expect(mentions).toHaveLength(10);
    expect(await listMentionNotifications(many[11]!)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['suspended', { suspended_at: new Date() }],
    ['closed', { closed_at: new Date() }],
    ['never verified', { email_verified_at: null }],
  ])('an account that is %s cannot be mentioned', async (_name, columns) => {
    const hiddenMember = await add('gone', columns);
    expect((await addComment(`@${hiddenMember.username}`)).mentions).toEqual([]);
    expect((await app.db.pool.query('select from comment_mentions where member_id = $1', [hiddenMember.id])).rowCount).toBe(0);
  });

  test('members blocked in either direction cannot be mentioned', async () => {
    const otherMember = await add('kin');
    await block(app, olu, writer);
    await block(app, writer, otherMember);
    expect((await addComment(`@${olu.username} @${otherMember.username}`)).mentions).toEqual([]);
    await unblock(app, olu, writer);
    await unblock(app, writer, otherMember);
    expect(await listMentionsSeenBy(owner)).toEqual(everywhere());
    expect([await listNotifications(olu), await listNotifications(otherMember)]).toEqual([[], []]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['turned off mention notifications', () => setMember(app, olu, { notify_on_mention: false })],
    ['has muted the writer', () => mute(app, olu, writer)],
    ['is blocked by the owner', () => block(app, owner, olu)],
    ['has blocked the owner', () => block(app, olu, owner)],
  ])('a member who %s is mentioned but not notified', async (_name, first) => {
    await first();
    expect((await addComment(`@${olu.username}`)).mentions).toEqual([olu.username]);
    expect((await app.db.pool.query('select from notifications where member_id = $1', [olu.id])).rowCount).toBe(0);
  });

  test('a mention below a followers-only post notifies members who can see the post', async () => {
    const follower = await add('kin');
    await insertFollow(app.db, follower.id, owner.id);
    await insertFollow(app.db, writer.id, owner.id);
    await setMember(app, owner, { post_visibility: 'followers' });
    await addComment(`@${olu.username} @${follower.username}`);
    expect([await listMentionNotifications(olu), (await listMentionNotifications(follower)).length]).toEqual([[], 1]);
    await setMember(app, owner, { post_visibility: 'public' });
    expect(await listNotifications(olu)).toEqual([]);
  });

  test.each<[string, (comment: Comment) => Promise<unknown>]>([
    ['the comment is deleted', ({ id }) => app.call('DELETE', `/photos/${photo.id}/comments/${id}`, { token: writer.token })],
    ['the post is deleted', () => setPhotoGone(app, photo, 'deleted_at')],
    ['the post becomes hidden from them', () => setMember(app, owner, { profile_visibility: 'private' })],
    ['the writer is suspended', () => setMember(app, writer, { suspended_at: new Date() })],
    ['they block the writer', () => block(app, olu, writer)],
    ['the owner blocks them', () => block(app, owner, olu)],
    ['they mute the writer', () => mute(app, olu, writer)],
  ])('a mention is hidden when %s', async (_name, happens) => {
    const comment = await addComment(`@${olu.username}`);
    expect(await listMentionNotifications(olu)).toHaveLength(1);
    await happens(comment);
    expect(await listNotifications(olu)).toEqual([]);
  });

  test('a mention is shown only while the reader can see the member; changes apply to the next request', async () => {
    const reader = await add('kin');
    await addComment(`@${olu.username}`);
    expect(await listMentionsSeenBy(reader)).toEqual(everywhere(olu.username));
    await block(app, olu, reader);
    expect(await listMentionsSeenBy(reader)).toEqual(everywhere());
    expect(await listMentionsSeenBy(writer)).toEqual(everywhere(olu.username));
    await unblock(app, olu, reader);
    await setMember(app, olu, { suspended_at: new Date() });
    expect(await listMentionsSeenBy(reader)).toEqual(everywhere());
    await setMember(app, olu, { suspended_at: null });
    expect(await listMentionsSeenBy(reader)).toEqual(everywhere(olu.username));
  });

  test('an edited text stores its current mentions and notifies only the new ones', async () => {
    const [keptMember, addedMember] = [await add('kin'), await add('lola')];
    const { id } = await addComment(`@${olu.username} and @${keptMember.username}`);
    const change = (content: string) =>
      app.db.transaction(async (tx) => {
        await setMentions(tx, { content, writerId: writer.id, about: { kind: 'comment', id, photoId: photo.id } });
        // Raises the post's version, so the post cache reads the post again.
        await tx.run('update photos set updated_at = now() where id = $1', [photo.id]);
      });
    await change(`@${keptMember.username} and @${addedMember.username}`);
    expect(await listMentionsSeenBy(writer)).toEqual(everywhere(keptMember.username, addedMember.username));
    for (const [caller, times] of [
      [olu, 1],
      [keptMember, 1],
      [addedMember, 1],
    ] as const)
      expect(await listMentionNotifications(caller)).toHaveLength(times);
    await change('Nobody');
    expect(await listMentionsSeenBy(writer)).toEqual(everywhere());
  });

  test('comments that mention members succeed while those members close their accounts or block the writer', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => addTestAccount(app)));
    const content = members.map(({ username }) => `@${username}`).join(' ');
    await addComment(content);
    const actions = members.map((member, index) =>
      index % 2 === 0 ? app.call('DELETE', '/me', { token: member.token, json: { password: testPassword } }) : block(app, member, writer),
    );
    const comments = await Promise.all(
      Array.from({ length: 12 }, () => app.call('POST', `/photos/${photo.id}/comments`, { token: writer.token, json: { content } })),
    );
    const closings = await Promise.all(actions);
    expect(comments.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
    expect(closings.filter((answer) => answer && answer.status !== 200)).toEqual([]);
    expect((await addComment(content)).mentions).toEqual([]);
    expect(await listMentionsSeenBy(writer)).toEqual(everywhere());
    expect((await app.db.row<{ n: number }>('select comments_count as n from photos where id = $1', [photo.id]))!.n).toBe(14);
  });
});

const first = (content: string): string[] => findMentions(content).map(([name]) => name!);

test.each<[string, string[]]>([
  ['@olu', ['olu']],
  ['Ask @Olu, she asked (@EFE_2)!', ['olu', 'efe_2']],
  ['“@olu” and ‘@efe’', ['olu', 'efe']],
  ['@olu’s hand, @efe-like', ['olu', 'efe']],
  ['\n@olu\n@efe', ['olu', 'efe']],
  ['@olu @OLU @olu', ['olu']],
  ['🥁@olu', ['olu']],
])('%j mentions %j', (content, names) => {
  expect(first(content)).toEqual(names);
});

test.each([
  'write to ada@olu.example',
  'ada.@olu',
  'ada+posts@olu',
  'a-@olu',
  'Adé@olu',
  'https://elsewhere.example/@olu',
  '@olu@elsewhere.example',
  '@olú',
  '@ọlu',
  '@@olu',
  '@ol',
  '@123',
  '@',
  '@ olu',
  `@${'a'.repeat(31)}`,
  '＠olu',
  '@ＯＬＵ',
])('%j mentions nobody', (content) => {
  expect(findMentions(content)).toEqual([]);
});

test('a trailing full stop or underscore may belong to the username or to the sentence', () => {
  expect(findMentions('Thank you @olu.')).toEqual([['olu.', 'olu']]);
  expect(findMentions('@olu._')).toEqual([['olu._', 'olu.', 'olu']]);
  expect(findMentions(`@${'a'.repeat(30)}...`)).toEqual([['a'.repeat(30)]]);
  expect(findMentions(`@olu${'.'.repeat(900)}`)[0]).toContain('olu');
});

test('only the first ten mentions count', () => {
  const names = Array.from({ length: 12 }, (_, n) => `name_${n}`);
  expect(first(names.map((name) => `@${name}`).join(' '))).toEqual(names.slice(0, 10));
});

test('a thousand @ signs are parsed quickly', () => {
  for (const content of ['@'.repeat(1000), '@a'.repeat(500), '@a.'.repeat(333), `@${'._'.repeat(499)}`]) findMentions(content);
});

describe('list mentioned usernames', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  test('a post lists the members named in its description whom the reader can see', async () => {
    const [ada, efe, olu] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
    const photo = await addTestPhoto(app, ada, {
      description: `With @${efe.username.toUpperCase()}. And @nobody_like_them, x@${olu.username}`,
    });
    const readMentions = async (caller: typeof ada) =>
      (await app.call('GET', `/photos/${photo.id}`, { token: caller.token })).json.data.mentions;
    expect(await readMentions(olu)).toEqual([efe.username]);
    await block(app, efe, olu);
    expect([await readMentions(olu), await readMentions(ada)]).toEqual([[], [efe.username]]);
    await setMember(app, efe, { suspended_at: new Date() });
    expect(await readMentions(ada)).toEqual([]);
    const { json } = await app.call('GET', '/photos', { token: ada.token });
    expect(json.data[0]).not.toHaveProperty('mentions');
  });
});
