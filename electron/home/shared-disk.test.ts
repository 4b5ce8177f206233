import { expect, test } from 'vitest';
import { sharedDisk } from './shared-disk.ts';

test.each([
  ['/mnt/nas/inkwatch', 0x6969, 'linux', /NFS/],
  ['/mnt/share/inkwatch', 0xfe534d42, 'linux', /SMB/],
  ['\\\\server\\share\\Inkwatch', null, 'win32', /another computer/],
  ['/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/Inkwatch', null, 'darwin', /copies it/],
  ['C:\\Users\\Ada\\OneDrive - Work\\Inkwatch', null, 'win32', /OneDrive - Work/],
] as const)('case c06: %s is not for a ledger', (folder, type, platform, words) => {
  expect(sharedDisk(folder, type, platform)).toMatch(words);
});

test.each([
  ['/home/ada/.config/Inkwatch', 0xef53, 'linux'],
  ['/home/ada/dropbox-notes/inkwatch', 0xef53, 'linux'],
  ['/tmp/home', 0x01021994, 'linux'],
  ['C:\\Users\\Ada\\AppData\\Roaming\\Inkwatch', 0, 'win32'],
  ['\\\\?\\C:\\Inkwatch', 0, 'win32'],
  ['/Users/ada/Library/Application Support/Inkwatch', 26, 'darwin'],
] as const)('%s is', (folder, type, platform) => {
  expect(sharedDisk(folder, type, platform)).toBeNull();
});
