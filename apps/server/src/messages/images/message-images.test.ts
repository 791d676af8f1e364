import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestConversation, addTestMessageImage, sendTestMessage } from '../../testing/messages.ts';
import { listOrphanFiles, listStoredImages } from '../../testing/stored-images.ts';

let app: TestApp;
let ada: TestMember;
let obi: TestMember;
let conversation: { id: string };
let file: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  file = await photoFile(700, 400);
  [ada, obi] = await addTestMembers(app, 'Ada', 'Obi');
  conversation = await addTestConversation(app, ada, obi);
});
afterAll(() => app.close());

const upload = (member: TestMember, key?: string, fields: Record<string, string | Buffer> = { image: file, alt: 'A loom' }) =>
  app.call('POST', '/messages/images', {
    token: member.token,
    form: formOf(fields),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const fetched = async (address: string): Promise<number> => (await fetch(`${app.url}${address}`)).status;
const send = (member: TestMember, ...ids: string[]) => sendTestMessage(app, member, conversation, { image_ids: ids });
const imagesFor = async (member: TestMember) =>
  (await app.call('GET', `/conversations/${conversation.id}/messages`, { token: member.token })).json.data.at(-1).images;
const sweep = async (): Promise<void> => {
  await addJob(app.db, 'sweep_message_images', null);
  await runJobs(app.context);
};

test('an uploaded image is shown to its owner, and once sent, to the other member, behind signed addresses', async () => {
  const { status, json } = await upload(ada);
  expect([status, json]).toMatchObject([201, { data: { alt: 'A loom', width: 700 }, receipt: { image_id: json.data.id } }]);
  expect(await fetched(json.data.image_path)).toBe(200);
  expect(await fetched(json.data.image_path.replace(/\?.*/, ''))).toBe(404);
  expect((await send(ada, json.data.id)).status).toBe(201);
  const [shown] = await imagesFor(obi);
  expect([shown.alt, await fetched(shown.image_path)]).toEqual(['A loom', 200]);
  expect(await listOrphanFiles(app)).toEqual([]);
});

test('uploading twice under one key, even concurrently, stores one image', async () => {
  const answers = await Promise.all(Array.from({ length: 3 }, () => upload(ada, 'one-image')));
  answers.push(await upload(ada, 'one-image'));
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.data?.id}`)).size).toBe(1);
  expect((await upload(ada, 'one-image', { image: file, alt: 'Another' })).json.code).toBe('idempotency_key_reused');
  expect(await listOrphanFiles(app)).toEqual([]);
});

test('images of others, sent before or missing cannot be sent, and send nothing', async () => {
  const [own, sent, other] = [
    await addTestMessageImage(app, ada),
    await addTestMessageImage(app, ada),
    await addTestMessageImage(app, obi),
  ];
  await send(ada, sent.id);
  for (const ids of [[own.id, other.id], [sent.id], [own.id, own.id], ['019ab000-0000-7000-8000-000000000009'], ['nonsense']]) {
    const { status, json } = await send(ada, ...ids);
    expect([status, json.reason]).toEqual([409, 'messageImageGone']);
  }
  expect((await send(ada, own.id)).status).toBe(201);
});

test('a member without storage left cannot upload', async () => {
  const full = await addTestMember(app);
  await addTestMessageImage(app, full);
  await app.db.run('update images set bytes = $2 where member_id = $1', [full.id, 5 * 1024 ** 3]);
  expect((await upload(full)).json.code).toBe('quota_exceeded');
});

test('images that were not sent, or whose message is gone, are deleted after a day', async () => {
  const [unsent, sent, gone, fresh] = [
    await addTestMessageImage(app, ada),
    await addTestMessageImage(app, ada),
    await addTestMessageImage(app, ada),
    await addTestMessageImage(app, ada),
  ];
  await send(ada, sent.id);
  const { json } = await send(ada, gone.id);
  await app.db.run('delete from messages where id = $1', [json.data.id]);
  const old = [unsent.id, sent.id, gone.id];
  await app.db.run(`update message_images set created_at = now() - interval '25 hours' where image_id = any($1::uuid[])`, [old]);
  await sweep();
  expect((await listStoredImages(app, [...old, fresh.id])).toSorted()).toEqual([sent.id, fresh.id].toSorted());
});
