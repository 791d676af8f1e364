import { render, screen } from '@testing-library/react';
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
  return <ChosenImages images={images} disabled={false} picker={null} onChange={setImages} onFetchDecoder={onFetchDecoder} />;
}

const order = () => screen.getAllByRole('listitem').map(({ dataset }) => dataset['item']);
const thumbnail = (position: number) => button(`Image ${position}, has alt text`);
const altText = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const button = (name: string) => screen.getByRole('button', { name });

test('moving an image by keyboard keeps the focus on its button and is announced', async () => {
  render(<Chosen first={['a', 'b', 'c'].map((id) => image(id))} />);
  await userEvent.click(thumbnail(3));
  button('Move image 3 earlier').focus();
  await userEvent.keyboard('{Enter}');
  expect(order()).toEqual(['a', 'c', 'b']);
  expect(document.activeElement).toBe(button('Move image 2 earlier'));
  expect(screen.getByRole('status').textContent).toBe('Image 3 is now 2 of 3.');
});

test('moving an image to an end of the list focuses the opposite button', async () => {
  render(<Chosen first={['a', 'b'].map((id) => image(id))} />);
  await userEvent.click(thumbnail(2));
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

test('the alt field follows the chosen thumbnail, which is announced, and a thumbnail shows whether it has a text', async () => {
  render(<Chosen first={['a', 'b'].map((id) => image(id, { alt: '' }))} />);
  expect(screen.getByLabelText('Alt text for image 1')).toBe(altText());
  await userEvent.click(button('Image 2, no alt text yet'));
  expect(screen.getByRole('status').textContent).toBe('Alt text for image 2');
  expect(screen.getByLabelText('Alt text for image 2')).toBe(altText());
  await userEvent.type(altText(), 'Cloth');
  expect(thumbnail(2).getAttribute('aria-current')).toBe('true');
  await userEvent.click(button('Image 1, no alt text yet'));
  expect(altText().value).toBe('');
  await userEvent.click(thumbnail(2));
  expect(altText().value).toBe('Cloth');
});

test('a moved image stays chosen, and removing it chooses its neighbour', async () => {
  render(<Chosen first={['a', 'b', 'c'].map((id) => image(id))} />);
  await userEvent.click(button('Move image 1 later'));
  expect(altText().value).toBe('a');
  await userEvent.click(button('Remove image 2'));
  expect(altText().value).toBe('c');
  await userEvent.click(button('Remove image 2'));
  expect(altText().value).toBe('b');
});

test('the bytes to send and the bytes saved are shown for all images together', () => {
  const { rerender } = render(<Chosen first={[image('a'), image('b')]} />);
  expect(screen.getByText('4 kB to send')).toBeDefined();
  rerender(<Chosen key="resized" first={[image('a'), image('b', { pickedBytes: 4 * 1024 * 1024 })]} />);
  expect(screen.getByText(/^4.0 MB → 4 kB: 4.0 MB of your data saved/)).toBeDefined();
});

test('the preparation state is shown, and pressing Download fetches the HEIC decoder', async () => {
  const fetchDecoder = vi.fn<() => void>();
  const heic = new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' });
  const { rerender } = render(<Chosen first={[image('a'), image('b', { state: 'preparing' })]} />);
  expect(screen.getByText('Preparing...')).toBeDefined();
  rerender(<Chosen key="heic" first={[image('a'), image('b', { state: 'needs decoder', file: heic })]} onFetchDecoder={fetchDecoder} />);
  await userEvent.click(button('Download'));
  expect(fetchDecoder).toHaveBeenCalledTimes(1);
});
