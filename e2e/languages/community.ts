import { licenseTerms } from '@mbari/contract/photos/post-fields';
import type { APIRequestContext } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { addCategory, begin, beginAbout, type MadeTopic, reply, uploadImage } from '../forum.ts';
import { bringIn, newMember } from '../members.ts';
import { follow } from '../people.ts';
import { headersOf, post, type Someone } from '../posts.ts';

export interface Community {
  /** A member with a plan, photos, followers and notifications. */
  maker: Someone;
  /** A member whose plan has ended. */
  visitor: Someone;
  admin: Someone;
  photo: string;
  photos: string[];
  /** A series by `maker`, and an empty one. */
  series: string[];
  /** An open exhibition by `maker`, and a draft by `visitor`, who asks `maker` for a work and to curate. */
  exhibitions: string[];
  /** Announced, running, in its vote, and with results. `maker` and `visitor` entered those that have begun. */
  challenges: string[];
  /** With `visitor`, a group of both, and a request by `admin`. All are conversations of `maker`. */
  conversations: string[];
  topic: MadeTopic;
  /** A solved topic about a photo, with images. */
  solved: { id: string; slug: string };
  category: { id: string; slug: string };
  /** Adds a member whom nobody follows, mutes or blocks. */
  addMember: () => Promise<Someone>;
  /** Texts on the screens that the product does not translate. */
  data: string[];
}

/** Creates members and content without Latin letters, and activities that cause notifications. */
export async function bringCommunity(request: APIRequestContext, dataFolder: string): Promise<Community> {
  const maker = await someone(dataFolder, 'አበበ ቢቂላ', { plan: 'Premium' });
  const visitor = await someone(dataFolder, 'ሰላም ታደሰ', { plan: 'Premium' });
  const admin = await someone(dataFolder, 'ጥሩነሽ', { role: 'admin' });
  const people = { maker, visitor, admin };
  const call = callAs(request);
  const photos = await bringPhotos(request, call, people);
  const [photo = ''] = photos;
  const series = [await bringSeries(call, maker, 'ሐርማታን', [photos[2]!, photo]), await bringSeries(call, maker, 'ባዶ', [])];
  const exhibitions = await bringExhibitions(call, people, photos);
  const challenges = await bringChallenges(call, people, photos, dataFolder);
  const category = await addCategory(dataFolder, 'መንደር');
  const { topic, answer } = await bringTopic(request, call, people, category.id);
  for (const [who, subject_type, subject_id] of [
    [visitor, 'photo', photo],
    [visitor, 'user', maker.id],
    [maker, 'forum_post', answer.id],
  ] as const)
    await call(who, 'POST', '/reports', { subject_type, subject_id, reason: 'spam', note: 'ተመልከቱ' });
  const solved = await beginAbout(request, maker, { category: category.id, title: 'ስለ ሰማያዊ', body: 'እንዴት?', photo });
  const image = await uploadImage(request, visitor, { color: '#c8922c', alt: 'ጥላ' });
  const solution = await reply(request, visitor, solved.id, `![](photo:${image})`);
  await call(maker, 'POST', `/forum/topics/${solved.id}/solve`, { post_id: solution.id });
  const conversations = await bringConversations(call, people, photos);
  await withDatabase({ dataFolder }, async (db) => {
    await db.query(`update members set plan_ends_at = now() - interval '1 day' where id = $1`, [visitor.id]);
    await db.query(`update photos set license = 'CC-BY-4.0' where id = $1`, [photo]);
    await db.query('update photos set is_comparison = true where id = $1', [photos[2]]);
    await db.query(`update photo_images set camera = '{"camera": "ካሜራ", "focal_length": 23, "iso": 160}' where photo_id = $1`, [photo]);
  });
  const tagline = await writePages(call, admin);
  const data = [
    ...Object.values(people).flatMap(({ id, member: { username, email } }) => [id, email, username]),
    ...(await namesOfCategories(call, maker)),
    // The tagline is in the language of the site.
    tagline,
    ...Object.values(licenseTerms).map(({ name }) => name),
    // Texts that `bringIn` writes for every member.
    ...['I make things by hand.', 'Weaver', 'Premium'],
  ];
  const addMember = () => someone(dataFolder, 'ኃይሌ', {});
  return { ...people, photo, photos, series, exhibitions, challenges, conversations, topic, solved, category, addMember, data };
}

type People = Pick<Community, 'maker' | 'visitor' | 'admin'>;
type Call = ReturnType<typeof callAs>;

const callAs = (request: APIRequestContext) => async (who: Someone, method: string, path: string, data?: object) => {
  const answer = await request.fetch(`/api/v1${path}`, { method, headers: headersOf(who), ...(data && { data }) });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer;
};

/** Creates photos of members who follow each other. The first has likes and comments, and shows the visitor, who is asked. */
async function bringPhotos(request: APIRequestContext, call: Call, { maker, visitor }: People): Promise<string[]> {
  const images = ['#a33c1e', '#1f2f7a', '#2f6b43'].map((color, index) => ({ color, alt: `ቀለም ${index}` }));
  const photos = [
    await post(request, maker, { title: 'ሰማያዊ', description: 'ጨርቅ', images }),
    await post(request, visitor, { title: 'ቢጫ' }),
    await post(request, maker, { title: 'ቀይ', images: images.slice(0, 2) }),
  ];
  const [photo = ''] = photos;
  await follow(request, visitor, maker);
  await follow(request, maker, visitor);
  await call(visitor, 'POST', `/photos/${photo}/like`);
  for (const who of [visitor, maker]) await call(who, 'POST', `/photos/${photo}/comments`, { content: `@${maker.member.username} ውብ` });
  await call(maker, 'POST', `/photos/${photo}/people`, { username: visitor.member.username });
  const { data } = (await (await call(maker, 'GET', `/photos/${photo}`)).json()) as { data: { images: { id: string }[] } };
  await call(maker, 'PUT', `/photos/${photo}/people/${visitor.id}`, { place: { image_id: data.images[0]!.id, x: 0.5, y: 0.5 } });
  return photos;
}

async function bringSeries(call: Call, author: Someone, title: string, photo_ids: string[]): Promise<string> {
  const { data } = (await (await call(author, 'POST', '/series', { title, body: 'ቃል' })).json()) as { data: { id: string } };
  await call(author, 'PUT', `/series/${data.id}`, { photo_ids, version: 1 });
  return data.id;
}

async function bringExhibitions(call: Call, { maker, visitor }: People, [photo, asked, other]: string[]): Promise<string[]> {
  const create = async (who: Someone, title: string): Promise<string> => {
    const { data } = (await (await call(who, 'POST', '/exhibitions', { title, body: 'ቃል' })).json()) as { data: { id: string } };
    return data.id;
  };
  const [open, draft] = [await create(maker, 'አራት ሰዓት'), await create(visitor, 'ረቂቅ')];
  const rooms = [{ title: 'ጥላ', text: 'ግድግዳ', items: [{ photo_id: photo }, { text: 'ቃል' }, { photo_id: asked }] }];
  await call(maker, 'PUT', `/exhibitions/${open}`, { rooms, opens_at: new Date(Date.now() - 60_000).toISOString(), version: 1 });
  await call(visitor, 'PUT', `/exhibitions/${open}/works/${asked}`, { is_accepted: true });
  await call(visitor, 'PUT', `/exhibitions/${draft}`, { rooms: [{ title: 'ጓሮ', items: [{ photo_id: other }] }], version: 1 });
  await call(visitor, 'POST', `/exhibitions/${draft}/curators`, { member_id: maker.id });
  return [open, draft];
}

async function bringConversations(call: Call, { maker, visitor, admin }: People, [photo]: string[]): Promise<string[]> {
  const begin = async (who: Someone, others: Someone[], body: string): Promise<string> => {
    const begun = { member_ids: others.map(({ id }) => id), is_group: others.length > 1, message: { body } };
    return ((await (await call(who, 'POST', '/conversations', begun)).json()) as { data: { id: string } }).data.id;
  };
  const [pair, group] = [await begin(maker, [visitor], 'ሰላም'), await begin(visitor, [maker, admin], 'ቅዳሜ')];
  const sent = await call(visitor, 'POST', `/conversations/${pair}/messages`, { body: 'ይህ?', photo_id: photo });
  const { data } = (await sent.json()) as { data: { id: string } };
  await call(maker, 'PUT', `/messages/${data.id}/reaction`, { reaction: 'love' });
  await call(maker, 'POST', `/conversations/${pair}/messages`, { body: 'ውብ', reply_to: data.id });
  await call(visitor, 'POST', `/conversations/${pair}/messages`, { body: 'አመሰግናለሁ' });
  return [pair, group, await begin(admin, [maker], 'ግድግዳ')];
}

/** Entries are sent while all challenges run. Then the database moves their times. */
async function bringChallenges(
  call: Call,
  { maker, visitor, admin }: People,
  [photo, other]: string[],
  dataFolder: string,
): Promise<string[]> {
  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const times = { starts_at: at(-1), entries_end_at: at(50), voting_end_at: at(100) };
  const challenges: string[] = [];
  for (const title of ['ጥላ', 'ብርሃን', 'ውሃ', 'እጆች']) {
    const brief = { title, body: 'ቃል', rules: 'ደንብ', ...times, ...(title === 'ጥላ' && { starts_at: at(24) }) };
    const { data } = (await (await call(admin, 'POST', '/challenges', brief)).json()) as { data: { id: string } };
    challenges.push(data.id);
    if (title === 'ጥላ') continue;
    await call(maker, 'POST', `/challenges/${data.id}/entries`, { photo_id: photo });
    await call(visitor, 'POST', `/challenges/${data.id}/entries`, { photo_id: other });
  }
  await withDatabase({ dataFolder }, async (db) => {
    // Voters are older than the challenge.
    await db.query(`update members set created_at = created_at - interval '1 day' where role = 'admin'`);
    await db.query(`update challenges set entries_end_at = now() - interval '1 minute' where id = any($1)`, [challenges.slice(2)]);
    await db.query(`update challenges set voting_end_at = now(), counted_at = now(), votes_count = 0 where id = $1`, [challenges[3]]);
  });
  return challenges;
}

/** Creates a topic with a poll, a quote, an edited post and a deleted post. */
async function bringTopic(request: APIRequestContext, call: Call, { maker, visitor, admin }: People, category: string) {
  const poll = { question: 'የትኛው?', choices: ['አንድ', 'ሁለት'] };
  const topic = await begin(request, maker, { category, title: 'የመጀመሪያው ጥያቄ', body: 'ምን ይሻላል?', poll });
  const answer = await reply(request, visitor, topic.id, `@${maker.member.username} ይህ`);
  await reply(request, admin, topic.id, `> [!quote ${answer.id}] ይህ\n\nአይ`, answer.id);
  const deleted = await reply(request, visitor, topic.id, 'ይጥፋ');
  await reply(request, maker, topic.id, 'ለምን?', deleted.id);
  await call(visitor, 'PUT', `/forum/topics/${topic.id}/posts/${answer.id}`, { body: `@${maker.member.username} ይህ ነው` });
  await call(visitor, 'DELETE', `/forum/topics/${topic.id}/posts/${deleted.id}`);
  return { topic, answer };
}

/** Writes the about and privacy pages, and returns the default tagline. */
async function writePages(call: Call, admin: Someone): Promise<string> {
  const { data: site } = (await (await call(admin, 'GET', '/admin/site')).json()) as {
    data: { version: number; defaults: { tagline: string } };
  };
  await call(admin, 'PUT', '/admin/site', { version: site.version, about: 'ስለ እኛ', privacy: 'ግላዊነት' });
  return site.defaults.tagline;
}

async function namesOfCategories(call: Call, maker: Someone): Promise<string[]> {
  const { data: kinds } = (await (await call(maker, 'GET', '/categories')).json()) as { data: { name: string; slug: string }[] };
  const { data: categories } = (await (await call(maker, 'GET', '/forum/categories')).json()) as {
    data: { name: string; description: string }[];
  };
  return [...kinds.flatMap(({ name, slug }) => [name, slug]), ...categories.flatMap(({ name, description }) => [name, description])];
}

async function someone(dataFolder: string, name: string, columns: Parameters<typeof bringIn>[2]): Promise<Someone> {
  const member = { ...newMember('Zz'), name };
  return { member, ...(await bringIn(dataFolder, member, columns)) };
}
