import { acceptAlt, declineAlt, listUndescribed, proposeAlt } from '@mbari/contract/photos/descriptions';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { AltProposals } from '~/notifications/alt-proposal.tsx';
import DescribePage from '~/pages/describe-page.tsx';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PostMenu } from './post-menu.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

const subscription = { is_active: false, is_paid_plan: false, plan_name: null };
const kwame = { ...aPhoto().user, id: 'kwame', name: 'Kwame', username: 'kwame', subscription };
const waits = (id: string) => ({ id, photo: aPhoto({ id: `post-${id}`, title: id, images: [anImage({ id, alt: '' })], user: kwame }) });
const show = async (...ids: string[]) => {
  server.answer(listUndescribed, { data: ids.map(waits), meta: { per_page: 20, next_cursor: null, described_share: 0.81 } });
  const { user } = await renderScreen(<DescribePage />);
  return { user, fields: await screen.findAllByLabelText<HTMLTextAreaElement>('What is in the photo?') };
};

test('Ctrl+Enter sends the description and goes to the next field; a skipped photo is gone', async () => {
  server.answer(proposeAlt, { message: '' });
  const { user, fields } = await show('well', 'drums', 'beads');
  expect(screen.getByText('81% of all photos are described')).toBeDefined();
  await user.type(fields[0]!, 'A woman climbs a stepped well');
  expect(screen.getByText('29 of 1,000')).toBeDefined();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect((await screen.findByRole('status')).textContent).toBe('Sent to Kwame. Thank you.');
  expect(server.bodiesOf(proposeAlt)).toEqual([{ image_id: 'well', text: 'A woman climbs a stepped well' }]);
  expect(document.activeElement).toBe(fields[1]);
  await user.click(screen.getAllByRole('button', { name: 'Skip' })[0]!);
  expect(screen.queryByRole('button', { name: 'Show “drums” large' })).toBeNull();
  expect(within(document.activeElement as HTMLElement).getByRole('button', { name: 'Show “beads” large' })).toBeDefined();
  await user.click(screen.getAllByRole('button', { name: 'Skip' })[0]!);
  expect(document.activeElement?.textContent).toBe('Describe');
});

test('J and K go through the rows outside the fields', async () => {
  const { user, fields } = await show('well', 'drums');
  const row = (index: number) => fields[index]!.closest('li');
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(row(index));
  }
  await user.type(fields[0]!, 'jj');
  expect(fields[0]!.value).toBe('jj');
});

test('a refused description stays in its field, with the reason', async () => {
  server.refuse(proposeAlt, { status: 409, message: 'This photo has been described meanwhile.' });
  const { user, fields } = await show('well');
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  expect(document.activeElement).toBe(fields[0]);
  await user.type(fields[0]!, 'A well');
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByText('This photo has been described meanwhile.')).toBeDefined();
  expect(fields[0]!.value).toBe('A well');
});

test('a post’s menu offers its images without a description', async () => {
  server.answer(proposeAlt, { message: '' });
  const { may_edit, may_delete, ...viewer } = aPhoto().viewer;
  const photo = aPhoto({
    images: [anImage(), anImage({ id: 'image-2', alt: '' })],
    user: kwame,
    viewer: { ...viewer, may_edit: !may_edit, may_delete: !may_delete },
  });
  const { user } = await renderScreen(<PostMenu photo={photo} among={false} onHide={false} />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Describe' }));
  await user.type(await screen.findByLabelText('What is in the photo?'), 'Drums');
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  await expect.poll(() => server.bodiesOf(proposeAlt)).toEqual([{ image_id: 'image-2', text: 'Drums' }]);
});

test('the author accepts a proposal as it is or edited, or declines it', async () => {
  for (const call of [acceptAlt, declineAlt]) server.answer(call, { message: '' });
  const photo = aPhoto({ images: [anImage({ alt: '' }), anImage({ id: 'image-2', alt: '' })] });
  const proposals = ['well', 'drums'].map((text, index) => ({ id: text, image_id: `image-${index + 1}`, text, user: kwame }));
  const { user } = await renderScreen(<AltProposals photo={photo} proposals={proposals} />);
  expect(screen.getByText(/for image 2:/).textContent).toBe('Kwame proposes this description for image 2:');
  await user.click(screen.getAllByRole('button', { name: 'Accept' })[0]!);
  await user.click(screen.getAllByRole('button', { name: 'Edit' })[1]!);
  await user.type(screen.getByLabelText('Description'), ' on a blue wall');
  await user.click(screen.getByRole('button', { name: 'Save description' }));
  await expect.poll(() => server.bodiesOf(acceptAlt)).toEqual([{ text: 'well' }, { text: 'drums on a blue wall' }]);
  await user.click(screen.getAllByRole('button', { name: 'Decline' })[0]!);
  await expect.poll(() => server.bodiesOf(declineAlt)).toHaveLength(1);
});
