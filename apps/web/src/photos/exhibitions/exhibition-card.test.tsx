import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { anExhibition } from '~/testing/an-exhibition.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { ExhibitionCard } from './exhibition-card.tsx';

const me = aMember();
const open = (curatorId: string) => {
  signIn('a-token', aMember({ forum_settings: { ...me.forum_settings, muted_words: ['indigo'] } }));
  const [curator] = anExhibition().curators;
  return renderScreen(<ExhibitionCard exhibition={anExhibition({ title: 'Indigo', curators: [{ ...curator!, id: curatorId }] })} />);
};

test('a title with a muted word is folded until the member asks for it', async () => {
  const { user } = await open('someone-else');
  expect(screen.queryByText('Indigo')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Indigo')).toBeTruthy();
});

test('curators see their own exhibition despite their muted words', async () => {
  await open(me.id);
  expect(screen.getByText('Indigo')).toBeTruthy();
});
