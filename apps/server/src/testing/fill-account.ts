import { expect } from 'vitest';
import { insertFollow } from '../people/follows/queries.ts';
import { addTestAccount } from './accounts.ts';
import { addTestMember, type TestApp, type TestMember } from './app.ts';
import { addTestPoll, addTestReply, addTestTopic, addTestUpload, addTestVote, type TestTopic, welcome } from './forum.ts';
import { formWith } from './matrix/rows/photos.ts';
import { addNotification } from './matrix/world.ts';
import { block, mute, setMember } from './posts.ts';
import { addTestSubscription } from './push.ts';

async function post(app: TestApp, { token }: TestMember, title: string): Promise<string> {
  const { status, json } = await app.call('POST', '/photos', {
    token,
    form: await formWith(1, { title, description: `#${title.replaceAll(' ', '')}`, category: 'music' }),
  });
  expect(status).toBe(201);
  return json.data.id;
}

/** Creates a member with data in every table, and others who interacted with them. */
export async function fillAccount(
  app: TestApp,
  mark: string,
): Promise<{ member: TestMember; others: TestMember[]; images: string[]; words: string[] }> {
  const member = await addTestAccount(app, {
    username: mark,
    name: `${mark} name`,
    email: `${mark}@example.test`,
    bio: `${mark} bio`,
    occupation: `${mark} work`,
    phone: `+${mark}`,
    social_links: JSON.stringify({ github: `https://${mark}.example` }),
    plan_name: `${mark} plan`,
  });
  const friends = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  const [friend, reader, stranger] = friends as [TestMember, TestMember, TestMember];
  const ownPosts = [await post(app, member, `${mark} one`), await post(app, member, `${mark} two`)];
  const friendPost = await post(app, friend, 'Somebody else’s');
  await customise(app, member, ownPosts[1]!);
  await talk(app, mark, { member, others: friends, photos: [...ownPosts, friendPost] });
  const deletedComment = await comment(app, member, friendPost, `${mark} taken back`);
  await app.call('DELETE', `/photos/${friendPost}/comments/${deletedComment}`, { token: member.token });
  await writeInForum(app, mark, { member, friend });
  await setMember(app, reader, { profile_visibility: 'private' });
  await followAndNotify(app, { member, friend, reader });
  await app.db.pool.query('insert into comment_mentions select id, $1 from comments where member_id = $2', [member.id, friend.id]);
  await report(app, mark, member, ['photo', friendPost]);
  await report(app, mark, friend, ['photo', ownPosts[0]!]);
  await report(app, mark, friend, ['user', member.id]);
  await report(app, mark, friend, ['comment', await comment(app, member, friendPost, `${mark} said too much`)]);
  await mute(app, stranger, member);
  await mute(app, member, friend);
  await block(app, member, stranger);
  await block(app, stranger, member);
  await addTestSubscription(app, member);
  await addTestUpload(app, member, { alt: `${mark} upload` });
  for (const sql of rows) await app.db.pool.query(`with asked as (select $1::uuid, $2::text) ${sql}`, [member.id, mark]);
  const images = (await app.db.pool.query<{ id: string }>('select id from images where member_id = $1', [member.id])).rows.map(
    ({ id }) => id,
  );
  expect(images).toHaveLength(7);
  return { member, others: friends, images, words: [mark, member.id, ...ownPosts] };
}

async function customise(app: TestApp, { token }: TestMember, pinned: string): Promise<void> {
  const face = await formWith(0, {});
  face.set('profile_image', (await formWith(1)).get('images[0]')!);
  expect((await app.call('POST', '/me/profile', { token, form: face })).status).toBe(200);
  const form = await formWith(0, { 'accent': 'leaf', 'pinned[0]': pinned });
  form.set('cover', (await formWith(1)).get('images[0]')!);
  expect((await app.call('POST', '/me/customisation', { token, form })).status).toBe(200);
}

async function comment(app: TestApp, { token }: TestMember, photo: string, content: string): Promise<string> {
  return (await app.call('POST', `/photos/${photo}/comments`, { token, json: { content } })).json.data.id;
}

/** Makes all members like, save and comment on every photo; the member and their friend like every comment. */
async function talk(
  app: TestApp,
  mark: string,
  { member, others, photos }: { member: TestMember; others: TestMember[]; photos: string[] },
): Promise<void> {
  for (const photo of photos)
    for (const author of [member, ...others]) {
      expect((await app.call('POST', `/photos/${photo}/like`, { token: author.token })).status).toBe(200);
      expect((await app.call('POST', `/photos/${photo}/save`, { token: author.token })).status).toBe(200);
      const id = await comment(app, author, photo, `${author === member ? mark : ''} said`);
      for (const { token } of [member, others[0]!]) expect((await app.call('POST', `/comments/${id}/like`, { token })).status).toBe(200);
    }
}

async function followAndNotify(
  app: TestApp,
  { member, friend, reader }: { member: TestMember; friend: TestMember; reader: TestMember },
): Promise<void> {
  await insertFollow(app.db, member.id, friend.id);
  await insertFollow(app.db, member.id, reader.id);
  await insertFollow(app.db, friend.id, member.id);
  await insertFollow(app.db, reader.id, friend.id);
  await addNotification(app, friend, member);
  await addNotification(app, member, reader);
}

async function report(app: TestApp, mark: string, { token }: TestMember, [subject_type, subject_id]: [string, string]): Promise<void> {
  const json = { subject_type, subject_id, reason: 'spam', note: `${mark} told` };
  expect((await app.call('POST', '/reports', { token, json })).status).toBe(201);
}

/** Inserts of rows that the calls above do not create: `$1` is the member, `$2` a marker. */
const rows = [
  `insert into password_resets values ($1, sha256($2::bytea), $2::text || '@reset.example', now())`,
  `insert into email_changes values ($1, $2::text || '@new.example')`,
  `insert into identities (issuer, subject, member_id, email) values ('https://issuer.example', $2, $1, $2::text || '@issuer.example')`,
  `insert into oauth_handoffs values (sha256($2::bytea), '\\x00', $1, now())`,
  `insert into totp_secrets (member_id, sealed_secret) values ($1, $2)`,
  `insert into recovery_codes values ($1, sha256($2::bytea))`,
  `insert into passkeys (id, member_id, credential_id, public_key, counter, transports, name, is_synced) values ($1, $1, sha256($2::bytea), '\\x00', 0, '{}', $2, true)`,
  `insert into api_tokens (id, member_id, name, token_hash, scopes) values ($1, $1, $2, sha256($2::bytea), '{read}')`,
  `, app as (
     insert into client_apps (id, secret_hash, name, redirect_uris, scopes)
     values (gen_random_uuid(), '\\x00', 'App', '{urn:ietf:wg:oauth:2.0:oob}', '{read}') returning id)
   insert into client_app_codes (code_hash, app_id, session_id, redirect_uri, scopes, expires_at)
   select sha256($2::bytea), app.id, s.id, $2, '{read}', now() + interval '10 minutes' from app, sessions s where s.member_id = $1 limit 1`,
  `, sent as (
     insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     values (gen_random_uuid(), $1, 'photo', 10, 10, '#000000', '\\x00', '{10}', 1) returning id)
   insert into pending_media (image_id, member_id, description) select id, $1, $2 from sent`,
  `insert into passkey_challenges values (sha256($2::bytea), $1, now())`,
  `insert into billing_customers (customer_id, member_id) values ('cus_' || $2::text, $1)`,
  `insert into plan_grants (member_id, plan_name) values ($1, $2)`,
  `insert into series (id, member_id, title, body) values (gen_random_uuid(), $1, $2, $2)`,
  `, begun as (insert into photo_imports (id, member_id, source) values (gen_random_uuid(), $1, 'flickr') returning id),
   found as (insert into photo_import_items (import_id, position, external_id, title, description, media, albums, chosen)
     select id, 0, '1', $2, $2, '[]', '{}', true from begun)
   insert into photo_import_files (import_id, position, name, bytes) select id, 0, $2, 1 from begun`,
  `insert into people_shown (photo_id, member_id) select id, $1 from photos where member_id <> $1 and $2 <> '' limit 1`,
  `insert into alt_proposals (id, image_id, member_id, text)
     select gen_random_uuid(), pi.image_id, $1, $2 from photo_images pi join photos p on p.id = pi.photo_id where p.member_id <> $1 limit 1`,
  `, curated as (insert into exhibitions (id, title, body) values (gen_random_uuid(), $2, $2) returning id)
   insert into exhibition_curators select id, $1, now() from curated`,
  `insert into exhibition_works select c.exhibition_id, p.id, $1, 'accepted' from exhibition_curators c, photos p where c.member_id = $1 and p.member_id = $1 and $2 <> ''`,
  `, begun as (insert into challenges (id, member_id, title, starts_at, entries_end_at, voting_end_at)
     values (gen_random_uuid(), $1, 'Begun', now() - interval '2 days', now() - interval '1 day', now() + interval '1 day') returning id),
   entered as (
     insert into challenge_entries (challenge_id, photo_id, image_id, member_id)
     select begun.id, p.id, pi.image_id, p.member_id from begun, photos p join photo_images pi on pi.photo_id = p.id and pi.position = 0
      where p.member_id <> $1 limit 1 returning challenge_id, id),
   voted as (insert into challenge_votes (challenge_id, member_id, entry_id, choice) select challenge_id, $1, id, 5 from entered)
   insert into challenge_feedback (entry_id, member_id, text) select id, $1, $2 from entered`,
  `insert into challenge_entries (challenge_id, photo_id, image_id, member_id)
   select c.id, p.id, pi.image_id, $1 from challenges c, photos p join photo_images pi on pi.photo_id = p.id and pi.position = 0
    where c.member_id = $1 and p.member_id = $1 and $2 <> '' limit 1`,
  `insert into followed_tags select $1, $2, $2`,
  `insert into followed_categories select $1, id from categories where $2::text <> '' limit 1`,
  `insert into digests (member_id) values ($1)`,
  `insert into activity_mails (member_id, notification_id) select member_id, id from notifications where member_id = $1 and $2 <> ''`,
  `insert into moderation_log (id, actor_id, member_id, action, note) values (gen_random_uuid(), $1, $1, 'lock_topic', 'until ' || length($2::text))`,
  `insert into warnings (moderation_id, member_id) select id, $1 from moderation_log where member_id = $1 and $2 <> ''`,
  `insert into appeals (moderation_id, member_id, body) select id, $1, $2 from moderation_log where member_id = $1`,
  `insert into report_notes (id, report_id, author_id, body) select gen_random_uuid(), id, $1, 'Look again' from reports where owner_id = $1 and $2 <> '' limit 1`,
  `update reports set assignee_id = $1 where owner_id <> $1 and $2 <> ''`,
  `insert into announcements (id, author_id, text) select gen_random_uuid(), $1, 'We meet on Friday' where $2 <> ''`,
  `insert into announcement_dismissals (member_id, announcement_id) select $1, id from announcements where author_id = $1 and $2 <> ''`,
  `insert into active_days (day, member_id) select current_date, $1 where $2 <> ''`,
  `insert into invitations (id, member_id, token_hash, note, max_uses, expires_at) values ($1, $1, sha256($2::bytea), $2, 1, now())`,
  `insert into invited_members (member_id, inviter_id) select $1, $1 where $2 <> ''`,
  `insert into rules_acceptances (member_id, version) select $1, 1 where $2 <> ''`,
  `insert into imported_rows (id, member_id) select gen_random_uuid(), $1 where $2 <> ''`,
  `insert into mail_failures (mail_id, member_id, kind, recipient, reason) values (gen_random_uuid(), $1, 'welcome', $2, $2)`,
  `insert into applications (member_id, question, answer, decided_at, decider_id, is_approved) values ($1, 'Why?', $2, now(), $1, true)`,
  `insert into pending_posts (id, member_id, kind, photo_id, body, why) select gen_random_uuid(), $1, 'comment', id, $2, 'first' from photos where member_id <> $1 limit 1`,
  `insert into pending_posts (id, member_id, kind, photo_id, body, why, decided_at, decider_id, is_approved)
       select gen_random_uuid(), m.id, 'comment', p.id, 'By another', 'first', now(), $1, false from members m, photos p where m.id <> $1 and $2 <> '' limit 1`,
  'insert into export_leases (member_id, holder, ends_at) values ($1, $1, now())',
  `, begun as (insert into conversations (id, is_group, first_id, second_id, created_by)
     values (gen_random_uuid(), false, $1, null, $1), (gen_random_uuid(), length($2) = 0, null, $1, null) returning *),
   joined as (insert into conversation_members (conversation_id, member_id, state)
     select begun.id, m.id, 'active' from begun join members m on m.id in (begun.first_id, begun.second_id)),
   sent as (insert into messages (id, conversation_id, number, version, author_id, body, notice_member)
     select gen_random_uuid(), id, 1, 1, $1, 'It stays', $1 from begun returning id)
   insert into message_reactions select id, $1, 'like' from sent`,
  `, uploaded as (insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     values (gen_random_uuid(), $1, 'message', 10, 10, '#000000', '\\x00', '{10}', 1) returning id)
   insert into message_images (image_id, member_id, alt) select id, $1, $2 from uploaded`,
  `insert into new_account_links (link, member_id) values ($2, $1)`,
];

/** Adds topics in which the member and the friend write, and like, mention and report each other. */
async function writeInForum(app: TestApp, mark: string, { member, friend }: { member: TestMember; friend: TestMember }): Promise<void> {
  const [alone, answered, otherTopic] = [
    await addTestTopic(app, member, { title: `${mark} topic` }),
    await addTestTopic(app, member),
    await addTestTopic(app, friend),
  ];
  const write = async (topic: TestTopic, author: TestMember, body: string): Promise<string> =>
    (await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: author.token, json: { body } })).json.data.id;
  await write(alone, member, `${mark} said`);
  const report = (author: TestMember, subject_id: string) =>
    app.call('POST', '/reports', {
      token: author.token,
      json: { subject_type: 'forum_post', subject_id, reason: 'spam', note: `${mark} told` },
    });
  await report(friend, alone.opening_id);
  await report(member, otherTopic.opening_id);
  for (const topic of [answered, otherTopic]) {
    const reply = await write(topic, member, `${mark} said`);
    await app.call('PUT', `/forum/topics/${topic.id}/posts/${reply}`, { token: member.token, json: { body: `${mark} said better` } });
    await write(topic, friend, 'An answer');
    await app.call('POST', `/forum/topics/${topic.id}/posts/${topic.opening_id}/like`, { token: member.token });
    await app.call('POST', `/forum/topics/${topic.id}/read`, { token: member.token, json: { number: 2 } });
  }
  await addTestPoll(app, answered.opening_id, { choices: [`${mark} chose`, 'Another'] });
  await addTestVote(app, member, await addTestPoll(app, otherTopic.opening_id), 'Kola');
  const naming = await addTestReply(app, otherTopic, friend);
  await app.db.run('insert into forum_post_mentions (post_id, name, member_id) values ($1, $2, $3)', [naming.id, mark, member.id]);
  await app.call('PUT', `/forum/drafts/topic:${otherTopic.id}`, { token: member.token, json: { body: `${mark} draft`, version: 0 } });
  await app.call('POST', `/forum/categories/${welcome}/follow`, { token: member.token });
}
