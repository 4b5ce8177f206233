/** Filesystems of other computers, by the number that Linux gives them (statfs(2)). */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x564c, 'NCP'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x01021997, '9P'],
]);

/** Folders that a program copies to other computers while they are written to. */
const synced =
  /(^|[\\/])(Dropbox|OneDrive[^\\/]*|Google Drive|GoogleDrive|iCloudDrive|Mobile Documents|Nextcloud|pCloudDrive)([\\/]|$)/i;

/**
 * Why a folder may be written by more than this computer; null: nothing says so. SQLite's log needs
 * memory that all writers share, which two computers do not have (case c06).
 * @param fsType `statfs().type`, where the system says it as Linux does
 */
export function sharedDisk(
  folder: string,
  fsType: number | null,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const network = platform === 'linux' && fsType !== null ? networkTypes.get(fsType) : undefined;
  if (network !== undefined) return `it lies on a disk of another computer (${network})`;
  if (platform === 'win32' && /^\\\\(?![.?]\\)/.test(folder)) {
    return 'it lies on a disk of another computer';
  }
  const name = synced.exec(folder)?.[2];
  return name === undefined ? null : `${name} copies it to other computers while it is written`;
}
