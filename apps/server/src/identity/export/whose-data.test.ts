import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, newSecretId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { unzip } from '../../testing/archives.ts';
import { addTestPoll, addTestReply, addTestTopic, addTestUpload, addTestVote, welcome } from '../../testing/forum.ts';
import { addNotification } from '../../testing/matrix/world.ts';
import { addTestChallenge, addTestExhibition, addTestPhoto, block, mute } from '../../testing/posts.ts';
import { addTestSubscription } from '../../testing/push.ts';

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app, { plan_name: 'Premium', password_hash: '$argon2id$own-secret-canary' });
});
afterAll(() => app.close());

const run = (sql: string, values: unknown[] = []) => app.db.pool.query(sql, values);

async function exported(): Promise<Map<string, string>> {
  const answer = await fetch(`${app.url}/api/v1/me/export`, { headers: { authorization: `Bearer ${member.token}` } });
  expect(answer.status).toBe(200);
  return new Map([...unzip(Buffer.from(await answer.arrayBuffer()))].map(([name, bytes]) => [name, bytes.toString()]));
}

/** Adds a row to each exported table. Returns words that identify the rows. */
async function live(): Promise<Record<string, string>> {
  const [followed, follower, blocked, muted] = await Promise.all(Array.from({ length: 4 }, () => addTestMember(app)));
  const otherPost = await addTestPhoto(app, followed!);
  const ownPost = await addTestPhoto(app, member, {
    title: 'Own title canary',
    location_name: 'Own location canary',
    license: 'CC0-1.0',
    audience: 'me',
  });
  await run(`update photo_images set camera = '{"camera": "Own camera canary"}' where photo_id = $1`, [ownPost.id]);
  const bytes = randomBytes(8);
  await run(`insert into billing_customers (customer_id, member_id) values ('cus_canary', $1)`, [member.id]);
  await run(`insert into subscriptions values ('sub_canary', 'cus_canary', 'canceled', 'Patron', now(), now(), 'evt_1')`);
  await run(`insert into plan_grants (member_id, plan_name) values ($1, 'Granted canary')`, [member.id]);
  await block(app, member, blocked!);
  await mute(app, member, muted!);
  const reportId = newId();
  await run(`insert into comments (id, photo_id, member_id, content) values ($1, $2, $3, 'Own comment canary')`, [
    reportId,
    otherPost.id,
    member.id,
  ]);
  await run(`insert into email_changes (member_id, email) values ($1, 'wanted.canary@example.test')`, [member.id]);
  await run('insert into followed_categories select $1, id from categories order by position desc limit 1', [member.id]);
  await run(`insert into followed_tags values ($1, 'own tag canary', 'Own tag canary')`, [member.id]);
  await run('insert into follows (follower_id, followed_id) values ($1, $2), ($3, $1)', [member.id, followed!.id, follower!.id]);
  const [topic, theirTopic] = [await addTestTopic(app, member, { title: 'Own topic canary' }), await addTestTopic(app, followed!)];
  await addTestReply(app, theirTopic, member, { body: 'Own reply canary' });
  await run('insert into forum_post_likes (post_id, member_id) values ($1, $2)', [theirTopic.opening_id, member.id]);
  await addTestVote(
    app,
    member,
    await addTestPoll(app, theirTopic.opening_id, { choices: ['Own vote canary', 'Another'] }),
    'Own vote canary',
  );
  await run('insert into forum_tracks (member_id, topic_id, is_following) values ($1, $2, true)', [member.id, theirTopic.id]);
  await run('insert into forum_category_tracks (member_id, category_id, is_following) values ($1, $2, true)', [member.id, welcome]);
  await run(`insert into forum_drafts (member_id, topic_id, body) values ($1, $2, 'Own draft canary')`, [member.id, theirTopic.id]);
  const upload = await addTestUpload(app, member, { alt: 'Own upload canary' });
  await run(`insert into forum_post_versions values ($1, 1, 'Own version canary', $2, now())`, [topic.opening_id, member.id]);
  await run(`insert into identities (issuer, subject, member_id) values ('https://issuer.canary', 'x', $1)`, [member.id]);
  await run(
    `insert into invitations (id, member_id, token_hash, note, max_uses, expires_at) values ($1, $2, $3, 'Own invitation canary', 1, now())`,
    [newId(), member.id, bytes],
  );
  await run(`insert into invited_members (member_id, inviter_id, joined_at) values ($1, $2, '2026-01-04')`, [member.id, followed!.id]);
  await run(`insert into applications (member_id, question, answer) values ($1, 'Why?', 'Own answer canary')`, [member.id]);
  await run('insert into likes (photo_id, member_id) values ($1, $2)', [otherPost.id, member.id]);
  await run(`insert into rules_acceptances values ($1, 1, '2026-01-05')`, [member.id]);
  const savedPost = await addTestPhoto(app, followed!);
  await run('insert into saved_posts (photo_id, member_id) values ($1, $2)', [savedPost.id, member.id]);
  await run('insert into people_shown (photo_id, member_id) values ($1, $2)', [savedPost.id, member.id]);
  await run(`insert into alt_proposals (id, image_id, member_id, text) values ($1, $2, $3, 'Own description canary')`, [
    newId(),
    savedPost.image_id,
    member.id,
  ]);
  await run('insert into comment_likes (comment_id, member_id) values ($1, $2)', [reportId, member.id]);
  const conversation = newId();
  await run(`insert into conversations (id, is_group, title) values ($1, true, 'Own group canary')`, [conversation]);
  await run(`insert into conversation_members (conversation_id, member_id, state) values ($1, $2, 'active'), ($1, $3, 'active')`, [
    conversation,
    member.id,
    followed!.id,
  ]);
  const [ownMessage, theirMessage, unsentImage] = [newId(), newId(), newSecretId()];
  await run(
    `insert into messages (id, conversation_id, number, version, author_id, body)
     values ($1, $2, 1, 1, $3, 'Own message canary'), ($4, $2, 2, 2, $5, 'Their message')`,
    [ownMessage, conversation, member.id, theirMessage, followed!.id],
  );
  await run(`insert into message_reactions values ($1, $2, 'thanks')`, [theirMessage, member.id]);
  await run(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     values ($1, $2, 'message', 10, 10, '#000000', '\\x00', '{10}', 1)`,
    [unsentImage, member.id],
  );
  await run('insert into message_images (image_id, member_id) values ($1, $2)', [unsentImage, member.id]);
  const notification = await addNotification(app, member, followed!);
  await run(
    `insert into passkeys (id, member_id, credential_id, public_key, counter, transports, name, is_synced)
     values ($1, $2, $3, $3, 0, '{}', 'Passkey canary', true)`,
    [newId(), member.id, bytes],
  );
  await run(`insert into api_tokens (id, member_id, name, token_hash, scopes) values ($1, $2, 'Token canary', $3, '{read}')`, [
    newId(),
    member.id,
    bytes,
  ]);
  await run(`insert into series (id, member_id, title) values ($1, $2, 'Own series canary')`, [newId(), member.id]);
  const importId = newId();
  await run(`insert into photo_imports (id, member_id, source) values ($1, $2, 'flickr')`, [importId, member.id]);
  await run(`insert into photo_import_files (import_id, position, name, bytes) values ($1, 0, 'Own import canary', 1)`, [importId]);
  const exhibition = await addTestExhibition(app, member, { title: 'Own exhibition canary', works: [ownPost] });
  const challenge = await addTestChallenge(app, { photos: [ownPost, otherPost] });
  await run('insert into challenge_votes (challenge_id, member_id, entry_id) values ($1, $2, $3)', [
    challenge.id,
    member.id,
    challenge.entries[1],
  ]);
  await run(`insert into challenge_feedback (entry_id, member_id, text) values ($1, $2, 'Own feedback canary')`, [
    challenge.entries[1],
    member.id,
  ]);
  await run('insert into pinned_photos values ($1, 0, $2)', [member.id, ownPost.id]);
  await run(`insert into recovery_codes (member_id, code_hash) values ($1, $2)`, [member.id, bytes]);
  const removal = newId();
  await run(`insert into moderation_log (id, action, member_id) values ($1, 'warn_member', $2)`, [removal, member.id]);
  await run(`insert into appeals (moderation_id, member_id, body) values ($1, $2, 'Own appeal canary')`, [removal, member.id]);
  await run(
    `insert into pending_posts (id, member_id, kind, category_id, title, body, why) select $1, $2, 'topic', id, 'Pending', 'Own pending canary', 'first' from forum_categories limit 1`,
    [newId(), member.id],
  );
  await run(`insert into reports (id, reporter_id, photo_id, reason, note) values ($1, $2, $3, 'spam', 'Own note canary')`, [
    newId(),
    member.id,
    otherPost.id,
  ]);
  await addTestSubscription(app, member, { since: new Date('2026-01-03') });
  await run(`update sessions set device_name = 'Device canary' where member_id = $1`, [member.id]);
  await run(`insert into totp_secrets (member_id, sealed_secret, confirmed_at) values ($1, 'sealed-canary', '2026-01-02')`, [member.id]);
  return {
    'alt_proposals.member_id': 'Own description canary',
    'billing_customers.member_id': 'sub_canary',
    'blocks.blocker_id': blocked!.username,
    'challenge_entries.member_id': challenge.entries[0]!,
    'challenge_feedback.member_id': 'Own feedback canary',
    'challenge_votes.member_id': challenge.entries[1]!,
    'comment_likes.member_id': reportId,
    'comments.member_id': 'Own comment canary',
    'conversation_members.member_id': 'Own group canary',
    'email_changes.member_id': 'wanted.canary@example.test',
    'followed_categories.member_id': 'Film',
    'followed_tags.member_id': 'Own tag canary',
    'exhibition_curators.member_id': 'Own exhibition canary',
    'exhibition_works.member_id': exhibition.id,
    'follows.followed_id': follower!.username,
    'follows.follower_id': followed!.username,
    'forum_category_tracks.member_id': 'Welcome',
    'forum_drafts.member_id': 'Own draft canary',
    'forum_poll_votes.member_id': 'Own vote canary',
    'forum_post_likes.member_id': theirTopic.opening_id,
    'forum_posts.author_id': 'Own reply canary',
    'forum_topics.author_id': 'Own topic canary',
    'forum_tracks.member_id': theirTopic.id,
    'forum_uploads.member_id': upload.id,
    'identities.member_id': 'https://issuer.canary',
    'images.member_id': ownPost.image_id,
    'invitations.member_id': 'Own invitation canary',
    'invited_members.member_id': '"joined_by_invitation_at": "2026-01-04',
    'likes.member_id': otherPost.id,
    'member_interests.member_id': 'Music',
    'message_images.member_id': unsentImage,
    'message_reactions.member_id': theirMessage,
    'messages.author_id': 'Own message canary',
    'mutes.muter_id': muted!.username,
    'notifications.member_id': notification,
    'api_tokens.member_id': 'Token canary',
    'passkeys.member_id': 'Passkey canary',
    'people_shown.member_id': savedPost.id,
    'photo_imports.member_id': 'Own import canary',
    'photos.member_id': 'Own title canary',
    'pinned_photos.member_id': ownPost.id,
    'plan_grants.member_id': 'Granted canary',
    'push_subscriptions.member_id': '"pushed_since": "2026-01-03',
    'recovery_codes.member_id': '"recovery_codes_left": 1',
    'appeals.member_id': 'Own appeal canary',
    'applications.member_id': 'Own answer canary',
    'pending_posts.member_id': 'Own pending canary',
    'reports.reporter_id': 'Own note canary',
    'rules_acceptances.member_id': '"rules_accepted_at": "2026-01-05',
    'saved_posts.member_id': savedPost.id,
    'series.member_id': 'Own series canary',
    'sessions.member_id': 'Device canary',
    'totp_secrets.member_id': '"second_step_since": "2026-01-02',
  };
}

test('every column that references a member is exported or excluded for a reason', async () => {
  const { rows } = await run(
    `select c.conrelid::regclass || '.' || a.attname as at from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'members'::regclass
     union
     select c.table_name || '.' || c.column_name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name ~ '(^|_)member_id$' order by 1`,
  );
  expect(rows.map(({ at: path }) => path)).toEqual(Object.keys(memberReferences).sort());

  const words = await live();
  const files = await exported();
  for (const [path, pointer] of Object.entries(memberReferences)) {
    if ('leftOut' in pointer) expect(words[path], path).toBeUndefined();
    else {
      expect(words[path], path).toBeTruthy();
      expect(files.get(pointer.file), path).toContain(words[path]);
    }
  }
});

/** The file that exports each column of `members`, or the reason why none does. */
const columns: Record<string, string> = {
  ...columnsTo('account.json', 'id username email email_verified_at role role_to_confirm role_without_groups created_at'),
  ...columnsTo('profile.json', 'name bio gender date_of_birth occupation country country_code phone social_links accent'),
  ...columnsTo('settings.json', 'notify_on_forum notify_on_challenge muted_words sensitive_photos may_be_named takes_alt_proposals'),
  ...{ avatar_image_id: 'profile.json picture', avatar_stock: 'profile.json picture', cover_image_id: 'profile.json cover' },
  ...columnsTo(
    'settings.json',
    'profile_visibility post_visibility contact_visibility show_online_status allow_direct_messages direct_messages_from show_read_receipts show_typing locale time_zone',
  ),
  ...columnsTo(
    'settings.json',
    'show_email show_phone_number show_location show_birthday show_to_visitors tags_in_following push_notification_preferences notify_on_like',
  ),
  ...columnsTo('settings.json', 'email_notification_preferences notify_on_mention notify_on_reply notify_on_follow notify_on_comment'),
  ...{ plan_name: 'plan.json plan_name', plan_ends_at: 'plan.json ends_at', password_hash: 'account.json has_password' },
};
const unspoken = {
  'counted from other rows':
    'photos_count photos_for_all photos_for_followers photos_for_me public_photos_count follower_photos_count followers_count following_count private_followers_count private_following_count popularity',
  'counts the writes of the row': 'version',
  'made from other columns': 'audience is_live counts_private search',
  'that no interest was left, which the list of them says': 'interests_waived',
  'null for whoever can ask': 'suspended_at suspended_until suspension_reason closed_at erasing_since awaits_approval_since',
  'what organisers did about them, which they were told': 'silenced_at silenced_until silence_reason',
};

function columnsTo(file: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, `${file} ${name}`]));
}

test('a post is exported with its location, licence and audience, and its images with their camera data', async () => {
  const posts: { location_name: string; license: string; audience: string; images: { camera: object }[] }[] = JSON.parse(
    (await exported()).get('posts.json')!,
  );
  expect(posts.map(({ location_name, license, audience, images }) => [location_name, license, audience, images[0]!.camera])).toEqual([
    ['Own location canary', 'CC0-1.0', 'me', { camera: 'Own camera canary' }],
  ]);
});

test('every column of the member’s own row is exported or excluded for a reason', async () => {
  const { rows } = await run(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'members'`,
  );
  const leftOut = Object.values(unspoken).flatMap((names) => names.split(' '));
  expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(columns), ...leftOut].sort());
  const files = await exported();
  for (const column of Object.values(columns)) {
    const [file = '', key = ''] = column.split(' ');
    expect(Object.keys(JSON.parse(files.get(file)!)), column).toContain(key);
  }
});

test('the export contains neither other members’ data nor secrets', async () => {
  const canaries: string[] = ['own-secret-canary', 'sealed-canary', member.token];
  const add = async (more: Record<string, unknown> = {}): Promise<TestMember> => {
    const number = canaries.length;
    const words = {
      email: `other${number}@canary.test`,
      phone: `+canary${number}phone`,
      bio: `canary${number}bio`,
      occupation: `canary${number}work`,
    };
    canaries.push(...Object.values(words));
    return addTestMember(app, { ...words, ...more });
  };
  const hideMember = (person: TestMember): TestMember => {
    canaries.push(person.id, person.username);
    return person;
  };
  const friend = await add();
  const [blocker, muter, reporter, suspended] = [
    hideMember(await add()),
    hideMember(await add()),
    hideMember(await add()),
    hideMember(await add()),
  ];
  const otherPost = await addTestPhoto(app, friend, { title: 'canary title of a friend', description: 'canary description' });
  const ownPost = await addTestPhoto(app, member);
  canaries.push('canary title', 'canary description', otherPost.image_id, 'canary comment', 'canary note', 'canary deleted');
  for (const [photo, author] of [
    [ownPost, friend],
    [ownPost, blocker],
    [otherPost, friend],
  ] as const)
    await run(`insert into comments (id, photo_id, member_id, content) values ($1, $2, $3, 'canary comment')`, [
      newId(),
      photo.id,
      author.id,
    ]);
  for (const person of [friend, blocker, suspended]) await addNotification(app, member, person);
  await run('insert into likes (photo_id, member_id) values ($1, $2), ($3, $4)', [otherPost.id, member.id, ownPost.id, muter.id]);
  await run('update members set suspended_at = now() where id = $1', [suspended.id]);
  await run('insert into follows (follower_id, followed_id) values ($1, $2), ($2, $3), ($3, $2)', [friend.id, member.id, suspended.id]);
  await block(app, blocker, member);
  await block(app, member, suspended);
  await mute(app, muter, member);
  await run(`insert into reports (id, reporter_id, member_id, reason, note) values ($1, $2, $3, 'spam', 'canary note')`, [
    newId(),
    reporter.id,
    member.id,
  ]);
  const deletedId = newSecretId();
  canaries.push(deletedId);
  await run(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes, deleted_at)
     values ($1, $2, 'photo', 10, 10, '#000000', '\\x00', '{10}', 1, now())`,
    [deletedId, member.id],
  );
  await addTestPhoto(app, member, { title: 'canary deleted', deleted_at: new Date() });
  const storedHash = await app.db.rows<{ hash: string }>(
    `select encode(refresh_hash, 'hex') as hash from sessions where member_id = $1
     union all select encode(token_hash, 'hex') from session_tokens t join sessions s on s.id = t.session_id where s.member_id = $1
     union all select encode(token_hash, 'hex') from api_tokens where member_id = $1
     union all select encode(code_hash, 'hex') from recovery_codes where member_id = $1`,
    [member.id],
  );
  canaries.push(...storedHash.flatMap(({ hash }) => [hash, Buffer.from(hash, 'hex').toString('base64')]));

  const files = await exported();
  const everything = [...files].flat().join('\n');
  expect(canaries.filter((word) => everything.includes(word))).toEqual([]);
  expect(everything).toContain(friend.username);
  expect(everything).toContain(ownPost.id);
});

/** Every column that references a member, with its export file or the reason for leaving it out. */
const memberReferences: Record<string, { file: string } | { leftOut: string }> = {
  'announcement_dismissals.member_id': { leftOut: 'which announcements were put away' },
  'announcements.author_id': { leftOut: 'what admins say for the community is the community’s to keep' },
  'active_days.member_id': { leftOut: 'on which of the last days they were here, to be counted' },
  'activity_mails.member_id': { leftOut: 'which of the notifications were mailed' },
  'appeals.member_id': { file: 'appeals.json' },
  'applications.decider_id': { leftOut: 'what organisers decide about others is those members’ own affair' },
  'applications.member_id': { file: 'account.json' },
  'billing_customers.member_id': { file: 'plan.json' },
  'blocks.blocked_id': { leftOut: 'who keeps somebody away is their own affair' },
  'blocks.blocker_id': { file: 'blocks.json' },
  'category_tallies.member_id': { leftOut: 'counted from the posts' },
  'challenge_entries.member_id': { file: 'challenges.json' },
  'challenge_feedback.member_id': { file: 'challenges.json' },
  'challenge_votes.member_id': { file: 'challenges.json' },
  'challenges.member_id': { leftOut: 'what admins say for the community is the community’s to keep' },
  'comment_likes.member_id': { file: 'comment-likes.json' },
  'comment_mentions.member_id': { leftOut: 'stands in what others wrote' },
  'comments.member_id': { file: 'comments.json' },
  'conversation_members.member_id': { file: 'conversations.json' },
  'conversations.created_by': { leftOut: 'a group belongs to all its members' },
  'conversations.first_id': { leftOut: 'the same members as in conversation_members' },
  'conversations.second_id': { leftOut: 'the same members as in conversation_members' },
  'digests.member_id': { leftOut: 'when the last mail of the week went out' },
  'email_changes.member_id': { file: 'account.json' },
  'exhibition_curators.member_id': { file: 'exhibitions.json' },
  'exhibition_works.member_id': { file: 'exhibitions.json' },
  'export_leases.member_id': { leftOut: 'that an export is written, for as long as it is' },
  'followed_categories.member_id': { file: 'profile.json' },
  'followed_tags.member_id': { file: 'profile.json' },
  'follows.followed_id': { file: 'followers.json' },
  'follows.follower_id': { file: 'following.json' },
  'forum_category_tracks.member_id': { file: 'forum-categories.json' },
  'forum_drafts.member_id': { file: 'forum-drafts.json' },
  'forum_poll_votes.member_id': { file: 'forum-votes.json' },
  'forum_post_likes.member_id': { file: 'forum-likes.json' },
  'forum_post_mentions.member_id': { leftOut: 'stands in what others wrote' },
  'forum_post_versions.edited_by': { leftOut: 'stands in what others wrote, or in one’s own versions' },
  'forum_posts.author_id': { file: 'forum-posts.json' },
  'forum_topics.author_id': { file: 'forum-posts.json' },
  'forum_tracks.member_id': { file: 'forum-topics-read.json' },
  'forum_uploads.member_id': { file: 'forum-images.json' },
  'pending_media.member_id': { leftOut: 'images for a day, which images.member_id exports' },
  'pending_posts.decider_id': { leftOut: 'what organisers decide about others is those members’ own affair' },
  'pending_posts.member_id': { file: 'pending.json' },
  'identities.member_id': { file: 'account.json' },
  'images.member_id': { file: 'posts.json' },
  'imported_rows.member_id': { leftOut: 'that the account came from another forum' },
  'invitations.member_id': { file: 'invitations.json' },
  'invited_members.inviter_id': { leftOut: 'who came by it is their own affair' },
  'invited_members.member_id': { file: 'account.json' },
  'likes.member_id': { file: 'likes.json' },
  'mail_failures.member_id': { leftOut: 'that a mail could not be sent, kept a week for the operator' },
  'member_interests.member_id': { file: 'profile.json' },
  'message_images.member_id': { file: 'message-images.json' },
  'message_reactions.member_id': { file: 'message-reactions.json' },
  'messages.author_id': { file: 'messages.json' },
  'messages.notice_member': { leftOut: 'stands in what others wrote' },
  'moderation_log.actor_id': { leftOut: 'what organisers do for the community is the community’s to keep' },
  'moderation_log.member_id': { leftOut: 'what organisers did about them, which they were told' },
  'mutes.muted_id': { leftOut: 'a mute is silent' },
  'mutes.muter_id': { file: 'mutes.json' },
  'new_account_links.member_id': { leftOut: 'kept for a day, to notice a link that many write' },
  'notifications.actor_id': { leftOut: 'what others are notified of' },
  'notifications.member_id': { file: 'notifications.json' },
  'oauth_handoffs.member_id': { leftOut: 'a secret for a minute' },
  'api_tokens.member_id': { file: 'account.json' },
  'passkey_challenges.member_id': { leftOut: 'a secret for minutes' },
  'passkeys.member_id': { file: 'account.json' },
  'password_resets.member_id': { leftOut: 'a secret for an hour' },
  'alt_proposals.member_id': { file: 'proposed-descriptions.json' },
  'people_shown.member_id': { file: 'named-in.json' },
  'photo_imports.member_id': { file: 'imports.json' },
  'photos.member_id': { file: 'posts.json' },
  'pinned_photos.member_id': { file: 'profile.json' },
  'plan_grants.member_id': { file: 'plan.json' },
  'profile_flips.member_id': { leftOut: 'work on counts, for a moment' },
  'forum_author_counts.author_id': { leftOut: 'how many of their posts there are' },
  'forum_departures.member_id': { leftOut: 'work on counts, for a moment' },
  'push_subscriptions.member_id': { file: 'sessions.json' },
  'recovery_codes.member_id': { file: 'account.json' },
  'report_notes.author_id': { leftOut: 'what organisers do for the community is the community’s to keep' },
  'reports.assignee_id': { leftOut: 'what organisers do for the community is the community’s to keep' },
  'reports.member_id': { leftOut: 'would tell who reported somebody' },
  'report_evidence.owner_id': { leftOut: 'would tell who reported what is theirs' },
  'reports.owner_id': { leftOut: 'would tell who reported what is theirs' },
  'reports.reporter_id': { file: 'reports.json' },
  'rules_acceptances.member_id': { file: 'account.json' },
  'saved_posts.member_id': { file: 'saved-posts.json' },
  'series.member_id': { file: 'series.json' },
  'warnings.member_id': { leftOut: 'what organisers did about them, which they were told' },
  'sessions.member_id': { file: 'sessions.json' },
  'totp_secrets.member_id': { file: 'account.json' },
};
