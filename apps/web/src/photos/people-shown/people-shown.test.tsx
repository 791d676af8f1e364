import { listMembers } from '@mbari/contract/people/directory';
import { saveForumSettings } from '@mbari/contract/people/settings';
import type { Spot } from '@mbari/contract/photos/comments';
import { answerNameRequest, namePerson, placePerson, unnamePerson } from '@mbari/contract/photos/people-shown';
import { readPhoto } from '@mbari/contract/photos/posts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NamePeople } from './name-people.tsx';
import { PeopleShown } from './people-shown.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

const person = (name: string, own: { id?: string; is_asked?: boolean; place?: Spot } = {}) => ({
  ...aPhoto().user,
  id: name,
  name,
  username: name.toLowerCase(),
  is_asked: false,
  place: null,
  ...own,
});
const shownImages = vi.fn<(index: number) => void>();
const show = (...people: ReturnType<typeof person>[]) =>
  renderScreen(
    <>
      <div className="viewer-photo" />
      <PeopleShown
        photo={aPhoto({ user: { ...aPhoto().user, id: 'another', name: 'Kwame' }, images: [anImage(), anImage({ id: 'image-2' })] })}
        people={people}
        image={anImage()}
        onShow={shownImages}
      />
    </>,
  );
const at = (x: number, y: number, image = 'image-1') => ({ image_id: image, x, y });
const press = (name: string) => screen.getByRole('button', { name });

test('three names are shown, and the others on demand', async () => {
  const { user } = await show(...['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe'].map((name) => person(name)));
  const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Ada', 'Bola', 'Chidi']);
  await user.click(press('2 more'));
  expect(names()).toEqual(['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe']);
});

test('the member accepts or refuses, and may undo the answer', async () => {
  server.answer(answerNameRequest, { message: '' });
  const { user } = await show(person('Ada', { id: aMember().id, is_asked: true }));
  expect(screen.getByText('Kwame').closest('p')?.textContent).toBe('Kwame would like to name you in this photo.');
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(press('Not me'));
  await expect.poll(() => document.activeElement?.textContent).toContain('You are not named in this photo.');
  await user.click(press('Undo'));
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(/You are named in this photo/)).toBeDefined();
  expect(server.bodiesOf(answerNameRequest)).toEqual([{ answer: 'refused' }, { answer: 'asked' }, { answer: 'accepted' }]);
});

test('refusing all requests asks first and is a setting', async () => {
  server.answer(saveForumSettings, { message: '', data: { ...aMember().forum_settings, may_be_named: false } });
  const { user } = await show(person('Ada', { id: aMember().id, is_asked: true }));
  await user.click(press('Refuse all requests'));
  expect(server.bodiesOf(saveForumSettings)).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: 'Refuse all requests' }).at(-1)!);
  await expect.poll(() => server.bodiesOf(saveForumSettings)).toEqual([{ may_be_named: false }]);
});

test('the member takes an accepted name away', async () => {
  server.answer(answerNameRequest, { message: '' });
  const { user } = await show(person('Ada', { id: aMember().id }));
  await user.click(press('Take my name away'));
  await expect.poll(() => server.bodiesOf(answerNameRequest)).toEqual([{ answer: 'refused' }]);
});

test('the author finds and names a member, sees a refusal at the field, and takes a name away', async () => {
  const photo = aPhoto({ people: [person('Bola', { is_asked: true })] });
  server.answer(readPhoto, { data: photo });
  server.answer(listMembers, { data: [person('Ada')], meta: {} } as never);
  server.answer(unnamePerson, { message: '' });
  server.refuse(namePerson, { status: 422, errors: { username: ['This member cannot be named here.'] } });
  const { user } = await renderScreen(<NamePeople photo={photo} onClose={() => undefined} />);
  expect(screen.getByText('Bola').closest('li')?.textContent).toContain('asked');
  await user.type(screen.getByLabelText('Find a member'), 'ada');
  await user.click(await screen.findByRole('button', { name: 'Name Ada' }));
  expect(await screen.findByText('This member cannot be named here.')).toBeDefined();
  expect(server.bodiesOf(namePerson)).toEqual([{ username: 'ada' }]);
  await user.click(press('Remove Bola'));
  await expect.poll(() => server.bodiesOf(unnamePerson)).toHaveLength(1);
});

test('a name with a place shows it on the photo while it is focused; a press leads to the link there, and Escape back', async () => {
  const { user } = await show(person('Ada', { place: at(0.1, 0.1) }), person('Bola', { place: at(0.5, 0.9, 'image-2') }));
  const link = () => screen.queryByRole('link')?.textContent;
  await user.tab();
  expect([document.activeElement, link()]).toEqual([press('Ada, upper left'), 'Ada']);
  await user.tab();
  expect(link()).toBeUndefined();
  await user.click(press('Bola, lower centre'));
  expect(shownImages.mock.calls).toEqual([[1]]);
  await user.click(press('Ada, upper left'));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ada' }));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(press('Ada, upper left'));
});

test('the author places a member by keyboard, moves and removes the mark', async () => {
  const photo = aPhoto({ people: [person('Ada')] });
  server.answer(readPhoto, { data: photo });
  server.answer(placePerson, { message: '' });
  const { user } = await renderScreen(<NamePeople photo={photo} onClose={() => undefined} />);
  await user.click(press('Show where Ada is'));
  expect(screen.queryByRole('button', { name: 'Remove the mark' })).toBeNull();
  await user.keyboard('{ArrowLeft}{Shift>}{ArrowDown}{/Shift}');
  server.answer(readPhoto, { data: aPhoto({ people: [person('Ada', { place: at(0.25, 0.25) })] }) });
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Remove the mark' })).toBeDefined();
  expect(screen.getAllByText('Ada, upper left').length).toBeGreaterThan(0);
  await user.click(press('Remove the mark'));
  await expect.poll(() => server.bodiesOf(placePerson)).toEqual([{ place: at(0.49, 0.55) }, { place: null }]);
  await expect.poll(() => screen.queryByText('Where is Ada?')).toBeNull();
});
