import { expect, it } from 'vitest';
import { fileErrorWords } from './file-errors.ts';

it('says in words what the system says in codes, and leaves words as they are', () => {
  expect(fileErrorWords("ENOENT: no such file or directory, open '/a/b'")).toEqual({
    why: 'its folder is not there',
    todo: 'Make the folder, or choose another place',
  });
  expect(fileErrorWords("EISDIR: illegal operation on a directory, open '/a'")?.why).toBe(
    'a folder has its name',
  );
  expect(fileErrorWords('ENOSPC: no space left on device, write')?.why).toBe('the disk is full');
  expect(fileErrorWords('it is not a regular file')).toBeNull();
  expect(fileErrorWords('EXOTIC: nobody knows')).toBeNull();
  expect(fileErrorWords('constructor: no')).toBeNull();
});
