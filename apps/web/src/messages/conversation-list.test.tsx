import { countConversations, listConversations, readConversation } from '@mbari/contract/messages/conversations';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hintArrived } from '~/platform/lib/hints.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aConversation } from '~/testing/a-conversation.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { ConversationList } from './conversation-list.tsx';

const group = (title: string, hour: number, is_pinned = false) =>
  aConversation({ id: title, title, is_group: true, is_pinned, last_at: `2026-11-30T0${hour}:00:00.000Z` });

test('a changed conversation moves to its place below the pinned ones, without fetching the list', async () => {
  const server = fakeServer();
  signIn('a-token', aMember());
  server.answer(countConversations, { data: { unread: 0, requests: 0 } });
  const data = [group('Pinned', 1, true), group('Weavers', 5), group('Carvers', 4), group('Dyers', 3)];
  server.answer(listConversations, { data, meta: { next_cursor: null } });
  await renderScreen(<ConversationList list="inbox" isAlone onChoose={() => undefined} onSearch={() => undefined} />);
  await screen.findByText('Dyers');
  const asked = server.bodiesOf(listConversations).length;
  server.answer(readConversation, { data: group('Dyers', 6) });
  hintArrived({ event: 'messages', id: 'Dyers' });
  const titles = () => screen.getAllByRole('link').flatMap(({ textContent }) => /Pinned|Weavers|Carvers|Dyers/.exec(textContent) ?? []);
  await expect.poll(titles).toEqual(['Pinned', 'Dyers', 'Weavers', 'Carvers']);
  expect(server.bodiesOf(listConversations)).toHaveLength(asked);
});
