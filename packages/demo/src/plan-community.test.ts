import * as limits from '@mbari/contract/platform/limits';
import { describe, expect, it } from 'vitest';
import { planCommunity, wholeDemo } from './plan-community.ts';
import { families } from './plan-images.ts';

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
