import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { ChosenImage } from './chosen-image.ts';
import { ChosenImages } from './chosen-images.tsx';

const image = (id: string, own: Partial<ChosenImage> = {}): ChosenImage => ({
  id,
  file: new File(['x'.repeat(2048)], `${id}.jpg`, { type: 'image/jpeg' }),
  address: `blob:${id}`,
  alt: id,
  state: 'ready',
  ...own,
});

function Chosen({ first, onFetchDecoder = () => undefined }: { first: readonly ChosenImage[]; onFetchDecoder?: () => void }) {
  const [images, setImages] = useState(first);
  return <ChosenImages images={images} disabled={false} onChange={setImages} onFetchDecoder={onFetchDecoder} />;
}

const order = () => screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value);
const button = (name: string) => screen.getByRole('button', { name });

test('moving an image by keyboard keeps the focus on its button and is announced', async () => {
  render(<Chosen first={['a', 'b', 'c'].map((id) => image(id))} />);
  button('Move image 3 earlier').focus();
  await userEvent.keyboard('{Enter}');
  expect(order()).toEqual(['a', 'c', 'b']);
  expect(document.activeElement).toBe(button('Move image 2 earlier'));
  expect(screen.getByRole('status').textContent).toBe('Image 3 is now 2 of 3.');
});

test('moving an image to an end of the list focuses the opposite button', async () => {
  render(<Chosen first={['a', 'b'].map((id) => image(id))} />);
  button('Move image 2 earlier').focus();
  await userEvent.keyboard('{Enter}');
  expect(order()).toEqual(['b', 'a']);
  expect(document.activeElement).toBe(button('Move image 1 later'));
  expect(screen.getByRole('status').textContent).toBe('Image 2 is now 1 of 2, the cover.');
});

test('a single image cannot be moved', () => {
  render(<Chosen first={[image('a')]} />);
  expect(screen.queryByRole('button', { name: /Move/ })).toBeNull();
});

test('removing an image revokes its object URL', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  render(<Chosen first={['a', 'b'].map((id) => image(id))} />);
  await userEvent.click(button('Remove image 1'));
  expect(order()).toEqual(['b']);
  expect(revoke).toHaveBeenCalledWith('blob:a');
  expect(screen.getByRole('status').textContent).toBe('Image removed.');
  revoke.mockRestore();
});

test('an alt text belongs to its image', async () => {
  render(<Chosen first={['a', 'b'].map((id) => image(id, { alt: '' }))} />);
  await userEvent.type(screen.getAllByRole('textbox')[1]!, 'Cloth');
  expect(order()).toEqual(['', 'Cloth']);
});

test('each image shows the bytes to send and the original bytes', () => {
  render(<Chosen first={[image('a'), image('b', { pickedBytes: 4 * 1024 * 1024 })]} />);
  const [first, second] = screen.getAllByRole('listitem');
  expect(within(first!).getByText('2 kB to send')).toBeDefined();
  expect(second?.textContent).toContain('4.0 MB');
  expect(within(second!).getByText('2 kB to send')).toBeDefined();
});

test('each image shows its preparation state, and pressing Download fetches the HEIC decoder', async () => {
  const fetchDecoder = vi.fn<() => void>();
  const heic = new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' });
  render(
    <Chosen
      first={[
        image('a', { state: 'preparing' }),
        image('b', { state: 'needs decoder', file: heic }),
        image('c', { pickedBytes: 4 * 1024 * 1024 }),
      ]}
      onFetchDecoder={fetchDecoder}
    />,
  );
  const items = screen.getAllByRole('listitem');
  expect(items[0]?.textContent).toContain('Preparing...');
  expect(items[2]?.textContent).toContain('Resized: 4.0 MB');
  await userEvent.click(within(items[1]!).getByRole('button', { name: 'Download' }));
  expect(fetchDecoder).toHaveBeenCalledTimes(1);
});
