import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as limits from '@mbari/contract/platform/limits';
import { describe, expect, it, test } from 'vitest';
import { altTexts } from './alt-texts.ts';
import { people } from './people.ts';
import { planCommunity, wholeDemo } from './plan-community.ts';
import { answers, craftRemarks, remarks } from './plan-conversations.ts';
import { writtenTopics } from './plan-forum.ts';
import { families, familyOf } from './plan-images.ts';

describe('the people of the demo', () => {
  it('demo people respect the limits of profile fields', () => {
    for (const { name, username, bio, occupation, works } of people) {
      expect(username).toMatch(/^(?=.*[a-z])[a-z0-9_.]{3,30}$/);
      expect([...name].length).toBeLessThanOrEqual(limits.name);
      expect([...bio].length).toBeLessThanOrEqual(limits.bio);
      expect([...occupation].length).toBeLessThanOrEqual(limits.occupation);
      for (const [image, title, story] of works) {
        expect(families).toContain(familyOf(image));
        expect([...title].length).toBeLessThanOrEqual(limits.title);
        expect([...story].length).toBeLessThanOrEqual(limits.description);
      }
    }
  });

  it('demo texts are in NFC, like stored texts', () => {
    const texts = [
      ...people.flatMap(({ name, bio, works }) => [name, bio, ...works.flatMap(([, title, story]) => [title, story])]),
      ...remarks,
      ...answers,
      ...Object.values(craftRemarks).flat(),
    ];
    expect(texts.filter((text) => text !== text.normalize('NFC').trim())).toEqual([]);
  });
});

describe('plan community', () => {
  const now = new Date('2026-05-01T12:00:00Z');

  describe('the plan of the demo', () => {
    const plan = planCommunity(7, now);

    it('the plan is deterministic for a seed and differs between seeds', () => {
      expect(planCommunity(7, now)).toEqual(plan);
      expect(planCommunity(8, now).posts.map((post) => post.title)).not.toEqual(plan.posts.map((post) => post.title));
    });

    it('the plan has about forty members and two hundred posts with distinct titles', () => {
      expect(plan.members.length).toBeGreaterThanOrEqual(40);
      expect(plan.posts).toHaveLength(200);
      expect(new Set(plan.posts.map((post) => post.title)).size).toBe(200);
      expect(new Set(plan.posts.map(({ family }) => family)).size).toBe(families.length);
      expect(plan.members.filter(({ person }) => person.role === 'admin')).toHaveLength(1);
      expect(plan.members.filter(({ person }) => person.role === 'moderator')).toHaveLength(1);
    });

    it('in a community with members, demo people with taken usernames are skipped and nobody becomes an organiser', () => {
      const joined = planCommunity(7, now, wholeDemo, { taken: new Set([plan.members[3]!.person.username]) });
      expect(joined.members).toHaveLength(plan.members.length - 1);
      expect(joined.members.filter(({ person }) => person.role !== undefined)).toEqual([]);
      expect(joined.forum.log).toEqual([]);
    });

    it('only paid members have posts with several images', () => {
      const paid = new Set(plan.members.filter(({ person }) => person.plan).map(({ id }) => id));
      const several = plan.posts.filter((post) => post.images.length > 1);
      expect(several.length).toBeGreaterThan(5);
      expect(several.every((post) => paid.has(post.memberId) && post.images.length <= limits.imagesPaid)).toBe(true);
    });

    it('no like, comment or notification precedes its subject or lies in the future', () => {
      const posts = new Map(plan.posts.map((post) => [post.id, post]));
      const members = new Map(plan.members.map((member) => [member.id, member]));
      for (const { of, by, at } of plan.likes) {
        expect(at >= posts.get(of)!.createdAt && at <= now).toBe(true);
        expect(by).not.toBe(posts.get(of)!.memberId);
      }
      for (const { photoId, at } of plan.comments) expect(at >= posts.get(photoId)!.createdAt && at <= now).toBe(true);
      for (const { of, by, at } of plan.follows)
        expect(at >= members.get(of)!.createdAt && at >= members.get(by)!.createdAt && at <= now).toBe(true);
      expect(plan.posts.map(({ id }) => id)).toEqual(plan.posts.map(({ id }) => id).toSorted());
    });

    it('messages are in the order of time, by members of their conversation, and none lies in the future', () => {
      expect(plan.messages.length).toBeGreaterThan(5);
      for (const { members, messages } of plan.messages) {
        expect(messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).toSorted());
        expect(messages.every(({ authorId, at }) => at <= now && members.some(({ id }) => id === authorId))).toBe(true);
      }
    });

    it('replies are one level deep and answer an earlier comment of the same post', () => {
      const comments = new Map(plan.comments.map((comment) => [comment.id, comment]));
      const replies = plan.comments.filter(({ replyToId }) => replyToId !== null);
      expect(replies.length).toBeGreaterThan(50);
      for (const { photoId, threadId, replyToId, at } of replies) {
        const [thread, answered] = [comments.get(threadId!)!, comments.get(replyToId!)!];
        expect([thread.photoId, thread.threadId, answered.threadId ?? answered.id]).toEqual([photoId, null, threadId]);
        expect(at >= answered.at).toBe(true);
      }
    });

    it('three members ask for critique; others pin, and no answer precedes its question or lies in the future', () => {
      const authors = new Map(plan.posts.map(({ id, memberId }) => [id, memberId]));
      expect(plan.critiques.map(({ category, isHidden, closedAt }) => [category, isHidden, closedAt !== null])).toEqual([
        ['light', false, true],
        ['composition', false, false],
        ['colour', true, false],
      ]);
      expect(plan.critiques.map(({ answers }) => answers.length)).toEqual([5, 7, 5]);
      for (const { photoId, askedAt, closedAt, answers } of plan.critiques) {
        expect(askedAt > plan.posts.find(({ id }) => id === photoId)!.createdAt).toBe(true);
        for (const { memberId, threadId, content, at } of answers) {
          expect(at > askedAt && at < (closedAt ?? now)).toBe(true);
          if (threadId === null) expect(memberId).not.toBe(authors.get(photoId));
          expect([content.length <= limits.critiqueText, content.normalize('NFC')]).toEqual([true, content]);
        }
      }
    });

    it('no two comments on a post have the same text', () => {
      const said = plan.comments.map(({ photoId, content }) => `${photoId} ${content}`);
      expect(new Set(said).size).toBe(said.length);
      expect(said.length).toBeGreaterThan(400);
    });
  });
});

describe('plan forum', () => {
  const now = new Date('2026-05-01T12:00:00Z');

  describe('the forum of the demo', () => {
    const { forum, posts: photos, members } = planCommunity(7, now);
    const replies = forum.topics.flatMap(({ posts }) => posts);

    it('every category has about twelve topics; one topic is pinned, one is locked, two are solved', () => {
      expect(forum.topics).toHaveLength(writtenTopics.length);
      expect(writtenTopics.length).toBeGreaterThanOrEqual(12);
      expect(new Set(forum.topics.map(({ category }) => category)).size).toBe(5);
      expect(forum.topics.filter(({ isPinned }) => isPinned)).toHaveLength(1);
      expect(forum.topics.filter(({ isLocked }) => isLocked)).toHaveLength(1);
      expect(forum.topics.filter(({ solvedPostId }) => solvedPostId !== null)).toHaveLength(2);
      expect(replies.filter(({ before }) => before !== null)).toHaveLength(2);
    });

    it('mentions, photos and quotes refer to existing content', () => {
      const usernames = new Set(people.map(({ username }) => username));
      for (const { by } of writtenTopics.flatMap((topic) => topic.posts)) expect(usernames).toContain(by);
      for (const topic of writtenTopics.filter(({ photo }) => photo !== undefined))
        expect(forum.topics.find(({ title }) => title === topic.title)?.photoId, topic.title).not.toBeNull();
      for (const { body } of replies) {
        for (const [, name = ''] of body.matchAll(/@([a-z_.]*[a-z])/g)) expect(usernames).toContain(name);
        for (const [, id] of body.matchAll(/\[!quote ([^\]]*)\]/g)) expect(replies.map((reply) => reply.id)).toContain(id);
        for (const [, id] of body.matchAll(/\(photo:([^)]*)\)/g)) expect(photos.map((photo) => photo.id)).toContain(id);
        expect(body.length).toBeLessThan(limits.forumBody);
      }
      expect(replies.filter(({ body }) => body.includes('[!quote ')).length).toBeGreaterThan(4);
      expect(replies.filter(({ body }) => body.includes('](photo:')).length).toBeGreaterThan(2);
    });

    it('no forum post precedes its answered post or the topic’s photo, or lies in the future', () => {
      const at = new Map(replies.map((reply) => [reply.id, reply.at]));
      for (const { posts, photoId, createdAt } of forum.topics) {
        expect(posts.map((post) => post.at.getTime())).toEqual(posts.map((post) => post.at.getTime()).sort((a, b) => a - b));
        expect(posts.map(({ number }) => number)).toEqual(posts.map((_, index) => index + 1));
        const photo = photos.find(({ id }) => id === photoId);
        if (photo) expect(createdAt > photo.createdAt).toBe(true);
      }
      for (const reply of replies) {
        expect(reply.at < now).toBe(true);
        if (reply.replyToId !== null) expect(at.get(reply.replyToId)! < reply.at).toBe(true);
      }
      for (const like of forum.likes) expect(like.at >= at.get(like.of)! && like.at <= now).toBe(true);
    });

    it('replies and answers create notifications, some unread, and the log has the admin’s pins and locks', () => {
      const posts = new Map(replies.map((reply) => [reply.id, reply]));
      expect(forum.notifications.some(({ isRead }) => !isRead)).toBe(true);
      expect(forum.notifications.some(({ isRead }) => isRead)).toBe(true);
      expect(forum.notifications.some(({ type }) => type === 'solved')).toBe(true);
      for (const { memberId, actorId, postId, at } of forum.notifications) {
        expect(actorId).not.toBe(memberId);
        expect(at >= posts.get(postId)!.at && at <= now).toBe(true);
      }
      expect(forum.log.map(({ action }) => action).sort()).toEqual(['lock_topic', 'pin_topic']);
    });

    it('one poll is closed and one is open without votes of the demo accounts', () => {
      const [closed, open] = [forum.polls.find(({ closesAt }) => closesAt < now)!, forum.polls.find(({ closesAt }) => closesAt > now)!];
      const admin = members.find(({ person }) => person.role === 'admin')!;
      expect(open.votes.map(({ memberId }) => memberId)).not.toContain(admin.id);
      for (const { votes, closesAt } of [closed, open]) for (const { at } of votes) expect(at <= closesAt && at <= now).toBe(true);
      const voters = open.votes.map(({ memberId }) => memberId);
      expect(new Set(voters).size).toBe(voters.length);
    });

    it('the admin has unread posts in active topics', () => {
      const admin = members.find(({ person }) => person.role === 'admin')!;
      const lasts = new Map(forum.topics.map(({ id, posts }) => [id, posts.length]));
      const behind = forum.tracks.filter(({ memberId, topicId, readNumber }) => memberId === admin.id && readNumber < lasts.get(topicId)!);
      expect(behind.length).toBeGreaterThanOrEqual(3);
      expect(behind.length).toBeLessThan(forum.topics.length);
    });

    it('the forum of a small demo has topics and no broken quotes', () => {
      const few = planCommunity(3, now, { members: 6, posts: 5 }).forum;
      expect(few.topics.length).toBeGreaterThan(4);
      expect(JSON.stringify(few)).not.toMatch(/!quote \d\]|undefined/);
    });
  });
});

const folder = path.join(import.meta.dirname, '../images');
const plan = planCommunity(1961, new Date());
const planned = [...plan.members.flatMap(({ avatar }) => avatar ?? []), ...plan.posts.flatMap(({ images }) => images)];

test('every work has an image, and every image belongs to a work', () => {
  expect(plan.posts.filter(({ images }) => images.length === 0)).toEqual([]);
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  expect(planned.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
});

test('every image has an alternative text within the limit', () => {
  for (const alt of Object.values(altTexts)) {
    expect(alt.length).toBeGreaterThan(30);
    expect([...alt].length).toBeLessThanOrEqual(limits.alt);
  }
});

test('all images together take at most 4 MB', () => {
  const bytes = planned.reduce((sum, { file }) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(4_000_000);
});
