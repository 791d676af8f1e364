import { expect, test } from 'vitest';
import { imageMarkdown } from './image-markdown.ts';

test('words that mean something in Markdown are only words, on one line', () => {
  expect(imageMarkdown('01', ' A *red*\n [cloth]\\ ')).toBe(String.raw`![A \*red\* \[cloth\]\\](photo:01)`);
});

test('an image without words has none', () => {
  expect(imageMarkdown('01', '')).toBe('![](photo:01)');
});
