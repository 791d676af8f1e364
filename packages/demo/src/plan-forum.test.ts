import * as limits from '@mbari/contract/platform/limits';
import { describe, expect, it } from 'vitest';
import { people } from './people.ts';
import { planCommunity } from './plan-community.ts';
import { writtenTopics } from './written-topics.ts';

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
