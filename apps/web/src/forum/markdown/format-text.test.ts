import { expect, test } from 'vitest';
import { edited } from '~/platform/lib/edit-field.ts';
import { type Format, formatText } from './format-text.ts';

/** Parses a text whose selection is marked by these brackets. */
function selection(marked: string) {
  const from = marked.indexOf('⟦');
  const text = marked.replaceAll(/[⟦⟧]/g, '');
  return { text, from, to: marked.indexOf('⟧') - 1 };
}

function format(marked: string, name: Format): string {
  const selected = selection(marked);
  const edit = formatText(selected, name);
  const text = edited(selected.text, edit);
  const [from, to] = edit.select ?? [edit.from + edit.text.length, edit.from + edit.text.length];
  return `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`;
}

test.each<[Format, string, string]>([
  ['bold', 'a ⟦word⟧ here', 'a **⟦word⟧** here'],
  ['bold', 'a **⟦word⟧** here', 'a ⟦word⟧ here'],
  ['bold', 'a ⟦**word**⟧ here', 'a ⟦word⟧ here'],
  ['bold', 'a⟦ word ⟧here', 'a **⟦word⟧** here'],
  ['bold', 'here ⟦⟧', 'here **⟦⟧**'],
  ['italic', '⟦word⟧', '_⟦word⟧_'],
  ['code', '⟦x = 1⟧', '`⟦x = 1⟧`'],
  ['code', '⟦a `b` c⟧', '`` ⟦a `b` c⟧ ``'],
  ['code', 'See:⟦one\ntwo⟧', 'See:\n```\n⟦one\ntwo⟧\n```'],
  ['link', 'the ⟦Osun grove⟧', 'the [Osun grove](⟦https://⟧)'],
  ['link', '⟦https://example.org⟧', '[⟦⟧](https://example.org)'],
  ['link', '⟦⟧', '[⟦⟧](https://)'],
])('%s: %s becomes %s', (name, before, after) => expect(format(before, name)).toBe(after));

test.each<[Format, string, string]>([
  ['heading', 'A ⟦⟧title', '## A ⟦⟧title'],
  ['heading', '### A title⟦⟧', 'A title⟦⟧'],
  ['quote', 'o⟦ne\n\ntw⟧o', '⟦> one\n> \n> two⟧'],
  ['quote', '⟦> one\n> two⟧', '⟦one\ntwo⟧'],
  ['list', 'before\n⟦one\n\ntwo⟧', 'before\n⟦- one\n\n- two⟧'],
  ['list', '⟦⟧', '- ⟦⟧'],
  ['numbered', '⟦one\ntwo⟧', '⟦1. one\n2. two⟧'],
  ['numbered', '⟦- one\n- two⟧', '⟦1. one\n2. two⟧'],
  ['numbered', '⟦1. one\n2. two⟧', '⟦one\ntwo⟧'],
])('%s applies to whole lines: %j becomes %j', (name, before, after) => expect(format(before, name)).toBe(after));
