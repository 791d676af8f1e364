import { readPhoto } from '@mbari/contract/photos/posts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { Scrim } from './scrim.tsx';
import { WarningField } from './warning-field.tsx';

const warning = { reason: 'death', by: 'author', is_blurred: true, decision_id: null } as const;
const blurred = aPhoto({ warning, images: [anImage({ alt: '' })] });
const sharp = aPhoto({ warning: { ...warning, is_blurred: false }, images: [anImage({ alt: 'A bier' })] });

function Covered({ isPage = false, id = 'photo-1' }: { isPage?: boolean; id?: string }) {
  const [images, setImages] = useState<typeof sharp.images>();
  return (
    <article>
      <a href="/post/photo-1" className="wall-frame">
        Photo
      </a>
      <Scrim photo={{ ...blurred, id }} sharp={images?.[0]} onShow={setImages} isPage={isPage} />
    </article>
  );
}

test('Show loads the sharp photo, focuses it and reads its description out', async () => {
  fakeServer().answer(readPhoto, { data: sharp });
  const { user } = await renderScreen(<Covered />);
  const show = screen.getByRole('button', { name: 'Show', description: /Death.*The author marked this photo/ });
  await user.click(show);
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Photo shown. A bier');
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Photo' }));
});

test('a photo shown on a wall stays shown when its row is rendered again', async () => {
  fakeServer().answer(readPhoto, { data: sharp });
  const first = await renderScreen(<Covered id="photo-2" />);
  await first.user.click(screen.getByRole('button', { name: 'Show' }));
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Photo shown. A bier');
  first.unmount();
  await renderScreen(<Covered id="photo-2" />);
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
});

test('if the photo cannot be loaded, it stays covered', async () => {
  fakeServer().refuse(readPhoto, { status: 500 });
  const { user } = await renderScreen(<Covered id="photo-3" isPage />);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await expect.poll(shownToasts).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Show' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Always show in settings' })).toBeTruthy();
});

function Field({ start = '', report }: { start?: string; report: (value: string) => void }) {
  const [warning, setWarning] = useState(start);
  return (
    <WarningField
      value={warning}
      disabled={false}
      onChange={(changed) => {
        report(changed);
        setWarning(changed);
      }}
    />
  );
}

test('the author chooses a reason, or writes other words', async () => {
  const report = vi.fn<(value: string) => void>();
  const { user } = await renderScreen(<Field report={report} />);
  const select = screen.getByRole('combobox', { name: 'Content warning' });
  await user.selectOptions(select, 'Blood or injury');
  expect(report).toHaveBeenLastCalledWith('injury');
  await user.selectOptions(select, 'Something else');
  // Without words yet, the photo is marked all the same.
  expect(report).toHaveBeenLastCalledWith('strong');
  await user.type(screen.getByRole('textbox', { name: 'What should people expect?' }), 'Animal slaughter');
  expect(report).toHaveBeenLastCalledWith('Animal slaughter');
  await user.selectOptions(select, 'No warning');
  expect(report).toHaveBeenLastCalledWith('');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the author’s words of a draft or post are in the field', async () => {
  await renderScreen(<Field start="Animal slaughter" report={() => undefined} />);
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Animal slaughter');
});
