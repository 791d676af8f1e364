import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { ImageEdit } from '~/platform/media/image-edit.ts';
import type { ChosenImage } from './chosen-image.ts';
import { ChosenImages } from './chosen-images.tsx';
import { useChosenImages } from './use-chosen-images.ts';

const image = (id: string, own: Partial<ChosenImage> = {}): ChosenImage => ({
  id,
  file: new File(['x'.repeat(2048)], `${id}.jpg`, { type: 'image/jpeg' }),
  address: `blob:${id}`,
  alt: id,
  state: 'ready',
  ...own,
});

interface ChosenProps {
  first: readonly ChosenImage[];
  onEdit?: (id: string, edit: ImageEdit) => void;
  onFetchDecoder?: () => void;
}

function Chosen({ first, onEdit = () => undefined, onFetchDecoder = () => undefined }: ChosenProps) {
  const [images, setImages] = useState(first);
  return (
    <ChosenImages images={images} disabled={false} picker={null} onChange={setImages} onEdit={onEdit} onFetchDecoder={onFetchDecoder} />
  );
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

/** Opens the crop tools on an image of 400 × 300 pixels. */
async function crop(own: Partial<ChosenImage> = {}) {
  const onEdit = vi.fn<(id: string, edit: ImageEdit) => void>();
  render(<Chosen first={[image('a', own), image('b')]} onEdit={onEdit} />);
  await userEvent.click(button('Crop'));
  await screen.findByRole('button', { name: 'Done' });
  const source = document.querySelector<HTMLImageElement>('.editor-frame img')!;
  Object.defineProperties(source, { naturalWidth: { value: 400 }, naturalHeight: { value: 300 } });
  fireEvent.load(source);
  return { onEdit, frame: await screen.findByRole('application', { name: 'Crop' }) };
}

test('a ratio and a slider edit the image, and Done keeps the edit', async () => {
  const { onEdit } = await crop();
  await userEvent.click(button('1:1'));
  expect(button('1:1').getAttribute('aria-pressed')).toBe('true');
  fireEvent.change(screen.getByRole('slider', { name: /Straighten/ }), { target: { value: '1.4' } });
  expect(screen.getByText('+1.4°')).toBeDefined();
  await userEvent.click(button('Done'));
  expect(onEdit.mock.calls).toEqual([['a', { turns: 0, angle: 1.4, crop: { x: 0.125, y: 0, width: 0.75, height: 1 } }]]);
  await expect.poll(() => document.activeElement).toBe(button('Crop'));
});

test('keys move and resize the crop, Enter keeps it, and Escape undoes it', async () => {
  const { onEdit, frame } = await crop({ edit: { turns: 0, angle: 0, crop: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } } });
  expect(document.activeElement).toBe(frame);
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowLeft}{/Alt}{Escape}');
  expect(onEdit).not.toHaveBeenCalled();
  await userEvent.click(button('Crop'));
  fireEvent.load(
    Object.defineProperties(document.querySelector('.editor-frame img')!, { naturalWidth: { value: 400 }, naturalHeight: { value: 300 } }),
  );
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowLeft}{/Alt}{Enter}');
  const [, edit] = onEdit.mock.calls[0]!;
  expect(edit.crop).toEqual({ x: expect.closeTo(0.26), y: expect.closeTo(0.35), width: expect.closeTo(0.49), height: expect.closeTo(0.5) });
});

test('choosing another image keeps the edit, and Reset removes it', async () => {
  const { onEdit } = await crop({ edit: { turns: 1, angle: 3, crop: { x: 0, y: 0, width: 0.5, height: 1 } } });
  await userEvent.click(button('Reset'));
  await userEvent.click(thumbnail(2));
  expect(onEdit.mock.calls).toEqual([['a', { turns: 0, angle: 0, crop: { x: 0, y: 0, width: 1, height: 1 } }]]);
});

test('an image turns by a quarter without the other tools', async () => {
  const onEdit = vi.fn<(id: string, edit: ImageEdit) => void>();
  render(<Chosen first={[image('a')]} onEdit={onEdit} />);
  await userEvent.click(button('Rotate'));
  expect(onEdit.mock.calls).toEqual([['a', { turns: 1, angle: 0, crop: { x: 0, y: 0, width: 1, height: 1 } }]]);
});

const file = (name: string) => new File([Uint8Array.of(0xff, 0xd8, 0xff), 'x'.repeat(2048)], name, { type: 'image/jpeg' });

test('changing a stale list keeps the preparation of images and restores no removed image', async () => {
  const { result } = renderHook(() => useChosenImages({ stored: [], fullSize: false, onRefused: () => undefined }));
  act(() => result.current.add([file('one.jpg'), file('two.jpg')]));
  const images = result.current.images;
  expect(images.map(({ state }) => state)).toEqual(['preparing', 'preparing']);
  await act(() => result.current.whenPrepared());
  // `images` is stale, as in a page that has not rendered again yet.
  act(() => result.current.change(images.map((image, index) => ({ ...image, alt: `Number ${index}` }))));
  expect(result.current.images.map(({ state, alt }) => [state, alt])).toEqual([
    ['ready', 'Number 0'],
    ['ready', 'Number 1'],
  ]);
  act(() => result.current.change(images.slice(1)));
  act(() => result.current.change(images));
  expect(result.current.images).toHaveLength(1);
});
