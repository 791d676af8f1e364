import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { anImage } from '~/testing/a-photo.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Picture } from './picture.tsx';

const plain = anImage();
const withAvif = (id: string) => anImage({ id, srcset: { ...plain.srcset, avif: '/media/image-1/640.avif 640w' } });
const formats = () => [...document.querySelectorAll('source')].map(({ type }) => type);

function Steps({ images }: { images: readonly (typeof plain)[] }) {
  const [step, setStep] = useState(0);
  return (
    <>
      <Picture image={images[step]!} sizes="640px" title="Adire" />
      <button type="button" onClick={() => setStep(step + 1)}>
        On
      </button>
    </>
  );
}

test('a displayed image does not reload for a later AVIF, and the next image uses its own AVIF', async () => {
  const { user } = await renderScreen(<Steps images={[plain, withAvif(plain.id), withAvif('image-2')]} />);
  expect(formats()).toEqual(['image/webp']);
  await user.click(screen.getByRole('button', { name: 'On' }));
  expect(formats()).toEqual(['image/webp']);
  await user.click(screen.getByRole('button', { name: 'On' }));
  expect(formats()).toEqual(['image/avif', 'image/webp']);
});
