import { createCategory, type ListedCategory, updateCategory } from '@mbari/contract/photos/categories';
import { listPhotos } from '@mbari/contract/photos/feed';
import { followTag, listFollowedSubjects, unfollowTag } from '@mbari/contract/photos/followed-subjects';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testConflict, testForm } from '~/testing/test-form.tsx';
import { followedSubjects, FollowSubject } from './follow-subject.tsx';
import { PhotoCategoryDialog } from './photo-category-dialogs.tsx';
import { PhotoResults } from './photo-results.tsx';

describe('photo results', () => {
  const found = (total: number) => ({ data: [], meta: { total, total_is_capped: false, next_cursor: null } }) as never;

  /** Simulates the page, whose address contains the search text. */
  let search: (words: string) => void;
  function Page() {
    const [words, setWords] = useState('loom');
    useEffect(() => void (search = setWords), []);
    return <PhotoResults filters={{ words, category: '' }} onBrowseAll={() => undefined} />;
  }

  test('old results stay until new ones load, and an older search never replaces a newer one', async () => {
    const server = fakeServer();
    server.answer(listPhotos, found(3));
    await renderScreen(<Page />);
    await screen.findByText('3 photos');
    const answerSlow = server.keepWaiting(listPhotos);
    search('vat');
    await expect.poll(() => server.bodiesOf(listPhotos)).toHaveLength(2);
    expect(screen.getByText('3 photos')).toBeTruthy();
    server.answer(listPhotos, found(1));
    search('cloth');
    await screen.findByText('1 photo');
    answerSlow(found(5));
    search('loom');
    await screen.findByText('3 photos');
    search('cloth');
    await screen.findByText('1 photo');
    expect(screen.queryByText('5 photos')).toBeNull();
  });
});

const form = {
  button: 'Save',
  busy: 'Saving...',
  failure: 'The category could not be saved. Please try again.',
  answer: { message: '' } as never,
  refusable: { field: 'Name', name: 'name' },
};

testForm('a new category of photos', {
  ...form,
  draw: () => <PhotoCategoryDialog onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), 'Masks'),
  sends: createCategory,
  body: { name: 'Masks' },
});

testForm('a category of photos that is renamed', {
  ...form,
  draw: () => <PhotoCategoryDialog category={{ id: 'c1', name: 'Masks', version: 3 } as ListedCategory} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), ' and figures'),
  sends: updateCategory,
  body: { name: 'Masks and figures', version: 3 },
});

testConflict('a category of photos', {
  draw: () => <PhotoCategoryDialog category={{ id: 'c1', name: 'Masks', version: 3 } as ListedCategory} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), ' and figures'),
  sends: updateCategory,
  answer: { message: '' } as never,
  button: 'Save',
  stored: { id: 'c1', name: 'Carving', version: 4 },
  field: 'Name',
  name: 'name',
  mine: 'Masks and figures',
  theirs: 'Carving',
});

describe('follow subject', () => {
  function Page() {
    const { data } = useQuery(followedSubjects);
    return data?.tags.map((tag) => <FollowSubject key={tag.tag} subject={tag} />);
  }

  function serverWith(is_following: boolean) {
    const server = fakeServer();
    server.answer(listFollowedSubjects, { data: { tags: [{ tag: 'Lagos', is_following }], categories: [] } });
    return server;
  }

  const lead = () => screen.queryByRole('link', { name: 'Show in Following feed' });

  test('an unfollowed tag stays, so that it can be followed again', async () => {
    const server = serverWith(true);
    server.answer(unfollowTag, { message: '', data: { is_following: false } });
    const { user } = await renderScreen(<Page />);
    await user.click(await screen.findByRole('button', { name: 'Following #Lagos', pressed: true }));
    await screen.findByRole('button', { name: 'Follow #Lagos', pressed: false });
    expect(server.bodiesOf(unfollowTag)).toHaveLength(1);
  });

  test('a refused follow is reverted, with the reason', async () => {
    const server = serverWith(false);
    server.refuse(followTag, { status: 409, code: 'conflict', message: 'You can follow at most 200 tags. Unfollow one first.' });
    const { user } = await renderScreen(<Page />);
    await user.click(await screen.findByRole('button', { name: 'Follow #Lagos', pressed: false }));
    await expect.poll(shownToasts).toEqual(['You can follow at most 200 tags. Unfollow one first.']);
    await screen.findByRole('button', { name: 'Follow #Lagos', pressed: false });
  });

  test.each([
    [false, true],
    [true, false],
  ])('the way to the setting is shown only while the setting is off: %s', async (on, isShown) => {
    serverWith(true);
    signIn('a-token', aMember({ forum_settings: { ...aMember().forum_settings, tags_in_following: on } }));
    await renderScreen(<Page />);
    await screen.findByRole('button', { name: 'Following #Lagos' });
    expect(lead() !== null).toBe(isShown);
  });
});
