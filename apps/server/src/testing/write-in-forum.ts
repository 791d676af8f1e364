import type { TestApp, TestMember } from './app.ts';
import { addTestReply, addTestTopic, type TestTopic, welcome } from './forum.ts';
import { addTestPoll, addTestVote } from './polls.ts';

/** Adds topics in which the member and the friend write, and like, mention and report each other. */
export async function writeInForum(
  app: TestApp,
  mark: string,
  { member, friend }: { member: TestMember; friend: TestMember },
): Promise<void> {
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
