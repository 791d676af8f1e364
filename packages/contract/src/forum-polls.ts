import { callsOf } from './endpoint.ts';
import type { forumPollShapes } from './shapes/forum-polls.ts';

const call = callsOf<typeof forumPollShapes>();

export const votePoll = call('votePoll', {
  method: 'PUT',
  path: '/forum/topics/{id}/posts/{postId}/poll/vote',
  access: 'onboarded',
  takes: 'json',
  summary: 'Vote in a poll. What is sent stands instead of what was chosen before; nothing takes it back.',
  refuses: ['not_found', 'locked', 'poll_closed'],
});
export const closePoll = call('closePoll', {
  method: 'POST',
  path: '/forum/topics/{id}/posts/{postId}/poll/close',
  access: 'onboarded',
  summary: 'Close a poll before its end: the author of the post or an organiser.',
  refuses: ['not_found', 'not_author'],
});
export const listPollVoters = call('listPollVoters', {
  method: 'GET',
  path: '/forum/topics/{id}/posts/{postId}/poll/voters',
  access: 'onboarded',
  summary: 'Who voted for a choice, once the poll is closed.',
  refuses: ['not_found', 'forbidden'],
});
