import { expect, test } from 'vitest';
import { describeStorageFault } from './storage-faults.ts';

const fault = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: bare`), { code, syscall: 'open', path: '/x/a', ...more });

test.each([
  ['EACCES', /^\/x\/a may not be read or written by this user\. Change its owner/],
  ['EPERM', /chown, chmod/],
  ['ENOENT', /^\/x\/a does not exist\. Check its spelling/],
  ['ENOTDIR', /a file instead of a folder/],
  ['EISDIR', /^\/x\/a is a folder instead of a file/],
  ['EEXIST', /already exists\. Choose another name/],
  ['EROFS', /read-only\. Mount it for writing/],
  ['ENOSPC', /the disk is full\. Free some space/],
  ['EDQUOT', /the disk is full/],
  ['EIO', /disk has errors/],
  ['EMFILE', /ulimit -n/],
])('%s is described in words', (code, words) => {
  expect(describeStorageFault(fault(code))).toMatch(words);
});

test('the target of a rename is named, and other errors are left alone', () => {
  expect(describeStorageFault(fault('EEXIST', { dest: '/x/b' }))).toMatch(/^\/x\/b /);
  const ofTheObjectStore = Object.assign(new Error('the object store failed: 403'), { code: 'EIO' });
  for (const error of [
    fault('ENOENT', { syscall: 'connect' }),
    fault('EACCES', { syscall: 'listen' }),
    ofTheObjectStore,
    new Error('x'),
    'x',
  ])
    expect(describeStorageFault(error)).toBeNull();
});
