import { expect, test } from 'vitest';
import { imageMarkdown } from './image-markdown.ts';

test('Markdown characters in a description are escaped, on one line', () => {
  expect(imageMarkdown('01', ' A *red*\n [cloth]\\ ')).toBe(String.raw`![A \*red\* \[cloth\]\\](photo:01)`);
});

test('an image without a description has an empty alternative text', () => {
  expect(imageMarkdown('01', '')).toBe('![](photo:01)');
});
